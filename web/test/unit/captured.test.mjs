// What each side has taken and gained.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { gainsOf, lossesOf } from '../../page/game/captured.js';

const kind = (name, powers) => ({ name, powers, figures: { white: `${name}-white`, black: `${name}-black` } });

test('losses of a side are counted by kind, those of most powers first', () => {
  const variant = {
    kinds: [kind('Pawn', ['pawn']), kind('Knight', ['knight']), kind('Knight-Pawn', ['knight', 'pawn'])],
  };
  const lost = (side, index) => ({ side, kind: index });
  const victims = [lost('white', 0), lost('black', 1), lost('white', 2), lost('white', 0)];
  assert.deepEqual(lossesOf(victims, 'white', variant), [
    { figure: 'Knight-Pawn-white', name: 'Knight-Pawn', count: 1 },
    { figure: 'Pawn-white', name: 'Pawn', count: 2 },
  ]);
  assert.deepEqual(lossesOf(victims, 'black', variant), [{ figure: 'Knight-black', name: 'Knight', count: 1 }]);
  assert.deepEqual(lossesOf([], 'black', variant), []);
});

test('powers that pieces gain by what they take are counted for each side', () => {
  const kinds = [
    kind('King', ['rook']),
    kind('Rook', ['rook']),
    kind('Knight', ['knight']),
    kind('Queen', ['rook', 'bishopHop']),
  ];
  kinds[0].isRoyal = true;
  const effect = (turn, gained) => ({ turn, lost: [], gained });
  const knight = effect('white', ['knight']);
  const effects = [knight, knight, effect('black', ['bishopHop']), effect('white', [])];
  assert.deepEqual(gainsOf(effects, 'white', { kinds }), [{ figure: 'Knight-white', name: 'Knight', count: 2 }]);
  // No piece of the game has this power alone.
  assert.deepEqual(gainsOf(effects, 'black', { kinds }), [{ figure: null, name: 'bishop hop', count: 1 }]);
});
