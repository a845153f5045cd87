// A move that the user plans while the engine thinks. The table makes it as soon as it is the user's turn.

import { isInHand } from '../game/hands.js';
import { say } from '../shell/live.js';
import { squareInWords } from '../game/words.js';

/** @import { Board } from './board.js' */
/** @import { Marker } from './marker.js' */
/** @import { Game } from '../game/state.js' */

export class Plan {
  #game;
  #board;
  #marker;

  /** @param {{ game: Game, board: Board, marker: Marker }} parts */
  constructor({ game, board, marker }) {
    this.#game = game;
    this.#board = board;
    this.#marker = marker;
  }

  /** Whether a move of the piece on a square or in hand can be planned. @param {string} place */
  isFor(place) {
    const { planner } = this.#game;
    return planner !== null && this.#game.pieceAt(place)?.side === planner;
  }

  /** The piece is picked. @param {string} from */
  begin(from) {
    this.#marker.set({ plan: { from, to: null }, inspected: from });
  }

  /**
   * Whether the planned move may go to a square. On one with a piece of one's own it can be meant to take back there.
   * @param {string} from
   * @param {string} to
   */
  async mayGo(from, to) {
    if (!this.isFor(to)) return true;
    if (isInHand(from) || isInHand(to)) return false;
    const doing = await this.#game.ask({ call: 'attacks', square: from });
    return doing?.attacks.includes(to) ?? false;
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  finish(from, to) {
    this.#board.release();
    this.#marker.set({ plan: { from, to }, inspected: null });
    say(`Planned: ${squareInWords(from, this.#game.pieceAt(from))} to ${to}. It is made when it is your turn.`, {
      tone: 'hint',
    });
  }
}
