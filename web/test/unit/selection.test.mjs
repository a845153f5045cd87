import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Selection, hasSideEffect, targetKind } from '../../page/board/selection.js';

/** A move with what these tests need of it. */
const move = (text, { becomes = 0, victims = [], survives = true, isEnPassant = false } = {}) => {
  const legs = text.replace(/\{.*\}|[a-z]$/, '').split(',');
  const stops = legs.map((leg) => leg.slice(2, 4));
  const mover = 0;
  const taken = victims.map((square) => ({ square, isCaptured: true }));
  return {
    ...{ text, from: text.slice(0, 2), to: stops.at(-1), stops, mover, becomes, survives, isEnPassant },
    ...{ victims: taken, changesMover: becomes !== mover, figure: `figure-${becomes}` },
  };
};

/** The moves of docs/rules/stealthbomber.md: a B52 on a1, a knight on a4, a pawn on a6. */
const flights = [
  ...['a1a2', 'a1a5', 'a1a7', 'a1a8', 'a1b1'].map((text) => move(text)),
  move('a1a4{fn}', { becomes: 1, victims: ['a4'] }),
  ...['a1a4,a4a5{fn}', 'a1a4,a4a7{fn}', 'a1a4,a4a8{fn}'].map((text) => move(text, { becomes: 1, victims: ['a4'] })),
  move('a1a4,a4a6{fn}', { becomes: 1, victims: ['a4', 'a6'] }),
  ...['a1a4,a4a6,a6a7{fn}', 'a1a4,a4a6,a6a8{fn}'].map((text) => move(text, { becomes: 1, victims: ['a4', 'a6'] })),
  move('a1a6', { victims: ['a6'] }),
  ...['a1a6,a6a7', 'a1a6,a6a8'].map((text) => move(text, { victims: ['a6'] })),
];

test('a square to which one move goes is that move', () => {
  const step = new Selection('a1', flights).pick('a2');
  assert.equal(step.type, 'move');
  assert.equal(step.move.text, 'a1a2');
});

test('a flight is picked stop by stop, to its end', () => {
  let step = new Selection('a1', flights).pick('a4');
  assert.equal(step.type, 'go on');
  assert.deepEqual([...step.selection.targets.keys()].sort(), ['a5', 'a6', 'a7', 'a8']);
  step = step.selection.pick('a6');
  assert.equal(step.type, 'go on');
  step = step.selection.pick('a8');
  assert.equal(step.type, 'move');
  assert.equal(step.move.text, 'a1a4,a4a6,a6a8{fn}');
});

test('picking the last stop again ends the flight there', () => {
  const { selection } = new Selection('a1', flights).pick('a4');
  const step = selection.pick('a4');
  assert.equal(step.type, 'move');
  assert.equal(step.move.text, 'a1a4{fn}');
});

test('the end of a flight, picked at once, asks what it takes, the least first', () => {
  const step = new Selection('a1', flights).pick('a8');
  assert.equal(step.type, 'choose');
  assert.deepEqual(
    step.moves.map(({ text }) => text),
    ['a1a8', 'a1a4,a4a8{fn}', 'a1a6,a6a8', 'a1a4,a4a6,a6a8{fn}'],
  );
});

test('several becomings are a choice', () => {
  const moves = [move('d1d5', { victims: ['d5'] }), move('d1d5q', { becomes: 2, victims: ['d5'] })];
  const step = new Selection('d1', moves).pick('d5');
  assert.equal(step.type, 'choose');
  assert.deepEqual(step.moves, moves);
});

test('en passant and the same step without a capture are a choice', () => {
  const moves = [move('e5d6'), { ...move('e5d6', { victims: ['d5'], isEnPassant: true }), text: 'e5d5,d5d6' }];
  const step = new Selection('e5', moves).pick('d6');
  assert.equal(step.type, 'choose');
  assert.deepEqual(step.moves, moves);
});

test('a pawn that has passed can be picked to take it', () => {
  const moves = [move('e5d6'), { ...move('e5d6', { victims: ['d5'], isEnPassant: true }), text: 'e5d5,d5d6' }];
  const selection = new Selection('e5', moves);
  assert.equal(targetKind(selection.targets.get('d5'), 'd5').kind, 'capture');
  assert.equal(selection.pick('d5').move.text, 'e5d5,d5d6');
});

test('a move that makes pieces vanish is asked for, though it is the only one', () => {
  const annihilation = move('c4c6', { survives: false });
  assert.ok(hasSideEffect(annihilation));
  assert.equal(new Selection('c4', [annihilation]).pick('c6').type, 'choose');
});

test('a square to which nothing goes is none', () => {
  assert.equal(new Selection('a1', flights).pick('h5').type, 'none');
});

test('targets are marked by what happens there', () => {
  const kindOf = (moves, square) => targetKind(moves, square).kind;
  assert.equal(kindOf([move('a1a2')], 'a2'), 'move');
  assert.equal(kindOf([move('a1a6', { victims: ['a6'] })], 'a6'), 'capture');
  assert.equal(kindOf([move('b1c3a', { becomes: 1 })], 'c3'), 'change');
  assert.equal(kindOf([move('d1d5'), move('d1d5q', { becomes: 2 })], 'd5'), 'choice');
  assert.equal(kindOf([move('c4c6', { survives: false })], 'c6'), 'vanish');
  const change = targetKind([move('b1c3a', { becomes: 1, victims: ['c3'] })], 'c3');
  assert.deepEqual(change, { kind: 'change', captures: true, becomes: 'figure-1' });
});

test('the second pick of a king that may pass asks for the pass', () => {
  const step = new Selection('e1', [move('e1e1'), move('e1e2')]).pick('e1');
  assert.deepEqual([step.type, step.moves.map(({ text }) => text)], ['choose', ['e1e1']]);
});
