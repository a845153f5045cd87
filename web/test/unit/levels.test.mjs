// Levels in words, and their Elo where it was measured.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GAMES } from '../../page/start/games.js';
import { levelInWords } from '../../page/start/newgame.js';
import { text } from '../support.mjs';

const levels = [
  { name: 'casual', skillLevel: 5, suits: 'people who play now and then' },
  { name: 'club', skillLevel: 10, suits: 'a club player' },
  { name: 'full', skillLevel: 20, suits: 'full strength, beyond human players' },
];

test('a level says its Elo only in the game in which it was measured', () => {
  const elo = (level) => `${GAMES.chess.elo[level].join(' ± ')} Elo against Stockfish`;
  assert.equal(levelInWords(levels, 10, 'chess'), `club: suits a club player; ${elo(10)}`);
  assert.equal(levelInWords(levels, 8, 'chess'), `8, between casual and club; ${elo(8)}`);
  assert.equal(levelInWords(levels, 7, 'chess'), '7, between casual and club');
  assert.equal(levelInWords(levels, 5, 'chess'), 'casual: suits people who play now and then');
  assert.equal(levelInWords(levels, 20, 'chess'), 'full: full strength, beyond human players');
  for (const game of Object.keys(GAMES))
    if (game !== 'chess') assert.doesNotMatch(levelInWords(levels, 10, game), /Elo/);
  assert.doesNotMatch(levelInWords(levels, 10, 'a written game'), /Elo/);
});

test('the page has the Elo of docs/strength.md', () => {
  const section = text('docs/strength.md').split('## Levels')[1].split('\n## ')[0];
  const rows = [...section.matchAll(/^\| (\d+) \|.*\| (\d+) ± (\d+) \|$/gm)];
  const measured = Object.fromEntries(rows.map(([, level, ...elo]) => [level, elo.map(Number)]));
  assert.ok(rows.length > 4);
  assert.deepEqual(GAMES.chess.elo, measured);
});
