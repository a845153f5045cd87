import assert from 'node:assert/strict';
import { test } from 'node:test';

import { EngineEnded, Searcher } from '../../page/engines/searcher.js';

/** An engine that answers when it is told to. */
class SlowEngine {
  sent = [];
  stops = 0;
  send(line) {
    this.sent.push(line);
  }
  onLine(callback) {
    this.say = callback;
  }
  onEnd(callback) {
    this.end = callback;
  }
  stop() {
    this.stops += 1;
  }
  close() {}
  get searches() {
    return this.sent.filter((line) => line.startsWith('go ')).length;
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

const request = { fen: null, moves: ['e2e4'], go: 'movetime 10', options: { 'Skill Level': 4 } };

test('a search is told its game, options, position and limits, and gives the best move', async () => {
  const engine = new SlowEngine();
  const searcher = new Searcher(() => engine, 'morphing');
  const best = searcher.search(request);
  await settled();
  assert.ok(searcher.isBusy);
  assert.deepEqual(engine.sent, [
    'uci',
    'setoption name UCI_Variant value morphing',
    'setoption name Skill Level value 4',
    'position startpos moves e2e4',
    'go movetime 10',
  ]);
  engine.say('info depth 1 pv e7e5');
  engine.say('bestmove e7e5 ponder d2d4');
  assert.equal(await best, 'e7e5');
  assert.ok(!searcher.isBusy);
});

test('an option is told once', async () => {
  const engine = new SlowEngine();
  const searcher = new Searcher(() => engine, 'chess');
  for (let count = 0; count < 2; count += 1) {
    const best = searcher.search(request);
    await settled();
    engine.say('bestmove e7e5');
    await best;
  }
  assert.equal(engine.sent.filter((line) => line.includes('Skill Level')).length, 1);
});

test('a search that is dropped gives no move, and the next waits until it has ended', async () => {
  const engine = new SlowEngine();
  const searcher = new Searcher(() => engine, 'chess');
  const first = searcher.search(request);
  await settled();
  searcher.drop();
  const second = searcher.search({ ...request, moves: ['d2d4'] });
  await settled();
  assert.ok(engine.stops > 0);
  assert.equal(engine.searches, 1, 'the second search has not begun');
  engine.say('bestmove e7e5');
  assert.equal(await first, null, 'the first answer is stale');
  await settled();
  assert.equal(engine.searches, 2);
  engine.say('bestmove d7d5');
  assert.equal(await second, 'd7d5');
});

test('of several searches that wait, only the last begins', async () => {
  const engine = new SlowEngine();
  const searcher = new Searcher(() => engine, 'chess');
  const answers = ['a2a3', 'b2b3', 'c2c3'].map((move) => searcher.search({ ...request, moves: [move] }));
  await settled();
  engine.say('bestmove e7e5');
  await settled();
  assert.deepEqual(
    engine.sent.filter((line) => line.startsWith('position')),
    ['position startpos moves c2c3'],
  );
  assert.deepEqual(await Promise.all(answers), [null, null, 'e7e5']);
});

test('an engine without a move gives none', async () => {
  const engine = new SlowEngine();
  const searcher = new Searcher(() => engine, 'chess');
  const best = searcher.search(request);
  await settled();
  engine.say('bestmove 0000');
  assert.equal(await best, null);
});

/** A searcher whose engines are noted. */
function searches() {
  const engines = [];
  const searcher = new Searcher(() => {
    engines.push(new SlowEngine());
    return engines.at(-1);
  }, 'chess');
  return { engines, searcher };
}

test('an engine that ends in the midst of a search is started again, and told the same', async () => {
  const { engines, searcher } = searches();
  const best = searcher.search(request);
  await settled();
  engines[0].end('it was killed');
  await settled();
  assert.equal(engines.length, 2);
  assert.deepEqual(engines[1].sent, engines[0].sent);
  engines[0].say('bestmove a2a3');
  engines[1].say('bestmove e7e5');
  assert.equal(await best, 'e7e5');
});

test('an engine that ends twice is given up, with the reason, and can be asked for again', async () => {
  const { engines, searcher } = searches();
  const best = searcher.search(request);
  const refused = assert.rejects(best, (error) => error instanceof EngineEnded && error.message === 'it was killed');
  for (const index of [0, 1]) {
    await settled();
    engines[index].end('it was killed');
  }
  await refused;
  assert.ok(!searcher.isBusy);
  const again = searcher.search(request);
  await settled();
  assert.equal(engines.length, 3);
  engines[2].say('bestmove e7e5');
  assert.equal(await again, 'e7e5');
});

test('an engine that ends between searches is missed by nobody', async () => {
  const { engines, searcher } = searches();
  const first = searcher.search(request);
  await settled();
  engines[0].say('bestmove e7e5');
  await first;
  engines[0].end('it was killed');
  const second = searcher.search(request);
  await settled();
  engines[1].say('bestmove d7d5');
  assert.equal(await second, 'd7d5');
});
