// What is told around the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { isOfTheUser } from '../../page/shell/narrator.js';
import { sceneOf } from '../../page/shell/scene.js';

const LEVELS = [{ name: 'casual', skillLevel: 5, suits: '' }];
const person = { kind: 'person', level: 20 };
const engine = { kind: 'engine', level: 5 };

const move = { from: 'g8', to: 'f6', san: 'Nf6', converted: [], words: '', brief: '' };
const view = (others = {}) => ({
  ...{ turn: 'white', isCheck: false, outcome: null, legal: [{}], lastMove: null, pieces: [] },
  ...others,
});
const afterKnight = view({ lastMove: move, pieces: [{ square: 'f6', side: 'black', name: 'Knight', figure: 'n' }] });

/** @param {object} game @param {object} others */
const scene = (game = {}, others = {}) =>
  sceneOf({
    game: {
      ...{ players: { white: person, black: engine }, turn: 'white', outcome: null, isCurrent: true, hasNext: false },
      ...{ line: [], moves: [], record: {}, retractable: 0, fen: null, plyAt: () => null, view: view() },
      ...game,
    },
    ...{ bottom: 'white', levels: LEVELS, times: null, analysed: null, said: null },
    opponent: { isThinking: false, isPaused: false, failure: null },
    ...others,
  });

test('names, turn and bar are on the side that is seen from', () => {
  const analysed = { unit: 'cp', value: 0, chances: [700, 200, 100] };
  for (const bottom of ['white', 'black']) {
    const { strips, score } = scene({}, { bottom, analysed });
    const [above, below] = strips;
    assert.equal(below.side, bottom);
    assert.equal(above.side, bottom === 'white' ? 'black' : 'white');
    const [white, black] = bottom === 'white' ? [below, above] : [above, below];
    assert.deepEqual([white.name, white.sideName, white.hasTurn], ['You, white', '', true]);
    assert.deepEqual([black.name, black.sideName, black.hasTurn], ['Vertumnus, casual', ', black', false]);
    assert.deepEqual(score, {
      share: 80,
      words: "White's share of the chances: 80%, 0.00",
      isFlipped: bottom === 'black',
    });
  }
});

test('the last move stands first, then whose turn it is', () => {
  assert.deepEqual(scene().story, {
    ...{ happened: '', inFull: '', figure: null, state: 'White to move', detail: '', isOver: false },
  });
  const { story } = scene({ view: afterKnight });
  assert.deepEqual([story.happened, story.figure, story.state], ['Black: Knight g8 to f6.', 'n', 'White to move']);
  const brief = 'It is now a Pawn-Knight.';
  const words = 'It is now a Pawn-Knight: it moves like a pawn, leaps like a knight.';
  const taking = scene({ view: { ...afterKnight, lastMove: { ...move, words, brief } } });
  assert.deepEqual([taking.story.happened, taking.story.inFull], [`Black: ${brief}`, `Black: ${words}`]);
  // Who moved is told where others change sides, and who changes sides is pictured.
  const come = 'The Pawn on e4 comes over to Black.';
  const turning = scene({
    view: { ...afterKnight, lastMove: { ...move, converted: ['e4'], words: come, brief: come } },
  });
  assert.equal(turning.story.happened, `Black: Knight g8 to f6. ${come}`);
  const over = {
    ...afterKnight,
    turn: 'black',
    lastMove: { ...move, converted: ['f6'], words: 'It goes over.', brief: 'It goes over.' },
  };
  assert.deepEqual(
    [scene({ view: over }).story.happened, scene({ view: over }).story.figure],
    ['White: It goes over.', 'n'],
  );
  // Who has vanished by its move is not pictured.
  const vanished = scene({ view: view({ lastMove: { ...move, words: 'All vanish.', brief: 'All vanish.' } }) });
  assert.deepEqual([vanished.story.happened, vanished.story.figure], ['Black: All vanish.', null]);
});

test('the end says who has won, to the person who played', () => {
  const outcome = { result: '0-1', reason: 'checkmate', text: 'Black mates' };
  assert.equal(scene({ outcome }).story.state, 'You have lost. Black mates, 0-1');
  const players = { white: engine, black: person };
  assert.equal(scene({ outcome, players }).story.state, 'You have won. Black mates, 0-1');
  const two = { white: person, black: person };
  assert.equal(scene({ outcome, players: two }).story.state, 'Black mates, 0-1');
  const draw = { result: '1/2-1/2', reason: 'stalemate', text: 'Draw by stalemate' };
  assert.equal(scene({ outcome: draw }).story.state, 'Draw by stalemate, 1/2-1/2');
  assert.equal(scene({ outcome, isCurrent: false }).story.isOver, false, 'an earlier position is not the end');
});

test('what a user is told outlasts the answer of the engine, and nothing else', () => {
  const players = { white: person, black: engine };
  const played = (turn, advances = true) => ({ type: 'move', before: { turn }, advances });
  assert.equal(isOfTheUser(played('black'), { players }), false);
  assert.equal(isOfTheUser({ type: 'note' }, { players }), false);
  for (const change of [played('white'), played('black', false), { type: 'look' }, { type: 'back' }, { type: 'new' }]) {
    assert.ok(isOfTheUser(change, { players }), change.type);
  }
});

test('a lesson and a puzzle have no buttons of a game', () => {
  const shown = (game) =>
    Object.entries(scene(game).buttons)
      .filter(([, { isShown }]) => isShown)
      .map(([name]) => name);
  const moves = ['first', 'back', 'forward', 'last'];
  assert.deepEqual(shown({ record: { lesson: {} } }), moves);
  assert.deepEqual(shown({ players: { white: person, black: { kind: 'solution', level: 20 } } }), moves);
  assert.deepEqual(shown({ players: { white: engine, black: engine } }), [...moves, 'pause']);
  assert.deepEqual(shown({}), [...moves, 'undo', 'hint', 'threat', 'resign']);
});
