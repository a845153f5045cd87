// What the tests share: the modules as they were built, and the native engine to compare them with.

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

const repository = new URL('../../', import.meta.url);
export const dist = new URL('../dist/', import.meta.url);

/** The package as it was built. */
export const { Engine, RemoteRules, Rules, RulesError, ModuleError, CallError, checkRules, readRules } = await import(
  new URL('package/index.js', dist).href
);
export const { Instance, compile, compileNetwork } = await import(new URL('package/module.js', dist).href);

/** The module that reads games from texts. */
const WRITTEN = 'written';

export const hasWritten = existsSync(new URL(`package/games/${WRITTEN}.wasm`, dist));

/** The games whose modules were built. */
export const games = readdirSync(new URL('package/games/', dist))
  .flatMap((name) => name.match(/^(\w+)\.wasm$/)?.[1] ?? [])
  .filter((name) => name !== WRITTEN);

/**
 * The bytes of a module by Brotli. What Node's gzip makes of it depends on the processor.
 * @param {string} name
 */
export const packed = (name) => brotliCompressSync(readFileSync(new URL(`package/games/${name}.wasm`, dist))).length;

/** The native engine: that of the environment, or the one that Cargo has built. */
function findNative() {
  const target = new URL(`${process.env.CARGO_TARGET_DIR ?? 'target'}/`, repository);
  const places = ['release', 'debug'].map((profile) => fileURLToPath(new URL(`${profile}/vertumnus`, target)));
  const found = process.env.VERTUMNUS_ENGINE ?? places.find((place) => existsSync(place));
  if (!found) throw new Error('no native engine: build it, or name it in VERTUMNUS_ENGINE');
  return found;
}

export const nativeEngine = findNative();

/**
 * What a command of the native engine prints.
 * @param {string[]} args
 * @param {string} [input]
 */
export function native(args, input = '') {
  return execFileSync(nativeEngine, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
}

/** A random generator that gives the same numbers each time (mulberry32). @param {number} seed */
function random(seed) {
  let state = seed;
  /** @param {number} count */
  return (count) => {
    state = (state + 0x6d2b79f5) | 0;
    let word = Math.imul(state ^ (state >>> 15), state | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) % count;
  };
}

/** @param {string} path below the repository */
export const text = (path) => readFileSync(new URL(path, repository), 'utf8');

/**
 * A random game, until it ends or has a number of plies.
 * @param {any} rules
 * @param {number} seed
 * @param {number} plies
 * @param {boolean} [seesMates] whether a mate is given wherever there is one
 */
export function randomGame(rules, seed, plies, seesMates = false) {
  const below = random(seed);
  const position = rules.position();
  while (!position.outcome && position.movesMade.length < plies) {
    const moves = position.moves();
    const mate = seesMates && moves.find((/** @type {any} */ { san }) => san.endsWith('#'));
    position.make((mate || moves[below(moves.length)]).text);
  }
  return position;
}

/**
 * The shortest of some random games in which nobody overlooks a mate.
 * @param {any} rules
 */
export function shortGame(rules) {
  let shortest = null;
  for (let seed = 0; seed < 6; seed += 1) {
    const game = randomGame(rules, seed, shortest ? shortest.movesMade.length - 1 : 200, true);
    if (game.outcome) shortest = game;
  }
  if (!shortest) throw new Error('none of the games has ended');
  return shortest;
}

/** Listens to an engine. */
export class Listener {
  /** @type {string[]} */ lines = [];
  /** @type {{ start: string, found: (line: string) => void }[]} */ #waiting = [];

  /** @param {any} engine */
  constructor(engine) {
    engine.addMessageListener((/** @type {string} */ line) => {
      this.lines.push(line);
      const fitting = this.#waiting.filter(({ start }) => line.startsWith(start));
      this.#waiting = this.#waiting.filter((waiting) => !fitting.includes(waiting));
      fitting.forEach(({ found }) => found(line));
    });
  }

  /**
   * The next line that begins like this.
   * @param {string} start
   * @returns {Promise<string>}
   */
  next(start) {
    return new Promise((found) => {
      this.#waiting.push({ start, found });
    });
  }
}
