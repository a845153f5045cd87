// Arrows and circles that the user draws on the board with the right button. They are notes on the position, and are kept
// with the game.

/** @import { Board } from './board.js' */
/** @import { Drawn } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */

export class Drawings {
  #game;
  #board;

  /**
   * @param {Game} game
   * @param {Board} board
   */
  constructor(game, board) {
    this.#game = game;
    this.#board = board;
  }

  get #all() {
    return this.#game.notes.drawn ?? [];
  }

  /**
   * Draws what goes from one square to another, or takes it away if it is there.
   * @param {string} from
   * @param {string} to
   */
  toggle(from, to) {
    const others = this.#all.filter((drawn) => drawn.from !== from || drawn.to !== to);
    this.#set(others.length < this.#all.length ? others : [...others, { from, to }]);
  }

  clear() {
    if (this.#all.length > 0) this.#set([]);
  }

  /** @param {Drawn[]} drawn */
  #set(drawn) {
    this.#game.note(this.#game.moves, { drawn });
    this.show();
  }

  /** Shows what is drawn on the position that is looked at. */
  show() {
    const { squares } = this.#game.variant;
    const isThere = (/** @type {Drawn} */ { from, to }) => squares.includes(from) && squares.includes(to);
    this.#board.setArrows(
      'drawn',
      this.#all.filter(isThere).map((drawn) => ({ ...drawn, kind: 'drawn' })),
    );
  }
}
