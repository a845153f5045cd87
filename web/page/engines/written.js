// Games whose names have their rules in them: each is read from its text when it is first asked about.

import { nameIn, textOf } from '../game/coded.js';

/**
 * The rules of a game that was read.
 * @typedef {object} Read
 * @property {string} name what the reader calls it
 * @property {(request: { call: string }) => any} call
 * @property {() => void} close
 * @property {() => boolean} hasEnded
 */

/** How many are kept ready: each edit makes another. */
const MOST = 4;

export class Written {
  #open;
  /** @type {Map<string, Promise<Read>>} */ #known = new Map();

  /** @param {(text: string, name: string | null) => Promise<Read>} open reads a game of a text; `null` for the first */
  constructor(open) {
    this.#open = open;
  }

  /**
   * Asks about a game. A reader that has ended meanwhile is replaced once.
   * @param {string} game
   * @param {{ call: any }} request
   * @returns {Promise<any>}
   */
  async call(game, request) {
    for (let attempt = 1; ; attempt += 1) {
      const rules = await this.#rulesOf(game);
      try {
        return named(request.call, await rules.call(request), rules.name, game);
      } catch (error) {
        if (attempt === 2 || !rules.hasEnded()) throw error;
        this.#known.delete(game);
      }
    }
  }

  /** @param {string} game */
  #rulesOf(game) {
    const rules = this.#known.get(game) ?? textOf(game).then((text) => this.#open(text, nameIn(game)));
    // The one asked for last is the last to go.
    this.#known.delete(game);
    // A reading that failed, perhaps for want of a network, is tried again.
    rules.catch(() => this.#known.delete(game));
    this.#known.set(game, rules);
    for (const [old, read] of [...this.#known].slice(0, -MOST)) {
      read.then(({ close }) => close()).catch(() => undefined);
      this.#known.delete(old);
    }
    return rules;
  }
}

/**
 * A reply about a game, which the page knows by the name that has its rules in it.
 * @param {string} call
 * @param {any} reply
 * @param {string} name what the reader calls it
 * @param {string} game
 */
function named(call, reply, name, game) {
  if (call === 'variant') return { ...reply, name: game };
  if (call === 'position') return { ...reply, game };
  if (call === 'readPgn')
    return reply.map((/** @type {any} */ read) => (read.game === name ? { ...read, game } : read));
  return reply;
}
