// What the card says of a piece, and what is marked then.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { changesOf, marksOf } from '../../page/panels/explain.js';

test('it is told what a piece can become, and where', () => {
  const kinds = [{ name: 'Knight' }, { name: 'Archbishop' }, { name: 'Chancellor' }];
  const move = (to, becomes) => ({ to, becomes, changesMover: becomes !== 0 });
  const moves = [move('c3', 1), move('a3', 1), move('d2', 2), move('d2', 2), move('e1', 0)];
  assert.deepEqual(changesOf(moves, { kinds }), [
    'It can become an Archbishop on c3 and a3.',
    'It can become a Chancellor on d2.',
  ]);
  const many = 'abcdefgh'.split('').map((file) => move(`${file}8`, 1));
  assert.deepEqual(changesOf(many, { kinds }), ['It can become an Archbishop on 8 squares.']);
  assert.deepEqual(changesOf([move('e1', 0)], { kinds }), []);
});

test('those who lend to a piece and those who borrow from it are marked', () => {
  const doing = {
    square: 'd3',
    powers: [{ from: 'own' }, { from: ['c2'] }],
    quiet: ['d4'],
    captures: [],
    attacks: ['d4', 'd5'],
  };
  const pieces = [
    { square: 'e4', lent: [{ power: 'rook', from: ['d3', 'f4'] }] },
    { square: 'f4', lent: [{ power: 'rook', from: ['g5'] }] },
  ];
  const marks = marksOf(doing, pieces, () => true, false);
  const of = (type) => marks.filter((mark) => mark.type === type).map(({ square }) => square);
  assert.deepEqual(of('lender'), ['c2']);
  assert.deepEqual(of('borrower'), ['e4']);
  assert.deepEqual(of('reach'), ['d4']);
  assert.deepEqual(of('guard'), ['d5']);
  assert.deepEqual(
    marksOf(doing, pieces, () => true, true).map(({ type }) => type),
    ['lender', 'borrower'],
  );
});
