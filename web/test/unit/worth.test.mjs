// The order in which choices are offered.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestFirst } from '../../page/game/worth.js';

const kinds = [
  ['Bishop', ['bishop']],
  ['Knight', ['knight']],
  ['Queen', ['rook', 'bishop']],
  ['Rook', ['rook']],
  ['Minister', ['bishop', 'knight']],
  ['Chancellor', ['rook', 'knight']],
  ['Knight-Pawn', ['knight', 'pawn']],
].map(([name, powers]) => ({ name, powers }));

const offered = (names) => {
  const moves = names.map((name) => ({ becomes: kinds.findIndex((kind) => kind.name === name) }));
  return bestFirst(moves, { kinds }).map(({ becomes }) => kinds[becomes].name);
};

test('a queen is offered before all others', () => {
  assert.equal(offered(['Bishop', 'Knight', 'Queen', 'Rook'])[0], 'Queen');
  assert.deepEqual(offered(['Bishop', 'Minister', 'Knight', 'Queen', 'Rook']).slice(0, 2), ['Queen', 'Minister']);
});

test('a gain is offered before staying what one is', () => {
  assert.deepEqual(offered(['Knight', 'Knight-Pawn']), ['Knight-Pawn', 'Knight']);
});

test('what is worth the same keeps its order', () => {
  assert.deepEqual(offered(['Bishop', 'Knight']), ['Bishop', 'Knight']);
  assert.deepEqual(offered(['Chancellor', 'Queen']), ['Chancellor', 'Queen']);
});
