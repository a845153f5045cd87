// The bar at the board: White's share of the chances where the user looks, by the analysis or by the review.

import { html, set } from '../shell/dom.js';
import { scoreInWords, shareOfWhite } from '../engine/info.js';

/** @import { Board } from './board.js' */
/** @import { Score } from '../engine/info.js' */
/** @import { Game } from '../game/state.js' */

export class ScoreBar {
  #game;
  #board;
  /** @type {Score | null} */ #analysed = null;
  #white = html('span', {});
  #element = html('div', { class: 'score-bar', role: 'img', hidden: true }, this.#white);

  /**
   * @param {Game} game
   * @param {Board} board
   * @param {HTMLElement} host
   */
  constructor(game, board, host) {
    this.#game = game;
    this.#board = board;
    host.append(this.#element);
    game.subscribe(() => this.show());
    this.show();
  }

  /** Shows what the analysis says of the position, or nothing of it. @param {Score | null} score */
  setAnalysed(score) {
    this.#analysed = score;
    this.show();
  }

  show() {
    const score = this.#analysed ?? this.#game.plyAt(this.#game.moves)?.verdict?.score ?? null;
    this.#element.hidden = score === null;
    this.#element.classList.toggle('is-flipped', this.#board.isFlipped);
    if (!score) return;
    const share = Math.round(shareOfWhite(score) * 100);
    const words = `White's share of the chances: ${share}%, ${scoreInWords(score)}`;
    set(this.#element, { 'aria-label': words, title: words });
    this.#white.style.setProperty('--share', `${share}%`);
  }
}
