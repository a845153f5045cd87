// What each side has taken and gained.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { effectOf, gainsOf, lossesOf } from '../../page/game/captured.js';

const kind = (name, powers) => ({ name, powers, figures: { white: `${name}-white`, black: `${name}-black` } });

test('losses of a side are counted by kind, those of most powers first', () => {
  const variant = { kinds: [kind('Pawn', ['pawn']), kind('Knight', ['knight']), kind('Knight-Pawn', ['knight', 'pawn'])] };
  const lost = (side, index) => ({ side, kind: index });
  const victims = [lost('white', 0), lost('black', 1), lost('white', 2), lost('white', 0)];
  assert.deepEqual(lossesOf(victims, 'white', variant), [
    { figure: 'Knight-Pawn-white', name: 'Knight-Pawn', count: 1 },
    { figure: 'Pawn-white', name: 'Pawn', count: 2 },
  ]);
  assert.deepEqual(lossesOf(victims, 'black', variant), [{ figure: 'Knight-black', name: 'Knight', count: 1 }]);
  assert.deepEqual(lossesOf([], 'black', variant), []);
});

test('powers that pieces gain by what they take are counted, others are not', () => {
  const kinds = [kind('King', ['rook']), kind('Rook', ['rook']), kind('Knight', ['knight']), kind('Queen', ['rook', 'bishopHop']), kind('Rook-Knight', ['rook', 'knight'])];
  kinds[0].isRoyal = true;
  const variant = { kinds };
  const victim = { square: 'e4', side: 'black', kind: 2, name: 'Knight', isCaptured: true };
  const move = (mover, becomes, absorbs) => ({ mover, becomes, absorbs, victims: [victim], survives: true });
  const absorbing = effectOf(move(1, 4, true), 'white', variant);
  assert.deepEqual(absorbing, { lost: [victim], turn: 'white', gained: ['knight'] });
  // A promotion is no gain from what was taken.
  assert.deepEqual(effectOf(move(2, 4, false), 'white', variant).gained, []);
  const queen = effectOf(move(1, 3, true), 'black', variant);
  const effects = [absorbing, absorbing, queen, effectOf(move(2, 2, true), 'white', variant)];
  assert.deepEqual(gainsOf(effects, 'white', variant), [{ figure: 'Knight-white', name: 'Knight', count: 2 }]);
  // No piece of the game has this power alone.
  assert.deepEqual(gainsOf(effects, 'black', variant), [{ figure: null, name: 'bishop hop', count: 1 }]);
});
