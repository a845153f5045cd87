// The engine in WebAssembly searches as the native one does, and can be stopped.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Engine,
  Instance,
  Listener,
  ModuleError,
  compile,
  compileNetwork,
  games,
  native,
  packed,
} from '../support.mjs';

/** A module of one game, compressed, has at most this many bytes, with the network and without. */
const BUDGET = 530_000;
const RULES_BUDGET = 355_000;

/** A stopped search says its move within this many milliseconds, of which a busy machine takes most. */
const PROMPT = 100;

const BENCH_DEPTH = '4';

/**
 * An engine for as long as a test lasts.
 * @param {import('node:test').TestContext} context
 * @param {string} game
 * @param {{ shared?: boolean }} [options]
 */
async function start(context, game, options) {
  const engine = await Engine.load(game, options);
  context.after(() => engine.terminate());
  return { engine, heard: new Listener(engine) };
}

/** @param {Listener} heard */
const bestMoves = (heard) => heard.lines.filter((line) => line.startsWith('bestmove '));

for (const game of games) {
  test(`${game}: bench counts the same nodes`, async () => {
    /** @type {string[]} */ const lines = [];
    const instance = await Instance.of(await compile(game), {
      network: await compileNetwork(game),
      onLine: (/** @type {string} */ line) => lines.push(line),
    });
    instance.line(`bench ${BENCH_DEPTH}`);
    const nodes = (/** @type {string | undefined} */ line) => Number(line?.match(/(\d+) nodes/)?.[1]);
    const wanted = nodes(native(['bench', '--variant', game, BENCH_DEPTH]).split('\n')[0]);
    assert.ok(wanted > 1000);
    assert.equal(nodes(lines[0]), wanted);
  });

  test(`${game}: the module is small, and the rules are there soon`, () => {
    const [rules, network] = ['', '.network'].map((part) => packed(`${game}${part}`));
    assert.ok(rules <= RULES_BUDGET && rules + network <= BUDGET, `${rules} and ${network} bytes`);
  });

  test(`${game}: a deep search leaves the stack whole`, async (context) => {
    const { engine, heard } = await start(context, game);
    engine.postMessage('go depth 10');
    const best = await heard.next('bestmove ');
    assert.match(best, /^bestmove [a-j]/, heard.lines.join('\n'));
  });
}

const [game] = games;

test('UCI is spoken', async (context) => {
  const { engine, heard } = await start(context, game);
  engine.postMessage('uci');
  await heard.next('uciok');
  assert.ok(heard.lines.some((line) => line.startsWith('id name Vertumnus')));
  assert.ok(heard.lines.some((line) => line.includes('name UCI_Variant') && line.includes(`var ${game}`)));
  engine.postMessage('isready');
  await heard.next('readyok');
  engine.postMessage('setoption name Threads value 2');
  assert.match(await heard.next('info string'), /one search thread/);
});

for (const shared of [true, false]) {
  const how = shared ? 'by shared memory' : 'by another worker';

  test(`a search is stopped promptly ${how}, again and again`, async (context) => {
    const { engine, heard } = await start(context, game, { shared });
    engine.postMessage('setoption name MultiPV value 2');
    for (let time = 0; time < 20; time += 1) {
      engine.postMessage('go infinite');
      await heard.next('info depth 3 ');
      engine.postMessage('isready');
      await heard.next('readyok');
      const asked = performance.now();
      engine.postMessage('stop');
      const best = await heard.next('bestmove ');
      const taken = performance.now() - asked;
      assert.ok(taken <= PROMPT, `${taken} ms`);
      assert.match(best, /^bestmove [a-j]/);
    }
    engine.postMessage('go depth 2');
    await heard.next('bestmove ');
    assert.ok(heard.lines.at(-2)?.includes(' multipv 2 '), 'the option is still set');
    assert.equal(bestMoves(heard).length, 21);
  });

  test(`the position survives a stop ${how}, and a refused one is forgotten`, async (context) => {
    const { engine, heard } = await start(context, game, { shared });
    const played = native([], `setoption name UCI_Variant value ${game}\ngo depth 1\n`);
    const [move] = played.match(/(?<=bestmove )\S+/) ?? [];
    engine.postMessage(`position startpos moves ${move}`);
    engine.postMessage('position fen nonsense');
    await heard.next('info string');
    engine.postMessage('d');
    const fen = await heard.next('Fen: ');
    assert.ok(fen.includes(' b '));
    engine.postMessage('go depth 1');
    assert.equal(await heard.next('bestmove '), 'bestmove (none)');
    engine.postMessage(`position startpos moves ${move}`);
    engine.postMessage('go infinite');
    await heard.next('info depth 3 ');
    engine.postMessage('stop');
    engine.postMessage('d');
    assert.equal(await heard.next('Fen: '), fen);
  });

  test(`a search with nothing left to do waits for stop, and a hit starts the clock ${how}`, async (context) => {
    const { engine, heard } = await start(context, game, { shared });
    engine.postMessage('go infinite depth 2');
    await heard.next('info depth 2 ');
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.deepEqual(bestMoves(heard), []);
    engine.postMessage('stop');
    await heard.next('bestmove ');
    engine.postMessage('go ponder movetime 200');
    await heard.next('info depth 3 ');
    const hit = performance.now();
    engine.postMessage('ponderhit');
    await heard.next('bestmove ');
    const taken = performance.now() - hit;
    assert.ok(taken > 100 && taken < 2000, `${taken} ms`);
    assert.equal(bestMoves(heard).length, 2);
  });

  test(`commands that come during a search end it, in order ${how}`, async (context) => {
    const { engine, heard } = await start(context, game, { shared });
    engine.postMessage('go infinite');
    engine.postMessage('go infinite');
    engine.postMessage('go depth 1');
    engine.postMessage('go perft 2');
    await heard.next('Nodes searched');
    assert.equal(bestMoves(heard).length, 3);
    engine.postMessage('go perft 9');
    engine.postMessage('stop');
    engine.postMessage('go depth 1');
    await heard.next('bestmove ');
  });
}

test('weak levels play differently from game to game', async (context) => {
  const { engine, heard } = await start(context, game);
  engine.postMessage('setoption name Skill Level value 0');
  const moves = new Set();
  for (let time = 0; time < 30 && moves.size < 2; time += 1) {
    engine.postMessage('ucinewgame');
    engine.postMessage('go movetime 20');
    moves.add(await heard.next('bestmove '));
  }
  assert.ok(moves.size > 1);
});

test('a module that cannot be had says so', async () => {
  await assert.rejects(Engine.load('nothing'), ModuleError);
  await assert.rejects(Engine.load('../../x'), /not the name of a game/);
});
