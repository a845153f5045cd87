// What a queue of UCI lines has to know of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Memory, afterPonderHit, bestLineOf, endsSearch, workOf } from '../../package/uci.js';

test('what a line starts, and whether only `stop` ends it', () => {
  const cases = /** @type {[string, string, boolean][]} */ ([
    ['go movetime 100', 'search', false],
    ['go wtime 1000 btime 1000 ponder', 'search', true],
    ['go infinite', 'search', true],
    ['go', 'search', true],
    ['go perft 3', 'count', false],
    ['bench 4', 'count', true],
    ['position startpos', 'other', true],
  ]);
  for (const [line, kind, isOpen] of cases) {
    assert.equal(workOf(line).kind, kind, line);
    if (kind === 'search') assert.equal(workOf(line).isOpen, isOpen, line);
  }
  assert.ok(endsSearch('  setoption name Hash value 1') && !endsSearch('position startpos'));
  assert.equal(afterPonderHit('go ponder wtime 5 btime 6'), 'go wtime 5 btime 6');
});

test('the best line of a report', () => {
  assert.deepEqual(bestLineOf('info depth 3 score cp 5 pv e2e4 e7e5 g1f3'), ['e2e4', 'e7e5', 'g1f3']);
  assert.equal(bestLineOf('info depth 3 multipv 2 score cp 5 pv e2e4'), null);
  assert.equal(bestLineOf('info depth 3 score cp 5 upperbound pv e2e4'), null);
  assert.equal(bestLineOf('info string pv e2e4'), null);
});

test('a new worker is told the options and the position that stand', () => {
  const memory = new Memory();
  memory.note('setoption name Hash value 2', false);
  memory.note('setoption name hash value 4', false);
  memory.note('setoption name Clear Hash', false);
  memory.note('position startpos moves e2e4', false);
  memory.note('position startpos moves e2e9', true);
  assert.deepEqual(memory.lines, ['setoption name hash value 4', 'position startpos moves e2e4']);
  memory.drop('setoption name Hash value 4');
  memory.note('ucinewgame', false);
  assert.deepEqual(memory.lines, []);
});
