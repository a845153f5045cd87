// The rules of a game in a worker: a page that asks them never stands still.

import { ModuleError, compile } from './module.js';
import { CallError, WRITTEN, gameOf } from './rules.js';
import { workers } from './workers.js';

/** @import { Answer, CallName, Calls } from './calls' */
/** @import { News } from './worker.js' */
/** @import { StartWorker } from './workers.js' */

/** How long a text of rules may take, in milliseconds. */
const LIMIT = 2000;

/**
 * The rules of a game, asked as `Rules` are, but answered later.
 *
 *     const rules = await RemoteRules.load('fairyeater');
 *     const { legal } = await rules.call('position', { moves: ['e2e4'] });
 *     rules.terminate();
 */
export class RemoteRules {
  #worker;
  /** Those who wait for replies, in their order. @type {((news: News) => void)[]} */ #waiting = [];
  /** Why nothing is answered any more. @type {ModuleError | null} */ #failure = null;

  /**
   * @param {string | null} game `null` for the first of `rules`
   * @param {{ base?: string | URL, rules?: string, limit?: number }} [options] `base`: the address of the folder that has
   *   the modules; `rules`: a text that has the game, in the format of Fairy-Stockfish's `variants.ini`; `limit`: how
   *   long it may take to read, in milliseconds
   * @throws {RulesError} if the text has no such game that can be played
   */
  static async load(game, { base, rules: text, limit } = {}) {
    const name = text === undefined ? (game ?? '') : WRITTEN;
    const [module, startWorker] = await Promise.all([compile(name, base), workers()]);
    const rules = new RemoteRules(name, startWorker, module);
    if (text === undefined) return rules;
    try {
      rules.game = gameOf(await rules.read('loadRules', { text }, limit), game);
      return rules;
    } catch (error) {
      rules.terminate();
      throw error;
    }
  }

  /**
   * @param {string} game
   * @param {StartWorker} startWorker
   * @param {WebAssembly.Module} module
   */
  constructor(game, startWorker, module) {
    /** The name of the game. */
    this.game = game;
    this.#worker = startWorker((news) => this.#take(news));
    this.#worker.post({ module, flag: null, rules: null });
  }

  /** Whether the module has broken down, so that another worker is wanted. */
  get hasEnded() {
    return this.#failure !== null;
  }

  /** @param {News} news */
  #take(news) {
    if ('error' in news) this.#end(new ModuleError(news.error));
    else if ('reply' in news) this.#waiting.shift()?.(news);
  }

  /** @param {ModuleError} failure */
  #end(failure) {
    this.#failure ??= failure;
    this.#worker.terminate();
    for (const settle of this.#waiting.splice(0)) settle({ error: failure.message });
  }

  /**
   * Asks anything that `calls.d.ts` lists.
   * @template {CallName} C
   * @param {C} call
   * @param {Calls[C]['takes'] & { game?: string | null }} [takes]
   * @returns {Promise<Answer<C>>} rejected with a `CallError` if the request is refused
   */
  call(call, takes) {
    return new Promise((resolve, reject) => {
      if (this.#failure) return reject(this.#failure);
      this.#waiting.push((news) => {
        if (!('reply' in news)) return reject(this.#failure);
        const reply = JSON.parse(news.reply);
        if (reply.error) reject(new CallError(reply.error));
        else resolve(reply.ok);
      });
      this.#worker.post({ request: JSON.stringify({ game: this.game, ...takes, call }) });
    });
  }

  /**
   * Asks about a text from anywhere, which may take only so long: whoever asked ends the worker then.
   * @template {'loadRules' | 'checkRules'} C
   * @param {C} call
   * @param {Calls[C]['takes']} takes
   * @param {number} [limit] in milliseconds
   * @returns {Promise<Answer<C>>}
   */
  async read(call, takes, limit = LIMIT) {
    // A worker that is slow to come takes nothing of the text's time.
    await this.call('games');
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const late = new Promise((/** @type {(never: never) => void} */ _, reject) => {
      timer = setTimeout(() => reject(new Error(`the text takes longer than ${limit / 1000} s to read`)), limit);
    });
    return Promise.race([this.call(call, takes), late]).finally(() => clearTimeout(timer));
  }

  /** Ends the worker. What is not answered yet is refused. */
  terminate() {
    this.#end(new ModuleError('the rules are no longer wanted'));
  }
}
