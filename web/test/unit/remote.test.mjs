// The rules in a worker answer as they do at once.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { CallError, ModuleError, RemoteRules, Rules, games, hasWritten } from '../support.mjs';

const [game] = games;

test('questions are answered in their order, refused, and unanswered when the worker is ended', async () => {
  const [rules, remote] = await Promise.all([Rules.load(game), RemoteRules.load(game)]);
  const moves = rules.position().legalMoves();
  const asked = moves.map((move) => ({ moves: [move] }));
  const answers = await Promise.all(asked.map((about) => remote.call('position', about)));
  assert.deepEqual(
    answers,
    asked.map((about) => rules.call('position', about)),
  );
  await assert.rejects(remote.call('position', { moves: ['a1a1'] }), CallError);
  assert.equal(remote.hasEnded, false);
  const late = remote.call('perft', { depth: 3 });
  remote.terminate();
  await assert.rejects(late, ModuleError);
  await assert.rejects(remote.call('games'), ModuleError);
  assert.equal(remote.hasEnded, true);
  await assert.rejects(RemoteRules.load('nonesuch'), ModuleError);
});

test('a game of a text is known to the worker, and one that it has not is told', { skip: !hasWritten }, async () => {
  const text = '[one:chess]\n[two:chess]\nking = k:KN\n';
  const remote = await RemoteRules.load('two', { rules: text });
  const { kinds } = await remote.call('variant');
  assert.match(kinds.find(({ isRoyal }) => isRoyal).words, /knight/);
  remote.terminate();
  await assert.rejects(RemoteRules.load('three', { rules: text }), /three/);
  const first = await RemoteRules.load(null, { rules: text });
  assert.equal(first.game, 'one');
  first.terminate();
  await assert.rejects(RemoteRules.load(null, { rules: text, limit: 0 }), /takes longer than 0 s/);
});
