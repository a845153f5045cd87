// Arrows and circles that the user draws on the board with the right button. They go with the position.

/** @import { Arrow, Board } from './board.js' */

export class Drawings {
  #board;
  /** @type {Arrow[]} A circle goes from a square to itself. */ #all = [];

  /** @param {Board} board */
  constructor(board) {
    this.#board = board;
  }

  /**
   * Draws what goes from one square to another, or takes it away if it is there.
   * @param {string} from
   * @param {string} to
   */
  toggle(from, to) {
    const others = this.#all.filter((drawn) => drawn.from !== from || drawn.to !== to);
    this.#show(others.length < this.#all.length ? others : [...others, { from, to, kind: 'drawn' }]);
  }

  clear() {
    if (this.#all.length > 0) this.#show([]);
  }

  /** @param {Arrow[]} all */
  #show(all) {
    this.#all = all;
    this.#board.setArrows('drawn', all);
  }
}
