import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Rules, games } from '../support.mjs';
import { isRefusal } from '../../page/game/refusal.js';
import { recordOf } from '../../page/game/record.js';
import { Game } from '../../page/game/state.js';

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

/** A game that begins, after these moves. */
const setup = (others = {}) =>
  recordOf({ game: 'tiny', fen: null, moves: [], players: { white: person, black: person }, control: null, ...others });

const started = async (others) => {
  const rules = new TinyRules();
  const game = await Game.start(rules, setup(others));
  const changes = [];
  game.subscribe(({ type }) => changes.push(type));
  return { rules, game, changes };
};

/** A line with what was tried in it, in brackets. */
const written = (line) =>
  line.map(({ move, variations = [] }) => move + variations.map((tried) => `(${written(tried)})`).join('')).join(' ');

test('moves become the line, and each position is asked for once', async () => {
  const { game, rules, changes } = await started();
  await game.play('a');
  await game.play('b');
  await game.look([]);
  await game.look(['a', 'b']);
  assert.deepEqual(game.line, ['a', 'b']);
  assert.deepEqual(game.record.line, [
    { move: 'a', san: 'A' },
    { move: 'b', san: 'B' },
  ]);
  assert.deepEqual(rules.asked, ['', 'a', 'a b']);
  assert.deepEqual(changes, ['move', 'move', 'look', 'look']);
});

test('what is known of the moves is not asked for again', async () => {
  const { game, rules } = await started({ moves: ['a', 'b'] });
  await game.play('b');
  assert.equal(rules.requests.at(-1).sansFrom, 3);
  assert.deepEqual(
    game.record.line.map(({ san }) => san),
    ['A', 'B', 'B'],
  );
  // A question about a position is asked of its FEN, unless the game is over there.
  await game.ask({ call: 'find', text: 'a' });
  assert.deepEqual(rules.requests.at(-1), { call: 'find', fen: 'after 3', moves: [], sansFrom: 0 });
  for (const move of ['a', 'a', 'a']) await game.play(move);
  await game.ask({ call: 'find', text: 'a' });
  assert.deepEqual(rules.requests.at(-1).moves, game.line);
});

test('of many positions, only the last are remembered', async () => {
  const { game, rules } = await started({ moves: Array(5).fill('a') });
  for (let count = 0; count < 200; count += 1) await game.look(Array(count % 6).fill('a'));
  assert.equal(rules.asked.length, 6);
  const long = Array(500).fill('a');
  rules.call = async (name, { moves }) => ({ game: name, moves, sans: moves, turn: 'white', legal: [], outcome: null });
  await game.open(setup({ moves: long }));
  let asked = 0;
  const { call } = rules;
  rules.call = (name, request) => ((asked += 1), call(name, request));
  for (let ply = 499; ply >= 0; ply -= 1) await game.look(long.slice(0, ply));
  assert.equal(asked, 500);
  await game.look(long.slice(0, 400));
  assert.equal(asked, 501, 'what was looked at long ago is asked for again');
  await game.look(long.slice(0, 3));
  assert.equal(asked, 501);
});

test('a move that is not legal changes nothing', async () => {
  const { game, changes } = await started();
  await game.play('c');
  assert.deepEqual(game.line, []);
  assert.deepEqual(changes, []);
});

test('another move in the past begins a variation, and the line stays', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  await game.play('b');
  await game.play('b');
  assert.deepEqual(game.line, ['a', 'a', 'a']);
  assert.equal(written(game.record.line), 'a a(b b) a');
  assert.deepEqual(game.moves, ['a', 'b', 'b']);
  assert.ok(!game.isCurrent && !game.isPast);
  // A second try within it stands beside the first.
  await game.look(['a', 'b']);
  await game.play('a');
  assert.equal(written(game.record.line), 'a a(b b(a)) a');
  // A known move enters it again.
  await game.look(['a']);
  await game.play('b');
  await game.play('b');
  assert.equal(written(game.record.line), 'a a(b b(a)) a');
});

test('the move that was played there goes along the line', async () => {
  const { game } = await started({ moves: ['a', 'b'] });
  await game.look([]);
  await game.play('a');
  assert.ok(game.isPast && !game.isCurrent);
  assert.equal(written(game.record.line), 'a b');
});

test('to play on from a variation makes it the line, and nothing is lost', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  await game.play('b');
  await game.playOn();
  assert.deepEqual(game.line, ['a', 'b']);
  assert.equal(written(game.record.line), 'a b(a a)');
  assert.ok(game.isCurrent);
  await game.look(['a', 'a', 'a']);
  await game.playOn();
  assert.deepEqual(game.line, ['a', 'a', 'a']);
  assert.equal(written(game.record.line), 'a a(b) a');
});

test('to play on from the past keeps what had followed', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  await game.playOn();
  assert.deepEqual(game.line, ['a']);
  assert.equal(written(game.record.line.slice(game.record.length)), 'a a');
  await game.play('b');
  assert.deepEqual(game.line, ['a', 'b']);
  assert.equal(written(game.record.line), 'a b(a a)');
});

test('what was tried can be taken out again, and the game cannot', async () => {
  const { game } = await started({ moves: ['a', 'a'] });
  await game.look([]);
  for (const move of ['b', 'a', 'b']) await game.play(move);
  await game.look(['b', 'a']);
  await game.eraseVariation();
  assert.equal(written(game.record.line), 'a(b) a');
  assert.deepEqual(game.moves, ['b']);
  await game.eraseVariation();
  assert.equal(written(game.record.line), 'a a');
  await game.look(['a']);
  await game.eraseVariation();
  assert.equal(written(game.record.line), 'a a');
});

test('a record goes out and comes back with all that is in it', async () => {
  const { game, rules } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  await game.play('b');
  game.note(['a'], { comment: 'well', clock: 1000 });
  game.end({ result: '1-0', reason: 'by resignation', text: 'White wins by resignation' });
  const text = JSON.stringify(game.record);
  const other = await Game.start(rules, JSON.parse(text));
  assert.equal(JSON.stringify(other.record), text);
  assert.equal(other.outcome.reason, 'by resignation');
  assert.ok(other.isCurrent);
});

test('a game that is opened does not change the record that it came from', async () => {
  const record = setup({ moves: ['a'] });
  const game = await Game.start(new TinyRules(), record);
  await game.play('b');
  assert.equal(record.line.length, 1);
});

test('ten steps back are ten, however fast they come', async () => {
  const { game, rules } = await started({ moves: Array(5).fill('a') });
  rules.holds = true;
  const steps = Array.from({ length: 4 }, () => game.walk(-1));
  rules.held.splice(0).forEach((letGo) => letGo());
  await Promise.all(steps);
  assert.equal(game.moves.length, 1);
  rules.holds = false;
  await Promise.all([game.walk(1), game.walk(1)]);
  assert.equal(game.moves.length, 3);
});

test('taking back goes round to the person again', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a', 'a'], players: { white: person, black: engine } });
  await game.takeBack();
  assert.deepEqual(game.line, ['a', 'a'], 'the engine has answered: both moves');
  await game.play('b');
  await game.takeBack();
  assert.deepEqual(game.line, ['a', 'a'], 'the engine still thinks: one move');
  assert.equal(written(game.record.line), 'a a');
});

test('the engine cannot be made to take back its first move', async () => {
  const { game } = await started({ moves: ['a'], players: { white: engine, black: person } });
  assert.equal(game.retractable, 0);
});

test('an answer goes to the end of the game, wherever the user looks', async () => {
  const { game } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  await game.answer('b');
  assert.deepEqual(game.line, ['a', 'a', 'a', 'b']);
  assert.deepEqual(game.moves, ['a']);
});

test('an answer is not lost while the user tries a variation, nor the variation', async () => {
  const { game, rules } = await started({ moves: ['a', 'a', 'a'] });
  await game.look(['a']);
  rules.holds = true;
  const both = [game.answer('b'), game.play('b')];
  rules.held.forEach((letGo) => letGo());
  await Promise.all(both);
  assert.equal(written(game.record.line), 'a a(b) a b');
  assert.deepEqual(game.moves, ['a', 'b']);
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
  const first = game.look(['a']);
  rules.holds = false;
  await game.look(['a', 'a']);
  rules.held.forEach((letGo) => letGo());
  await first;
  assert.deepEqual(game.moves, ['a', 'a']);
});

test('a bad position is refused, and the game stays as it was', async () => {
  const { game, changes } = await started({ moves: ['a'] });
  await assert.rejects(game.open(setup({ fen: 'bad' })), /a bad FEN/);
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
  assert.equal(game.record.line.length, 6);
  assert.ok(!game.isCurrent);
  assert.equal(game.record.result, '1-0');
});

test('a game that Black begins', async () => {
  const { game } = await started({ fen: 'some b - - 0 12' });
  assert.ok(game.startsWithBlack);
  assert.equal(game.firstNumber, 12);
});

test('whose pieces the user may move, and for whom a move can be planned', async () => {
  const { game } = await started({ players: { white: person, black: engine } });
  assert.deepEqual([game.mover, game.planner], ['white', null]);
  await game.play('a');
  assert.deepEqual([game.mover, game.planner], [null, 'white'], 'the engine is to move');
  await game.look([]);
  assert.deepEqual([game.mover, game.planner], ['white', null], 'elsewhere anything can be tried');
  await game.look(['a']);
  game.end({ result: '1-0', reason: 'resignation', text: 'White wins' });
  assert.deepEqual([game.mover, game.planner], [null, null], 'the game is over');
  const two = await started();
  await two.game.play('a');
  assert.deepEqual([two.game.mover, two.game.planner], ['black', null], 'two people at one board');
});

test('a look ahead along a line changes nothing', async () => {
  const { game, changes } = await started({ moves: ['a'] });
  const view = await game.viewAlong(['b', 'a']);
  assert.deepEqual(view.moves, ['a', 'b', 'a']);
  assert.deepEqual([game.moves, game.line, changes], [['a'], ['a'], []]);
});

test('the other side is to move, but not while a king is attacked', { skip: !games.includes('chess') }, async () => {
  const rules = await Rules.load('chess');
  const backend = { call: async (_, { call, ...takes }) => rules.call(call, takes) };
  const fen = '4k3/P7/8/8/8/8/4p3/R3K3 b Q - 0 1';
  const game = await Game.start(backend, setup({ game: 'chess', fen }));
  const { fen: turned, legal } = await game.turned();
  assert.equal(turned, '4k3/P7/8/8/8/8/4p3/R3K3 w Q - 0 1');
  assert.ok(legal.some(({ text }) => text === 'a7a8q'));
  await game.open(setup({ game: 'chess', fen: '4k3/8/8/8/8/8/4R3/4K3 b - - 0 1' }));
  await assert.rejects(game.turned(), isRefusal);
});
