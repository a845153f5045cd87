// The engine in a worker: UCI lines in, UCI lines out, as stockfish.js has it.
//
// A worker is deaf while it searches. Where memory can be shared with it (the page is cross-origin isolated, or
// this is Node), it looks at a flag there to see whether to stop. Everywhere else, a search is stopped by ending
// the worker: its last line tells the best move, and another worker, from the module that is compiled already,
// is given the same options and position.

import { compile, compileNetwork } from './module.js';
import { WRITTEN } from './rules.js';
import { Memory, afterPonderHit, bestLineOf, endsSearch, ponders, workOf, words } from './uci.js';
import { canShare, workers } from './workers.js';

/** @import { News, Start } from './worker.js' */
/** @import { StartWorker } from './workers.js' */

/**
 * @typedef {object} Job a line that the worker has been given, or waits to be given
 * @property {string} line
 * @property {boolean} isSilent what the engine says is not passed on
 */

/**
 * @typedef {object} Running
 * @property {Job} job
 * @property {'search' | 'count' | 'other'} kind
 * @property {boolean} isOpen whether only `stop` ends the search
 * @property {boolean} isStopped
 * @property {boolean} hasSpoken
 * @property {string[] | null} best the best move and the expected reply, as far as they are known
 * @property {string | null} held the best move of a search that should still run
 */

/**
 * @param {Job} job
 * @returns {Running}
 */
function running(job) {
  return { job, ...workOf(job.line), isStopped: false, hasSpoken: false, best: null, held: null };
}

/**
 * The engine of one game.
 *
 *     const engine = await Engine.load('fairyeater');
 *     engine.addMessageListener((line) => console.log(line));
 *     engine.postMessage('position startpos moves e2e4');
 *     engine.postMessage('go movetime 1000');
 */
export class Engine {
  #modules;
  #rules;
  #startWorker;
  #worker;
  /** Has the number of the newest job that is stopped. @type {Int32Array | null} */ #flag;
  /** The number of the newest job. */
  #number = 0;
  /** @type {Job[]} */ #queue = [];
  /** @type {Running | null} */ #running = null;
  #memory = new Memory();
  #isTerminated = false;
  /** @type {Set<(line: string) => void>} */ #listeners = new Set();

  /** Called for each line, as `onmessage` of a worker. @type {((event: { data: string }) => void) | null} */
  onmessage = null;

  /** Called if the module breaks down. The engine restarts by itself. @type {((error: Error) => void) | null} */
  onerror = null;

  /**
   * @param {string | null} game `null` for the first of `rules`
   * @param {object} [options]
   * @param {string | URL} [options.base] the address of the folder that has the modules
   * @param {string} [options.rules] a text that has the game, in the format of Fairy-Stockfish's `variants.ini`
   * @param {boolean} [options.shared] whether to stop searches by shared memory; by default, if there is any
   */
  static async load(game, { base, rules, shared = canShare() } = {}) {
    const name = rules === undefined ? (game ?? '') : WRITTEN;
    // A text's rules want the network, too: their module has it in itself.
    const network = rules === undefined ? compileNetwork(name, base) : undefined;
    const modules = Promise.all([compile(name, base), network]);
    const [[module, known], startWorker] = await Promise.all([modules, workers()]);
    return new Engine(
      { module, network: known },
      startWorker,
      shared,
      rules === undefined ? null : { text: rules, game, base: base && new URL(base, globalThis.location?.href).href },
    );
  }

  /**
   * @param {Pick<Start, 'module' | 'network'>} modules
   * @param {StartWorker} startWorker
   * @param {boolean} shared
   * @param {Start['rules']} [rules] the game of a text
   */
  constructor(modules, startWorker, shared, rules = null) {
    this.#modules = modules;
    this.#rules = rules;
    this.#startWorker = startWorker;
    this.#flag = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    this.#worker = this.#start();
  }

  /** @param {(line: string) => void} listener */
  addMessageListener(listener) {
    this.#listeners.add(listener);
  }

  /** @param {(line: string) => void} listener */
  removeMessageListener(listener) {
    this.#listeners.delete(listener);
  }

  /**
   * Tells the engine a line of UCI. Lines are carried out in order; `stop`, `ponderhit` and `isready` reach a
   * search that runs.
   * @param {string} line
   */
  postMessage(line) {
    if (this.#isTerminated) return;
    const [word] = words(line);
    const current = this.#running;
    if (word === 'quit') return this.terminate();
    if (word === 'isready' && current && current.kind !== 'other') return this.#say('readyok');
    if (word === 'ponderhit') return this.#ponderHit();
    if (word === 'stop' && current && !current.isStopped) this.#stop(current);
    // A search that is still in line is stopped in its turn.
    this.#queue.push({ line, isSilent: false });
    this.#next();
  }

  /** Ends the worker. The engine says nothing more. */
  terminate() {
    this.#isTerminated = true;
    this.#worker.terminate();
    this.#listeners.clear();
    this.onmessage = null;
    this.onerror = null;
  }

  #start() {
    const worker = this.#startWorker((news) => {
      // What an ended worker had said before may still arrive.
      if (worker === this.#worker) this.#take(news);
    });
    worker.post({ ...this.#modules, flag: this.#flag, rules: this.#rules });
    return worker;
  }

  /** Hands the worker the next line that can be carried out now. */
  #next() {
    while (this.#queue.length > 0 && !this.#isTerminated) {
      const [{ line }] = this.#queue;
      const [word] = words(line);
      const current = this.#running;
      if (current) {
        // A count is waited for, unless it is stopped.
        const ends = word === 'stop' || (current.kind === 'search' && endsSearch(line));
        if (ends && !current.isStopped) this.#stop(current);
        // It may have ended at once.
        if (this.#running) return;
        continue;
      }
      const job = /** @type {Job} */ (this.#queue.shift());
      if (word === 'stop') continue;
      this.#running = running(job);
      this.#number += 1;
      this.#worker.post({ line, number: this.#number });
    }
  }

  /** @param {News} news */
  #take(news) {
    const current = this.#running;
    if ('error' in news) return this.#breakDown(news.error);
    if (!current) return;
    if ('reply' in news) return;
    if ('line' in news) return this.#hear(current, news.line);
    this.#memory.note(current.job.line, current.hasSpoken);
    if (!news.done) this.terminate();
    if (current.held === null) this.#end();
  }

  /** @param {Running} current @param {string} line */
  #hear(current, line) {
    current.hasSpoken = true;
    if (words(line)[0] === 'bestmove' && current.isOpen && !current.isStopped) {
      current.held = line;
      return;
    }
    if (!current.job.isSilent) this.#say(line);
    const best = bestLineOf(line);
    if (!best) return;
    current.best = best.slice(0, 2);
    if (current.isStopped && !this.#flag) this.#cut(current);
  }

  /** Ends a search, which tells its best move, or gives up a count. @param {Running} current */
  #stop(current) {
    if (current.kind === 'other') return;
    current.isStopped = true;
    if (current.held !== null) {
      if (!current.job.isSilent) this.#say(current.held);
      this.#end();
    } else if (current.kind === 'search' && this.#flag) {
      Atomics.store(this.#flag, 0, this.#number);
    } else if (current.kind === 'count' || current.best) {
      this.#cut(current);
    }
    // Otherwise the first move that it finds will do.
  }

  /** Ends the worker in the midst of its work. @param {Running} current */
  #cut({ kind, best, job }) {
    this.#restart();
    if (!job.isSilent && kind === 'search') {
      const [move = '(none)', reply] = best ?? [];
      this.#say(`bestmove ${move}${reply ? ` ponder ${reply}` : ''}`);
    }
    if (!job.isSilent && kind === 'count') this.#say('info string the count is stopped');
    this.#end();
  }

  #restart() {
    this.#worker.terminate();
    this.#worker = this.#start();
    this.#queue.unshift(...this.#memory.lines.map((line) => ({ line, isSilent: true })));
  }

  #end() {
    this.#running = null;
    this.#next();
  }

  #ponderHit() {
    const current = this.#running;
    if (!current || !ponders(current.job.line) || current.isStopped) return;
    if (current.held !== null) return this.#stop(current);
    // From now on the limits count: the same search again, which finds the table filled if it was kept.
    const line = afterPonderHit(current.job.line);
    current.job.isSilent = true;
    this.#queue.unshift({ line, isSilent: false });
    this.#stop(current);
  }

  /** @param {string} reason */
  #breakDown(reason) {
    const current = this.#running;
    if (current) {
      this.#memory.drop(current.job.line);
      this.#say(`info string the engine has broken down: ${reason}`);
      this.#cut(current);
    }
    this.onerror?.(new Error(reason));
  }

  /** @param {string} line */
  #say(line) {
    // Whoever has just called is not called back before it returns.
    queueMicrotask(() => {
      this.onmessage?.({ data: line });
      this.#listeners.forEach((listener) => listener(line));
    });
  }
}
