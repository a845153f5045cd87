// Searches of an engine, one at a time. Each has a number; what comes from a search that is no longer wanted
// is dropped. An engine is started when there is something to search, and once again if it ends meanwhile.

/** @import { EngineLike } from '../types' */

/**
 * @typedef {object} Request
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {string} go what follows the word `go`
 * @property {Record<string, string | number>} [options]
 * @property {(line: string) => void} [onInfo] takes what the engine says of the search, as long as it is wanted
 */

/**
 * @typedef {object} Running
 * @property {number} number
 * @property {(best: string | null) => void} settle
 * @property {(error: Error) => void} fail
 * @property {Request['onInfo']} onInfo
 */

/** An engine has ended, and so has the one that was started in its place. */
export class EngineEnded extends Error {}

export class Searcher {
  #newEngine;
  #game;
  /** @type {EngineLike | null} */ #engine = null;
  /** @type {Map<string, string>} The options as the engine has them. */ #options = new Map();
  /** The number of the search that is wanted. */
  #wanted = 0;
  /** @type {Running | null} */ #running = null;
  /** @type {Promise<unknown>} Fulfilled when nothing runs. */ #idle = Promise.resolve();

  /**
   * @param {() => EngineLike} newEngine
   * @param {string} game
   */
  constructor(newEngine, game) {
    this.#newEngine = newEngine;
    this.#game = game;
  }

  #start() {
    const engine = this.#newEngine();
    this.#engine = engine;
    this.#options.clear();
    engine.onLine((line) => engine === this.#engine && this.#hear(line));
    engine.onEnd((reason) => {
      if (engine !== this.#engine) return;
      this.#engine = null;
      const running = this.#running;
      this.#running = null;
      running?.fail(new EngineEnded(reason));
    });
    engine.send('uci');
    this.#set('UCI_Variant', this.#game);
  }

  /** @param {string} line */
  #hear(line) {
    const [word, best] = line.split(/\s+/);
    if (!this.#running) return;
    const { number, settle, onInfo } = this.#running;
    if (word === 'info' && number === this.#wanted) onInfo?.(line);
    if (word !== 'bestmove') return;
    this.#running = null;
    settle(number === this.#wanted && best && best !== '0000' && best !== '(none)' ? best : null);
  }

  /** @param {string} name @param {string | number} value */
  #set(name, value) {
    if (this.#options.get(name) === String(value)) return;
    this.#options.set(name, String(value));
    this.#engine?.send(`setoption name ${name} value ${value}`);
  }

  /** Whether a search that is wanted is in progress. */
  get isBusy() {
    return this.#running?.number === this.#wanted;
  }

  /**
   * Searches, once the search before has ended, which is stopped.
   * @param {Request} request
   * @returns {Promise<string | null>} the best move; `null` if there is none, or if it is no longer wanted.
   *   Rejected with `EngineEnded` if the engine ends twice.
   */
  async search(request) {
    this.drop();
    const number = this.#wanted;
    await this.#idle;
    for (let attempt = 1; ; attempt += 1) {
      if (number !== this.#wanted) return null;
      try {
        return await this.#run(number, request);
      } catch (error) {
        if (!(error instanceof EngineEnded) || attempt === 2) throw error;
      }
    }
  }

  /**
   * @param {number} number
   * @param {Request} request
   * @returns {Promise<string | null>}
   */
  #run(number, { fen, moves, go, options = {}, onInfo }) {
    if (!this.#engine) this.#start();
    for (const [name, value] of Object.entries(options)) this.#set(name, value);
    const position = fen === null ? 'startpos' : `fen ${fen}`;
    this.#engine?.send(`position ${position}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
    /** @type {Promise<string | null>} */
    const best = new Promise((settle, fail) => {
      this.#running = { number, settle, fail, onInfo };
    });
    this.#idle = best.catch(() => null);
    this.#engine?.send(`go ${go}`);
    return best;
  }

  /** Drops the search in progress: its move will not be told. */
  drop() {
    this.#wanted += 1;
    if (this.#running) this.#engine?.stop();
  }

  /** Ends the engine and the search in progress. Another search starts another engine. */
  close() {
    this.#wanted += 1;
    const engine = this.#engine;
    this.#engine = null;
    engine?.close();
    this.#running?.settle(null);
    this.#running = null;
  }
}
