import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Game } from '../../page/state.js';

/** Rules for tests: on each turn `a` and `b` are legal, and a game of six moves is over. */
class TinyRules {
  /** Positions that are not answered before they are let go. */
  held = [];
  holds = false;
  asked = [];
  requests = [];

  async call(game, { call, fen, moves = [], sansFrom = 0 }) {
    this.requests.push({ call, fen, moves, sansFrom });
    if (call === 'variant') return { name: game, startFen: 'start w - - 0 1' };
    this.asked.push(moves.join(' '));
    if (fen === 'bad') throw new Error('a bad FEN');
    if (this.holds) await new Promise((resolve) => this.held.push(resolve));
    return {
      ...{ game, moves, fen: `after ${moves.length}`, turn: moves.length % 2 ? 'black' : 'white' },
      sans: moves.slice(sansFrom).map((move) => move.toUpperCase()),
      legal: ['a', 'b'].map((text) => ({ text, san: text.toUpperCase() })),
      outcome: moves.length === 6 ? { result: '1/2-1/2', reason: 'six', text: 'Draw' } : null,
    };
  }
}

const person = { kind: 'person', level: 20 };
const engine = { kind: 'engine', level: 0 };

const started = async (setup = {}) => {
  const rules = new TinyRules();
  const players = { white: person, black: person };
  const game = await Game.start(rules, { game: 'tiny', fen: null, moves: [], players, control: null, ...setup });
  const changes = [];
  game.subscribe(({ type }) => changes.push(type));
  return { rules, game, changes };
};

test('moves become the line, and each position is asked for once', async () => {
  const { game, rules, changes } = await started();
  await game.play('a');
  await game.play('b');
  await game.look({ ply: 0, variation: null });
  await game.look({ ply: 2, variation: null });
  assert.deepEqual(game.line, ['a', 'b']);
  assert.deepEqual(game.sans, ['A', 'B']);
  assert.deepEqual(rules.asked, ['', 'a', 'a b']);
  assert.deepEqual(changes, ['move', 'move', 'look', 'look']);
});

test('what is known of the moves is not asked for again', async () => {
  const { game, rules } = await started({ moves: ['a', 'b'] });
  assert.deepEqual(game.sans, ['A', 'B']);
  await game.play('b');
  assert.equal(rules.requests.at(-1).sansFrom, 3);
  assert.deepEqual(game.sans, ['A', 'B', 'B']);
  await game.look({ ply: 1, variation: null });
  await game.play('a');
  assert.deepEqual(game.variations[0].sans, ['A', 'A']);
  await game.cut();
  assert.deepEqual(game.sans, ['A', 'A']);
  await game.answer('b');
  assert.deepEqual(game.sans, ['A', 'A', 'B']);
  // A question about a position is asked of its FEN, unless the game is over there.
  await game.ask({ call: 'find', text: 'a' });
  assert.deepEqual(rules.requests.at(-1), { call: 'find', fen: 'after 3', moves: [], sansFrom: 0 });
  for (const move of ['a', 'a', 'a']) await game.play(move);
  await game.ask({ call: 'find', text: 'a' });
  assert.deepEqual(rules.requests.at(-1).moves, game.line);
});

test('a move that is not legal changes nothing', async () => {
  const { game, changes } = await started();
  await game.play('c');
  assert.deepEqual(game.line, []);
  assert.deepEqual(changes, []);
});

test('another move in the past begins a variation, and the line stays', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look({ ply: 1, variation: null });
  await game.play('b');
  await game.play('b');
  assert.deepEqual(game.line, ['a', 'a', 'a']);
  assert.deepEqual(game.variations.map(({ from, moves }) => [from, ...moves]), [[1, 'a', 'b', 'b']]);
  assert.deepEqual(game.place, { ply: 3, variation: 0 });
  assert.ok(!game.isCurrent);
  // Back before its first move, the variation is left, and its first move enters it again.
  await game.look({ ply: 1, variation: 0 });
  assert.deepEqual(game.place, { ply: 1, variation: null });
  await game.play('b');
  assert.deepEqual(game.place, { ply: 2, variation: 0 });
  assert.equal(game.variations.length, 1);
});

test('the move that was played there goes along the line', async () => {
  const { game } = await started({ moves: ['a', 'b'] });
  await game.look({ ply: 0, variation: null });
  await game.play('a');
  assert.deepEqual(game.place, { ply: 1, variation: null });
  assert.equal(game.variations.length, 0);
});

test('to play on from a variation makes it the line', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look({ ply: 1, variation: null });
  await game.play('b');
  await game.cut();
  assert.deepEqual(game.line, ['a', 'b']);
  assert.equal(game.variations.length, 0);
  assert.ok(game.isCurrent);
});

test('taking back goes round to the person again', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a', 'a'], players: { white: person, black: engine } });
  await game.takeBack();
  assert.deepEqual(game.line, ['a', 'a'], 'the engine has answered: both moves');
  await game.play('b');
  await game.takeBack();
  assert.deepEqual(game.line, ['a', 'a'], 'the engine still thinks: one move');
});

test('the engine cannot be made to take back its first move', async () => {
  const { game } = await started({ moves: ['a'], players: { white: engine, black: person } });
  assert.equal(game.retractable, 0);
});

test('an answer goes to the end of the game, wherever the user looks', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look({ ply: 1, variation: null });
  await game.answer('b');
  assert.deepEqual(game.line, ['a', 'a', 'a', 'b']);
  assert.deepEqual(game.place, { ply: 1, variation: null });
});

test('an answer is not lost while the user tries a variation, nor the variation', async () => {
  const { game, rules } = await started({ moves: ['a', 'a', 'a'] });
  await game.look({ ply: 1, variation: null });
  rules.holds = true;
  const both = [game.answer('b'), game.play('b')];
  rules.held.forEach((letGo) => letGo());
  await Promise.all(both);
  assert.deepEqual(game.line, ['a', 'a', 'a', 'b']);
  assert.deepEqual(game.place, { ply: 2, variation: 0 });
});

test('an answer that comes after the game has changed is dropped', async () => {
  const { game, rules } = await started({ moves: ['a', 'a'] });
  for (const change of [() => game.takeBack(), () => game.end({ result: '1-0', reason: 'time', text: '' })]) {
    rules.holds = true;
    const answer = game.answer('b');
    rules.holds = false;
    await change();
    rules.held.splice(0).forEach((letGo) => letGo());
    await answer;
    assert.ok(!game.line.includes('b'));
  }
});

test('a position that comes late is dropped', async () => {
  const { game, rules } = await started({ moves: ['a', 'a'] });
  rules.holds = true;
  const late = game.play('b');
  rules.holds = false;
  await game.takeBack();
  rules.held.forEach((letGo) => letGo());
  await late;
  assert.deepEqual(game.line, ['a']);
});

test('the last of two looks counts, though the first is answered after it', async () => {
  const { game, rules } = await started({ moves: ['a', 'a', 'a'] });
  rules.holds = true;
  const first = game.look({ ply: 1, variation: null });
  rules.holds = false;
  await game.look({ ply: 2, variation: null });
  rules.held.forEach((letGo) => letGo());
  await first;
  assert.deepEqual(game.place, { ply: 2, variation: null });
});

test('a bad position is refused, and the game stays as it was', async () => {
  const { game, changes } = await started({ moves: ['a'] });
  const players = { white: person, black: person };
  await assert.rejects(game.restart({ game: 'tiny', fen: 'bad', moves: [], players, control: null }), /a bad FEN/);
  assert.deepEqual(game.line, ['a']);
  assert.deepEqual(changes, []);
});

test('a game ends by the rules or by a player, and can be gone on with after taking back', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a', 'a', 'a', 'a'] });
  assert.equal(game.outcome.reason, 'six');
  await game.takeBack();
  assert.equal(game.outcome, null);
  game.end({ result: '1-0', reason: 'by resignation', text: 'White wins by resignation' });
  game.end({ result: '0-1', reason: 'on time', text: 'Black wins on time' });
  assert.equal(game.outcome.result, '1-0', 'the first end counts');
  // After the end, moves are variations.
  await game.play('b');
  assert.equal(game.line.length, 5);
  assert.equal(game.variations.length, 1);
});

test('a game that Black begins', async () => {
  const { game } = await started({ fen: 'some b - - 0 12' });
  assert.ok(game.startsWithBlack);
  assert.equal(game.firstNumber, 12);
});
