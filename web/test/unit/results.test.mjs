// The results of the user against the engine, level by level, and whose turn it is.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { people, recordOf } from '../../page/game/record.js';
import { resultsByLevel, resultsInWords, resultsOf } from '../../page/game/results.js';
import { turnIn } from '../../page/start/kept.js';

/**
 * @param {string | undefined} result
 * @param {'white' | 'black' | null} engine its side, if it plays
 * @param {number} [level]
 * @param {string} [game]
 */
function ended(result, engine, level = 5, game = 'chess') {
  const players = people();
  if (engine) players[engine] = { kind: 'engine', level };
  return { ...recordOf({ game, fen: null, moves: [], players, control: null }), result };
}

test('games against the engine are counted by their level, whichever side the user had', () => {
  const records = [
    ended('1-0', 'black'),
    ended('0-1', 'white'),
    ended('0-1', 'black'),
    ended('1/2-1/2', 'black'),
    ended('1-0', 'black', 10),
    // Those of two people, of another game, and those that go on.
    ended('1-0', null),
    ended('1-0', 'black', 5, 'morphing'),
    ended(undefined, 'black'),
    ended('*', 'black'),
  ];
  const results = resultsOf(records, 'chess');
  assert.deepEqual(
    [...results],
    [
      [5, { won: 2, drawn: 1, lost: 1 }],
      [10, { won: 1, drawn: 0, lost: 0 }],
    ],
  );
  assert.equal(resultsInWords({ won: 2, drawn: 1, lost: 1 }), '2 won, 1 drawn, 1 lost');
  assert.equal(resultsInWords({ won: 0, drawn: 0, lost: 3 }), '3 lost');
});

test('the list says where it is the turn of a person who plays alone', () => {
  const black = '4k3/8/8/8/8/8/8/4K3 b - - 0 1';
  const turn = (engine, length, fen = null) => turnIn({ ...ended(undefined, engine), length, fen });
  assert.equal(turn('black', 0), 'your move');
  assert.equal(turn('black', 1), '');
  assert.equal(turn('white', 1), 'your move');
  assert.equal(turn('white', 0, black), 'your move');
  assert.equal(turn('white', 1, black), '');
  assert.equal(turn(null, 0), '', 'two people know whose turn it is');
});

test('results are told level by level, also of levels without a name', () => {
  const one = { won: 1, drawn: 0, lost: 0 };
  const levels = /** @type {any} */ ([
    { name: 'beginner', skillLevel: 0 },
    { name: 'full', skillLevel: 20 },
  ]);
  const all = new Map([
    [20, one],
    [7, one],
    [0, { won: 2, drawn: 0, lost: 1 }],
  ]);
  assert.deepEqual(resultsByLevel(all, levels), ['Beginner: 2 won, 1 lost', 'Level 7: 1 won', 'Full: 1 won']);
});
