// Engines of the program that serves the page, over a stand-in for it.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { deflateSync } from 'node:zlib';

/** The program: it answers what it is asked as its pages say. */
class Program {
  asked = [];
  /** Parts of the answers to those who listen; `null` where the engine owes nothing. */
  says = [];
  /** What it says to calls, in their order. */
  replies = [];
  hasEnded = false;
  /** Whether what it is told next finds that its engine has ended. */
  endsOnce = false;
  isThere = true;

  async fetch(address, { method, body }) {
    this.asked.push(body === undefined ? method : `${method} ${body.replaceAll('\n', '|')}`);
    if (!this.isThere) throw new TypeError('refused');
    await settled();
    const ends = this.hasEnded || (this.endsOnce && method === 'POST');
    if (ends) this.endsOnce = false;
    if (ends) return new Response('the engine has ended\n', { status: 404 });
    for (const line of body?.split('\n') ?? []) {
      const reply = line.startsWith('{') && this.replies.shift();
      if (reply) this.says.push([`${JSON.stringify(reply)}\n`]);
    }
    if (method !== 'GET') return new Response(null, { status: 204 });
    const parts = this.says.shift() ?? null;
    if (parts === null) return new Response(null, { status: 204 });
    const bytes = new TextEncoder();
    return new Response(
      new ReadableStream({
        start(stream) {
          for (const part of parts) stream.enqueue(bytes.encode(part));
          stream.close();
        },
      }),
    );
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

/** @param {() => boolean} holds */
async function until(holds) {
  while (!holds()) await settled();
}

/** @type {Program} */
let program;
/** @type {Map<string, (event: object) => void>} */
let handlers;
let native;

beforeEach(async () => {
  program = new Program();
  handlers = new Map();
  globalThis.fetch = (address, init) => program.fetch(address, init);
  globalThis.addEventListener = (type, handler) => handlers.set(type, handler);
  globalThis.removeEventListener = (type) => handlers.delete(type);
  ({ native } = await import('../../page/engines/native.js'));
});

afterEach(() => {
  for (const name of ['addEventListener', 'removeEventListener']) delete globalThis[name];
});

function start() {
  const engine = native({ games: [], levels: [] }).newEngine('chess');
  const lines = [];
  const ends = [];
  engine.onLine((line) => lines.push(line));
  engine.onEnd((reason) => ends.push(reason));
  return { engine, lines, ends };
}

test('lines that come at once go together, and the page listens until the engine owes nothing', async () => {
  program.says = [['id name V\nuci', 'ok\n'], [], ['info depth 1\n', 'bestmove e2e4\n']];
  const { engine, lines, ends } = start();
  for (const line of ['uci', 'position startpos', 'go nodes 1']) engine.send(line);
  await until(() => program.asked.length === 6);
  assert.deepEqual(lines, ['id name V', 'uciok', 'info depth 1', 'bestmove e2e4']);
  assert.deepEqual(program.asked, ['PUT', 'POST uci|position startpos|go nodes 1', 'GET', 'GET', 'GET', 'GET']);
  program.says = [['bestmove d2d4\n']];
  engine.send('go nodes 2');
  await until(() => program.asked.length === 9);
  assert.deepEqual(lines.slice(4), ['bestmove d2d4']);
  assert.deepEqual(program.asked.slice(6), ['POST go nodes 2', 'GET', 'GET']);
  assert.deepEqual(ends, []);
});

test('an engine that has ended is told once', async () => {
  const { engine, ends } = start();
  engine.send('uci');
  await until(() => program.asked.length === 3);
  program.hasEnded = true;
  engine.send('go nodes 1');
  await until(() => ends.length > 0);
  engine.send('go nodes 1');
  await settled();
  assert.deepEqual(ends, ['the engine has ended']);
});

test('a program that has gone is told', async () => {
  program.isThere = false;
  const { engine, ends } = start();
  engine.send('uci');
  await until(() => ends.length > 0);
  assert.deepEqual(ends, ['the program that serves this page does not answer']);
});

/** A game in its own name. */
const TEXT = '[knights:chess]\nking = k:KN\n';
const GAME = `rules=${deflateSync(TEXT).toString('base64url')}.knights`;

test('a text is read by a process of its own, which is asked about its game and asked anew when it has ended', async () => {
  const read = { ok: { games: [{ name: 'knights', title: 'K' }], findings: [], game: 'knights', words: 'w' } };
  const { call, check } = native({ games: [], levels: [] });
  program.replies = [{ ok: [] }, read];
  assert.equal((await check(TEXT)).words, 'w');
  await until(() => program.asked.includes('DELETE'));
  program.asked = [];
  program.replies = [{ ok: [] }, read, { ok: { game: 'knights', fen: 'f' } }];
  assert.deepEqual(await call(GAME, { call: 'position' }), { game: GAME, fen: 'f' });
  assert.equal(program.asked.filter((what) => what === 'PUT').length, 1);
  assert.ok(program.asked.includes('POST {"game":"knights","call":"position"}'), program.asked.join());
  program.replies = [{ error: { kind: 'BadMove', message: 'no' } }];
  await assert.rejects(call(GAME, { call: 'position', moves: ['e2e5'] }), { name: 'CallError', message: 'no' });
  // The program has ended it, because nobody asked for long.
  program.endsOnce = true;
  program.replies = [{ ok: [] }, read, { ok: { name: 'knights' } }];
  assert.deepEqual(await call(GAME, { call: 'variant' }), { name: GAME });
  assert.equal(program.asked.filter((what) => what === 'PUT').length, 2);
});

test('a text that takes too long is given up, and its process ended', async () => {
  program.replies = [{ ok: [] }];
  const { check } = native({ games: [], levels: [] });
  await assert.rejects(check(TEXT, { limit: 20 }), { message: 'the text takes longer than 0.02 s to read' });
  await until(() => program.asked.includes('DELETE'));
});

test('an engine of a game of a text reads it before it is told anything', async () => {
  program.replies = [{ ok: { games: [{ name: 'knights', title: 'K' }], findings: [] } }];
  const engine = native({ games: [], levels: [] }).newEngine(GAME);
  const lines = [];
  engine.onLine((line) => lines.push(line));
  engine.onEnd(() => assert.fail());
  for (const line of ['uci', `setoption name UCI_Variant value ${GAME}`]) engine.send(line);
  await until(() => program.asked.some((what) => what.includes('uci')));
  const told = program.asked.filter((what) => what.startsWith('POST'));
  assert.deepEqual(told, [
    `POST ${JSON.stringify({ call: 'loadRules', text: TEXT })}`,
    'POST uci|setoption name UCI_Variant value knights',
  ]);
  assert.deepEqual(lines, []);
});

test('a page that goes away or closes its engine ends it and hears no more', async () => {
  const { engine, ends } = start();
  engine.send('uci');
  await until(() => program.asked.length === 3);
  handlers.get('pagehide')({ persisted: true });
  assert.ok(!program.asked.includes('DELETE'));
  handlers.get('pagehide')({ persisted: false });
  assert.equal(program.asked.at(-1), 'DELETE');
  engine.close();
  assert.equal(handlers.size, 0);
  await until(() => program.asked.filter((what) => what === 'DELETE').length === 2);
  assert.deepEqual([program.asked.at(-1), ends], ['DELETE', []]);
});
