// Puzzles are read from the suites, and what is solved is kept.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Progress, isWonIn, readPuzzles, recordOfPuzzle } from '../../page/game/puzzles.js';
import { text } from '../support.mjs';

const STORED = 'vertumnus-puzzles';

/** A storage of the browser. */
const storage = (entries = {}) => {
  const values = new Map(Object.entries(entries));
  return { getItem: (key) => values.get(key) ?? null, setItem: (key, value) => values.set(key, value), values };
};

test('all lines of the suites are puzzles', () => {
  for (const game of ['chess', 'combination', 'fairyeater', 'morphing', 'powerabsorption', 'stealthbomber']) {
    const epd = text(`src/games/${game}/puzzles.epd`);
    const puzzles = readPuzzles(game, epd);
    assert.equal(puzzles.length, epd.split('\n').filter((line) => line.includes(';dm ')).length, game);
    assert.ok(
      puzzles.every(({ moves, best, number, count }) => moves >= 1 && best.length > 0 && number <= count),
      game,
    );
    assert.equal(new Set(puzzles.map(({ id }) => id)).size, puzzles.length, game);
  }
});

test('a line is taken apart', () => {
  const epd =
    '# A comment.\n8/8/8/8/8/8/8/K6k b - - 0 1 ;dm 2 ;bm h1g1 h1g2 ;nodes 9 ;id one\n\n8/8 w - - 0 1 ;dm 1 ;id none\n';
  const [puzzle, ...others] = readPuzzles('tiny', epd);
  assert.deepEqual(others, []);
  assert.equal(puzzle.fen, '8/8/8/8/8/8/8/K6k b - - 0 1');
  assert.deepEqual({ ...puzzle.best }, { 0: 'h1g1', 1: 'h1g2' });
  assert.equal(`${puzzle.id} ${puzzle.side} ${puzzle.moves} ${puzzle.number}`, 'tiny/one black 2 1');
  const { players, fen, puzzle: kept } = recordOfPuzzle('tiny', puzzle);
  assert.equal(fen, puzzle.fen);
  assert.equal(`${players.black.kind} ${players.white.kind}`, 'person solution');
  assert.equal(kept.id, 'tiny/one');
});

test('a move is right as long as it wins in time', () => {
  const info = (mate) => `info depth 3 score mate ${mate} nps 1 pv a`;
  // Black is to move and will be mated in two.
  assert.equal(isWonIn(info(-2), 'black', 'white', 2), true);
  assert.equal(isWonIn(info(-3), 'black', 'white', 2), false);
  assert.equal(isWonIn(info(2), 'black', 'white', 2), false);
  assert.equal(isWonIn('info depth 3 score cp 900 nps 1 pv a', 'black', 'white', 2), false);
  assert.equal(isWonIn('', 'black', 'white', 2), false);
});

test('a row without help grows, and ends with a miss', () => {
  const kept = storage();
  const progress = new Progress(kept);
  const puzzle = (id, help = {}) => ({ id, isHelped: false, isShown: false, ...help });
  progress.solve(puzzle('chess/a'));
  progress.solve(puzzle('chess/b'));
  assert.deepEqual(progress.score, { solved: ['chess/a', 'chess/b'], streak: 2, best: 2 });
  progress.fail();
  progress.solve(puzzle('chess/c', { isHelped: true }));
  progress.solve(puzzle('chess/d', { isHelped: true, isShown: true }));
  assert.deepEqual(progress.score, { solved: ['chess/a', 'chess/b', 'chess/c'], streak: 0, best: 2 });
  assert.equal(progress.isSolved('chess/d'), false);
  // The next day, and in another tab.
  const other = new Progress(kept);
  assert.deepEqual(other.score, progress.score);
  other.solve(puzzle('morphing/a'));
  progress.solve(puzzle('morphing/b'));
  assert.equal(progress.solvedOf('morphing'), 2);
  assert.equal(progress.solvedOf('chess'), 3);
});

test('where nothing is kept, or nonsense, it begins anew', () => {
  for (const value of ['', '[', '{"solved":3,"streak":"x","best":null}', 'null']) {
    assert.deepEqual(new Progress(storage({ [STORED]: value })).score, { solved: [], streak: 0, best: 0 }, value);
  }
  const progress = new Progress(null);
  progress.solve({ id: 'chess/a', isHelped: false, isShown: false });
  assert.equal(progress.score.streak, 1);
});
