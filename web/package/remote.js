// The rules of a game in a worker: a page that asks them never stands still.

import { ModuleError, compile } from './module.js';
import { CallError, WRITTEN } from './rules.js';
import { workers } from './workers.js';

/** @import { Answer, CallName, Calls } from './calls' */
/** @import { News, Start } from './worker.js' */
/** @import { StartWorker } from './workers.js' */

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
   * @param {string} game
   * @param {{ base?: string | URL, rules?: string }} [options] `base`: the address of the folder that has the
   *   modules; `rules`: a text that has the game, in the format of Fairy-Stockfish's `variants.ini`
   */
  static async load(game, { base, rules } = {}) {
    const [module, startWorker] = await Promise.all([compile(rules === undefined ? game : WRITTEN, base), workers()]);
    return new RemoteRules(game, startWorker, { module, rules: rules === undefined ? null : { text: rules, game } });
  }

  /**
   * @param {string} game
   * @param {StartWorker} startWorker
   * @param {Pick<Start, 'module' | 'rules'>} start
   */
  constructor(game, startWorker, start) {
    /** The name of the game. */
    this.game = game;
    this.#worker = startWorker((news) => this.#take(news));
    this.#worker.post({ ...start, flag: null });
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

  /** Ends the worker. What is not answered yet is refused. */
  terminate() {
    this.#end(new ModuleError('the rules are no longer wanted'));
  }
}
