// What each side has lost.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lossesOf } from '../../page/captured.js';

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
