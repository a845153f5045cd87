// The position that is looked at, on the board: its figures are loaded before it is shown.

import { allHeld } from '../game/hands.js';
import { settings } from '../shell/settings.js';
import { SEEN_BY_BLACK } from './figures.js';

/** @import { Board } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Grid } from './grid.js' */
/** @import { Hands } from './hands.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { View } from '../types' */

export class Display {
  #game;
  #board;
  #figures;
  #grid;
  #hands;
  #screen;
  #stage;

  /**
   * @param {{ game: Game, screen: Screen, board: Board, figures: Figures, grid: Grid, hands: Hands }} parts
   * @param {HTMLElement} stage what holds the board and all that is beside it
   */
  constructor({ game, screen, board, figures, grid, hands }, stage) {
    this.#game = game;
    this.#screen = screen;
    this.#board = board;
    this.#figures = figures;
    this.#grid = grid;
    this.#hands = hands;
    this.#stage = stage;
    settings.subscribe((name) => ['coordinates', 'letters'].includes(name) && board.refresh());
  }

  /** @param {View} view */
  #load(view) {
    return this.#figures.load(view.game, [
      ...[...view.pieces, ...allHeld(view)].map(({ figure }) => figure),
      ...view.legal.map((move) => move.figure),
    ]);
  }

  /**
   * Sets up the board of the game.
   * @returns {Promise<boolean>} whether it is still the game
   */
  async open() {
    const { variant, view } = this.#game;
    await this.#load(view);
    if (variant !== this.#game.variant) return false;
    this.#board.setVariant(variant, this.#screen.isFlipped);
    this.#stage.classList.toggle(SEEN_BY_BLACK, this.#screen.isFlipped);
    // The style sheet fits the board into the window.
    const { style } = document.documentElement;
    style.setProperty('--files', String(variant.files));
    style.setProperty('--ranks', String(variant.ranks));
    this.#grid.setVariant(variant);
    return true;
  }

  /**
   * Shows the position.
   * @param {boolean} slides whether pieces slide to their new squares
   * @returns {Promise<boolean>} whether it is still looked at
   */
  async show(slides) {
    const { view } = this.#game;
    await this.#load(view);
    if (view !== this.#game.view) return false;
    this.#board.setView(view, slides);
    this.#showHands();
    return true;
  }

  #showHands() {
    const { view, variant } = this.#game;
    this.#hands.show(view, variant.hands !== null, this.#screen.bottom);
  }

  /** Shows the board from the side that is seen from now. */
  turn() {
    this.#board.flip(this.#screen.isFlipped);
    this.#stage.classList.toggle(SEEN_BY_BLACK, this.#screen.isFlipped);
    this.#grid.setVariant(this.#game.variant);
    this.#showHands();
  }
}
