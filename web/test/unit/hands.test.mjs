// Pieces in hand: where moves begin, what is marked, and what the pieces are called.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { legsOf } from '../../page/board/legs.js';
import { marksOf, namesOf } from '../../page/board/marks.js';
import { Selection } from '../../page/board/selection.js';
import { countsOf } from '../../page/game/hands.js';
import { reasonAgainst } from '../../page/game/reasons.js';
import { wayInWords } from '../../page/game/words.js';

const held = (token, name, count) => ({
  ...{ place: `${token}@`, token, name, count },
  side: token === token.toUpperCase() ? 'white' : 'black',
});
const inHand = { white: [held('P', 'Pawn', 2), held('N', 'Knight', 1)], black: [held('p', 'Pawn', 1)] };
const king = { square: 'e1', side: 'white', name: 'King', lent: [], isFrozen: false };
const drop = (to) => ({
  ...{ from: 'P@', to, stops: [to], text: `P@${to}`, victims: [], survives: true, changesMover: false },
  ...{ isEnPassant: false, isCastling: false, isDrop: true, figure: 'x' },
});

const scene = (others = {}) => ({
  view: { pieces: [king], inHand, lastMove: null, isCheck: false, king: 'e1' },
  ...{ mover: 'white', selection: null, inspected: null, explanation: [], loans: new Set(), preview: null },
  showsTargets: true,
  ...others,
});

test('a piece in hand goes from there to its squares', () => {
  const selection = new Selection('P@', [drop('e4'), drop('e5')]);
  assert.deepEqual([...selection.targets.keys()], ['e4', 'e5']);
  assert.deepEqual(selection.pick('e5'), { type: 'move', move: drop('e5') });
  assert.deepEqual(selection.pick('N@'), { type: 'none' });
});

test('pieces in hand are named with their number, and the squares to which one goes', () => {
  const selection = new Selection('P@', [drop('e4')]);
  const nameOf = namesOf(scene({ selection }));
  assert.deepEqual(nameOf('P@'), {
    ...{ name: 'white Pawn in hand, 2', isSelected: true, isMovable: true, isTarget: false },
  });
  assert.equal(nameOf('N@').name, 'white Knight in hand');
  assert.deepEqual([nameOf('N@').isSelected, nameOf('p@').isMovable], [false, false]);
  assert.equal(nameOf('e4').name, 'e4, empty, can be dropped here');
});

test('no mark lies beside the board', () => {
  const lastMove = { from: 'n@', to: 'd4', stops: ['d4'], emptied: [], converted: [] };
  const plan = { from: 'P@', to: 'e6' };
  const { view } = scene();
  const marks = marksOf(scene({ view: { ...view, lastMove }, inspected: 'P@', plan }));
  assert.deepEqual(
    marks.map(({ square, type }) => [square, type]),
    [
      ['d4', 'last'],
      ['e6', 'planned'],
    ],
  );
});

test('a drop is no arrow, and is told as one', () => {
  assert.deepEqual(legsOf(drop('e5')), [{ from: 'e5', to: 'e5', figure: 'x' }]);
  assert.deepEqual(legsOf({ from: 'a1', stops: ['a4', 'a6'] }), [
    { from: 'a1', to: 'a4' },
    { from: 'a4', to: 'a6' },
  ]);
  assert.equal(wayInWords('Pawn', { from: 'p@', to: 'e5' }), 'Pawn dropped on e5');
  assert.equal(wayInWords('Pawn', { from: 'e4', to: 'e5' }), 'Pawn e4 to e5');
});

test('a position is put together with what is in hand, if that is said of positions', () => {
  assert.deepEqual(countsOf({ inHand }, { hands: { kinds: [0, 1], areEndless: false } }), { P: 2, N: 1, p: 1 });
  assert.deepEqual(countsOf({ inHand }, { hands: { kinds: [0, 1], areEndless: true } }), {});
  assert.deepEqual(countsOf({ inHand: { white: [], black: [] } }, { hands: null }), {});
});

test('why a piece in hand is not dropped is asked of the rules', async () => {
  const asked = [];
  const game = {
    ...{ view: { outcome: null }, variant: { squares: ['a1', null, 'b1', 'c1'] } },
    pieceAt: (place) => (place === 'P@' ? inHand.white[0] : place === 'b1' ? king : undefined),
    ask: async (question) => (asked.push(question), 'the king would still be in check'),
  };
  assert.equal(await reasonAgainst(game, 'P@', 'b1'), 'Pawn dropped on b1: the king would still be in check.');
  const reason = 'The Pawn in hand has no legal move: the king would still be in check.';
  assert.equal(await reasonAgainst(game, 'P@', null), reason);
  assert.deepEqual(asked, [
    { call: 'objection', from: 'P@', to: 'b1' },
    { call: 'objection', from: 'P@', to: 'c1' },
  ]);
});
