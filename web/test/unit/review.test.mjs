// What the review says of moves, and the chances that it goes by.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { scoreInShort, scoreInWords, shareOfWhite } from '../../page/engines/info.js';
import { Review, accuracyOf, faultOf, lossOf, verdictOf } from '../../page/game/review.js';

const cp = (win, draw = 0) => ({ unit: 'cp', value: 0, chances: [win, draw, 1000 - win - draw] });
const legal = (text, words = '') => ({ text, san: text.toUpperCase(), words });
const before = (turn, score, pv) => ({
  view: { turn, outcome: null, legal: [legal('a'), legal('b', 'It absorbs.')] },
  info: { score, pv },
});
const after = (score, pv = ['c']) => ({
  view: { outcome: null, legal: [legal('c', 'It takes.')] },
  info: { score, pv },
});

test('a side loses what its share of the chances falls by', () => {
  assert.equal(lossOf('white', cp(600), 0.5).toFixed(3), '0.100');
  assert.equal(lossOf('black', cp(400), 0.7).toFixed(3), '0.300');
  assert.equal(lossOf('white', cp(400), 0.7), 0);
  assert.equal(shareOfWhite(cp(400, 200)), 0.5);
});

test('a fault has the better move and what it allows', () => {
  const verdict = verdictOf('a', before('white', cp(600), ['b']), after(cp(350)));
  assert.equal(faultOf(verdict)?.name, 'blunder');
  assert.deepEqual(verdict.better, { move: 'b', san: 'B', words: 'It absorbs.' });
  assert.deepEqual(verdict.reply, { move: 'c', san: 'C', words: 'It takes.' });
  for (const [share, name] of [
    [551, undefined],
    [549, 'inaccuracy'],
    [499, 'mistake'],
    [399, 'blunder'],
  ]) {
    assert.equal(faultOf(verdictOf('a', before('white', cp(600), ['b']), after(cp(share))))?.name, name, `${share}`);
  }
});

test('what the engine would have played is no fault', () => {
  const verdict = verdictOf('b', before('black', cp(100), ['b']), after(cp(900)));
  assert.deepEqual(verdict, { score: cp(900), loss: 0 });
});

test('a move that ends the game is judged by its end', () => {
  const over = { view: { outcome: { result: '1-0' }, legal: [] }, info: null };
  const verdict = verdictOf('a', before('black', cp(500), ['b']), over);
  assert.equal(verdict.loss, 0.5);
  assert.equal(scoreInWords(verdict.score), 'White has won');
  const draw = { view: { outcome: { result: '1/2-1/2' }, legal: [] }, info: null };
  assert.equal(shareOfWhite(verdictOf('a', before('black', cp(500), ['b']), draw).score), 0.5);
});

test('the accuracy of moves is what lichess gives them', () => {
  const losing = (/** @type {number[]} */ ...losses) => losses.map((loss) => ({ verdict: { score: cp(500), loss } }));
  assert.equal(accuracyOf(losing(0, 0)), 100);
  // A move from 50% to 40% has 64, one from 50% to 20% has 25.
  assert.equal(accuracyOf(losing(0.1)), 64);
  assert.equal(accuracyOf(losing(0.3)), 25);
  assert.equal(accuracyOf(losing(0, 0.3)), 62);
  assert.equal(accuracyOf(losing(1)), 0);
  assert.equal(accuracyOf([{}, {}]), null);
});

test('a score in a list is short', () => {
  const short = (/** @type {string} */ unit, /** @type {number} */ value) =>
    scoreInShort({ unit, value, chances: null });
  assert.deepEqual([short('cp', 35), short('cp', -120), short('cp', 0)], ['+0.35', '−1.20', '0.00']);
  assert.deepEqual([short('mate', 3), short('mate', -2), short('end', 500)], ['#3', '#−2', '']);
});

/** A game of three moves; White's share falls to a fifth by the third. */
function reviewed() {
  const notes = [];
  const shares = [500, 500, 500, 200];
  const game = {
    ...{ record: { id: 'x' }, line: ['a', 'a', 'a'], fen: null, variant: { name: 'tiny' } },
    plyAt: (moves) => (moves.length === 3 ? { glyphs: [1, 14] } : {}),
    note: (moves, note) => notes.push([moves.length, note]),
  };
  const turnAfter = (count) => (count % 2 === 0 ? 'white' : 'black');
  const backend = {
    call: async (_, { moves }) => ({ turn: turnAfter(moves.length), outcome: null, legal: [legal('a'), legal('b')] }),
    newEngine() {
      const listeners = [];
      let count = 0;
      return {
        send(line) {
          if (line.startsWith('position')) count = (line.split(' moves ')[1] ?? '').split(' ').filter(Boolean).length;
          if (!line.startsWith('go')) return;
          const own = turnAfter(count) === 'white' ? shares[count] : 1000 - shares[count];
          listeners.forEach((hear) => hear(`info depth 1 score cp 0 wdl ${own} 0 ${1000 - own} nps 1 pv b`));
          listeners.forEach((hear) => hear('bestmove b'));
        },
        onLine: (hear) => listeners.push(hear),
        onEnd() {},
        stop() {},
        close() {},
      };
    },
  };
  return { game, backend, notes };
}

test('each move of a game gets its verdict, and signs that people gave stay', async () => {
  const { game, backend, notes } = reviewed();
  let steps = 0;
  assert.equal(await new Review(backend, game).run(() => (steps += 1)), true);
  assert.equal(steps, 3);
  assert.deepEqual(
    notes.map(([count]) => count),
    [3, 2, 1],
  );
  const [[, third], [, second]] = notes;
  assert.equal(faultOf(third.verdict)?.name, 'blunder');
  assert.deepEqual(third.glyphs, [1, 14]);
  assert.equal(faultOf(second.verdict), null);
});

test('a game that goes on, or gives place to another one, ends its review', async () => {
  const { game, backend, notes } = reviewed();
  const review = new Review(backend, game);
  const done = await review.run(() => (game.record = { id: 'y' }));
  assert.equal(done, false);
  assert.equal(notes.length, 1);
});
