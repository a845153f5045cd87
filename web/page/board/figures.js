// The drawings of pieces, asked for once each and kept as symbols of the document. A piece that looks different from
// Black's side has two, of which the style sheet shows one: that for Black's side within elements of the class
// `SEEN_BY_BLACK`.

import { svg } from '../shell/dom.js';

/** @import { Backend } from '../types' */

/** The side of a drawing's view box, and so of a square of the board. */
export const SIDE = 45;

/** The class of what is seen from Black's side. */
export const SEEN_BY_BLACK = 'seen-by-black';

export class Figures {
  #backend;
  #symbols = svg('svg', { width: 0, height: 0, 'aria-hidden': 'true', class: 'symbols' });
  /** @type {Map<string, Promise<void>>} */
  #known = new Map();

  /** @param {Backend} backend */
  constructor(backend) {
    this.#backend = backend;
    document.body.append(this.#symbols);
  }

  /**
   * Fetches the drawings that are still missing.
   * @param {string} game
   * @param {Iterable<string>} ids
   */
  async load(game, ids) {
    const wanted = [...new Set(ids)];
    const missing = wanted.filter((id) => !this.#known.has(id));
    if (missing.length > 0) {
      const loading = this.#fetch(game, missing);
      for (const id of missing) this.#known.set(id, loading);
      // What could not be fetched is asked for again.
      loading.catch(() => missing.forEach((id) => this.#known.delete(id)));
    }
    await Promise.all(wanted.map((id) => this.#known.get(id)));
  }

  /**
   * @param {string} game
   * @param {string[]} ids
   */
  async #fetch(game, ids) {
    const [drawings, flipped] = await Promise.all(
      [false, true].map((flip) => this.#backend.call(game, { call: 'figures', ids, flip })),
    );
    for (const [id, drawing] of Object.entries(drawings)) {
      // Some drawings reach a little over their box.
      const overflow = 'visible';
      const symbol = svg('symbol', { id: `figure-${id}`, viewBox: `0 0 ${SIDE} ${SIDE}`, overflow });
      // The rules draw this, and no user's text is in it.
      symbol.innerHTML =
        flipped[id] === drawing ? drawing : `<g class="by-white">${drawing}</g><g class="by-black">${flipped[id]}</g>`;
      this.#symbols.append(symbol);
    }
  }

  /**
   * A drawing for use within another picture.
   * @param {string} id
   * @param {number} [size]
   */
  use(id, size = SIDE) {
    return svg('use', { href: `#figure-${id}`, width: size, height: size });
  }

  /**
   * A drawing as a picture of its own.
   * @param {string} id
   * @param {string} [className]
   */
  picture(id, className = 'figure') {
    return svg('svg', { viewBox: `0 0 ${SIDE} ${SIDE}`, class: className, 'aria-hidden': 'true' }, this.use(id));
  }
}
