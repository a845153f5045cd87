// What is said of games that are played to try a game out.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { LONGEST, interval, reportOf, trial } from '../../page/game/trial.js';

/** @param {string} result @param {string} reason */
const ended = (result, reason, plies = 60) => ({ outcome: { result, reason, text: '' }, plies });
const times = (count, one) => Array.from({ length: count }, () => one);
const told = (played) => Object.fromEntries(reportOf(played).map(({ name, text }) => [name, text]));

test('an interval is that of Wilson, also where all games end alike', () => {
  const close = ([low, high], expected) =>
    expected.forEach((bound, index) => assert.ok(Math.abs([low, high][index] - bound) < 0.0005, `${low} ${high}`));
  // Values of R's prop.test(x, n, correct = FALSE).
  close(interval(0.5, 40), [0.352, 0.648]);
  close(interval(1, 10), [0.7225, 1]);
  close(interval(0, 10), [0, 0.2775]);
});

test('a side is called better only where the interval says so', () => {
  const [white, black, draw] = [
    ended('1-0', 'checkmate'),
    ended('0-1', 'checkmate'),
    ended('1/2-1/2', 'stalemate', 81),
  ];
  const even = told([...times(14, white), ...times(12, black), ...times(14, draw)]);
  assert.match(even['White’s score'], /^53% \(95% interval 37% to 67%\)\. Which side is better is undecided\.$/);
  assert.match(even.Draws, /^35% \(95% interval 22% to 50%\)\.$/);
  assert.equal(even.Ends, 'checkmate 26, stalemate 14.');
  assert.equal(even.Length, '30 moves in the middle, from 30 to 41.');
  assert.match(told(times(30, white))['White’s score'], /White is better\.$/);
  assert.match(told(times(30, black))['White’s score'], /Black is better\.$/);
  assert.match(told([white])['White’s score'], /undecided\.$/);
});

test('games that do not end are told apart from draws', () => {
  const played = [ended('1/2-1/2', 'move limit'), { outcome: null, plies: LONGEST }];
  assert.match(told(played).Ends, /broken off after 150 moves 1/);
  assert.match(told(played).Draws, /^50% /);
  assert.match(told(played)['White’s score'], /^50% /);
});

test('games begin with drawn moves, go on with those of the engine, and end by the rules, or when nobody wants more', async () => {
  const asked = [];
  const backend = {
    call: async (game, { moves }) => ({
      outcome: moves.length === 7 ? { result: '1-0', reason: 'checkmate', text: '' } : null,
      legal: [{ text: 'first' }, { text: 'second' }],
    }),
  };
  let left = 5;
  const searcher = {
    search: async (request) => {
      asked.push(request);
      left -= 1;
      return left < 0 ? null : 'best';
    },
  };
  const played = [];
  for await (const one of trial({ backend, searcher, game: 'mine', games: 9, random: () => 0.6 })) played.push(one);
  assert.deepEqual(
    played.map(({ plies }) => plies),
    [7],
  );
  assert.deepEqual(asked[2].moves, ['second', 'second', 'second', 'second', 'best', 'best']);
  assert.ok(asked.every(({ go }) => /^nodes \d+$/.test(go)));
});
