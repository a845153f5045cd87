// What is marked on the board, and what the squares are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { controlOf, lendingOf } from '../../page/board/control.js';
import { marksOf, namesOf } from '../../page/board/marks.js';
import { Selection } from '../../page/board/selection.js';

const piece = (square, side, name, isFrozen = false) => ({ square, side, name, lent: [], isFrozen });
const move = (from, to, others = {}) => ({
  ...{ from, to, stops: [to], text: from + to, victims: [], survives: true, changesMover: false },
  ...{ isEnPassant: false, isCastling: false, figure: 'x' },
  ...others,
});

const scene = (others = {}) => ({
  view: {
    pieces: [piece('e1', 'white', 'King'), piece('e8', 'black', 'King')],
    inHand: { white: [], black: [] },
    lastMove: null,
    isCheck: false,
    king: 'e1',
  },
  ...{
    mover: 'white',
    selection: null,
    inspected: null,
    explanation: [],
    loans: new Set(),
    preview: null,
    showsTargets: true,
  },
  ...others,
});

const of = (type, marks) => marks.filter((mark) => mark.type === type).map(({ square }) => square);

test('the last move is tinted on all its stops, and what vanished besides is crossed', () => {
  const { view } = scene();
  const flight = { from: 'a1', to: 'a8', stops: ['a4', 'a6', 'a8'], emptied: ['a4', 'a6'], converted: [] };
  const flown = marksOf(scene({ view: { ...view, lastMove: flight } }));
  assert.deepEqual(of('last', flown), ['a1', 'a4', 'a6', 'a8']);
  assert.deepEqual(of('emptied', flown), []);
  const annihilation = { from: 'd6', to: 'd3', stops: ['d3'], emptied: ['d3', 'c3', 'e3'], converted: [] };
  const vanished = marksOf(scene({ view: { ...view, lastMove: annihilation } }));
  assert.deepEqual(of('last', vanished), ['d6', 'd3']);
  assert.deepEqual(of('emptied', vanished), ['d3', 'c3', 'e3']);
});

test('whoever has changed sides and whoever is frozen has a sign, and the name of the square tells of the frozen', () => {
  const { view } = scene();
  const lastMove = { from: 'a1', to: 'a4', stops: ['a4'], emptied: [], converted: ['a4', 'b5'] };
  const pieces = [piece('e1', 'white', 'King'), piece('d4', 'black', 'Rook', true)];
  const turned = scene({ view: { ...view, lastMove, pieces } });
  assert.deepEqual(of('converted', marksOf(turned)), ['a4', 'b5']);
  assert.deepEqual(of('frozen', marksOf(turned)), ['d4']);
  assert.equal(namesOf(turned)('d4').name, 'd4, black Rook, frozen');
});

test('a square is called by what stands on it and by what can happen there', () => {
  const castling = move('e1', 'g1', { isCastling: true });
  const selection = new Selection('e1', [castling, move('e1', 'e2')]);
  const picked = scene({ selection });
  const nameOf = namesOf(picked);
  assert.equal(nameOf('g1').name, 'g1, empty, can castle here');
  assert.equal(nameOf('e2').name, 'e2, empty, can move here');
  assert.deepEqual(nameOf('e1'), { name: 'e1, white King', isSelected: true, isMovable: true, isTarget: false });
  assert.equal(nameOf('e8').isMovable, false);
  assert.deepEqual(of('target', marksOf(picked)), ['g1', 'e2']);
  assert.deepEqual(of('target', marksOf({ ...picked, showsTargets: false })), []);
  assert.equal(namesOf(scene({ mover: null }))('e1').isMovable, false);
});

test('where a piece can go only by a loan is marked and told', () => {
  const selection = new Selection('e1', [move('e1', 'g2'), move('e1', 'e2')]);
  const explanation = [{ square: 'g2', type: 'lender' }];
  const picked = scene({ selection, explanation, loans: new Set(['g2']) });
  const lent = marksOf(picked).filter(({ isLent }) => isLent);
  assert.deepEqual(
    lent.map(({ square, type }) => [square, type]),
    [['g2', 'target']],
  );
  assert.equal(namesOf(picked)('g2').name, 'g2, empty, can move here by a lent power');
  assert.equal(namesOf(picked)('e2').name, 'e2, empty, can move here');
});

test('check is marked and told, and what a move would remove', () => {
  const { view } = scene();
  const checked = scene({ view: { ...view, isCheck: true } });
  assert.deepEqual(of('check', marksOf(checked)), ['e1']);
  assert.equal(namesOf(checked)('e1').name, 'e1, white King, in check');
  const preview = move('a1', 'b2', { survives: false, victims: [{ square: 'b2' }, { square: 'c3' }] });
  assert.deepEqual(of('doomed', marksOf(scene({ preview }))), ['c3', 'a1']);
});

test('a side attacks a square as often as it has pieces that do', () => {
  const marks = controlOf([{ attacks: ['e4', 'd5'] }, null, { attacks: ['d5'] }]);
  assert.deepEqual(marks, [
    { square: 'e4', type: 'control', count: 1 },
    { square: 'd5', type: 'control', count: 2 },
  ]);
});

test('pieces with powers from neighbors are marked with how many they have', () => {
  const lent = [
    { power: 'rook', from: ['d3'] },
    { power: 'bishop', from: ['e3', 'e5'] },
  ];
  const view = {
    pieces: [
      { square: 'e4', lent },
      { square: 'd3', lent: [] },
    ],
  };
  assert.deepEqual(lendingOf(/** @type {any} */ (view)), [{ square: 'e4', type: 'lent', count: 2 }]);
});
