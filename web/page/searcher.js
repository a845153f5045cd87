// Searches of an engine, one at a time. Each has a number; what comes from a search that is no longer wanted
// is dropped.

/** @import { EngineLike } from './types' */

/**
 * @typedef {object} Request
 * @property {string | null} fen
 * @property {string[]} moves
 * @property {string} go what follows the word `go`
 * @property {Record<string, string | number>} [options]
 * @property {(line: string) => void} [onInfo] takes what the engine says of the search, as long as it is wanted
 */

export class Searcher {
  #engine;
  /** @type {Map<string, string>} The options as the engine has them. */ #options = new Map();
  /** The number of the search that is wanted. */
  #wanted = 0;
  /** @type {{ number: number, settle: (best: string | null) => void, onInfo?: (line: string) => void } | null} */
  #running = null;
  /** @type {Promise<unknown>} Fulfilled when nothing runs. */ #idle = Promise.resolve();

  /**
   * @param {EngineLike} engine
   * @param {string} game
   */
  constructor(engine, game) {
    this.#engine = engine;
    engine.onLine((line) => {
      const [word, best] = line.split(/\s+/);
      if (!this.#running) return;
      const { number, settle, onInfo } = this.#running;
      if (word === 'info' && number === this.#wanted) onInfo?.(line);
      if (word !== 'bestmove') return;
      this.#running = null;
      settle(number === this.#wanted && best && best !== '0000' && best !== '(none)' ? best : null);
    });
    engine.send('uci');
    this.#set('UCI_Variant', game);
  }

  /** @param {string} name @param {string | number} value */
  #set(name, value) {
    if (this.#options.get(name) === String(value)) return;
    this.#options.set(name, String(value));
    this.#engine.send(`setoption name ${name} value ${value}`);
  }

  /** Whether a search that is wanted is in progress. */
  get isBusy() {
    return this.#running?.number === this.#wanted;
  }

  /**
   * Searches, once the search before has ended, which is stopped.
   * @param {Request} request
   * @returns {Promise<string | null>} the best move; `null` if there is none, or if it is no longer wanted
   */
  async search({ fen, moves, go, options = {}, onInfo }) {
    this.drop();
    const number = this.#wanted;
    await this.#idle;
    if (number !== this.#wanted) return null;
    for (const [name, value] of Object.entries(options)) this.#set(name, value);
    const position = fen === null ? 'startpos' : `fen ${fen}`;
    this.#engine.send(`position ${position}${moves.length > 0 ? ` moves ${moves.join(' ')}` : ''}`);
    const best = new Promise((settle) => {
      this.#running = { number, settle, onInfo };
    });
    this.#idle = best;
    this.#engine.send(`go ${go}`);
    return best;
  }

  /** Drops the search in progress: its move will not be told. */
  drop() {
    this.#wanted += 1;
    if (this.#running) this.#engine.stop();
  }

  close() {
    this.#wanted += 1;
    this.#engine.close();
    this.#running?.settle(null);
    this.#running = null;
  }
}
