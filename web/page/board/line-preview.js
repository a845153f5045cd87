// A small board beside a line of moves: the position to which the move leads that the pointer is over.

import { Board } from './board.js';
import { html } from '../shell/dom.js';
import { marksOfView } from './marks.js';
import { isRefusal } from '../game/refusal.js';

/** @import { Figures } from './figures.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Screen } from '../shell/screen.js' */

/** How far the board is from the move, in pixels. */
const GAP = 8;

export class LinePreview {
  #game;
  #figures;
  #screen;
  #board;
  #element = html('div', { class: 'line-preview', hidden: true, 'aria-hidden': 'true' });
  /** Counts what was asked for, so that a late answer is known to be late. */
  #step = 0;

  /**
   * @param {{ game: Game, figures: Figures, screen: Screen }} parts
   */
  constructor({ game, figures, screen }) {
    this.#game = game;
    this.#figures = figures;
    this.#screen = screen;
    this.#board = new Board(figures);
    this.#element.append(this.#board.picture);
    document.body.append(this.#element);
    game.subscribe(() => this.hide());
  }

  /**
   * Shows where a line leads to from the position that is looked at, below or above an element.
   * @param {string[]} line
   * @param {Element} beside
   */
  async show(line, beside) {
    const step = ++this.#step;
    const { variant } = this.#game;
    const box = beside.getBoundingClientRect();
    let view;
    try {
      view = await this.#game.viewAlong(line);
    } catch (error) {
      if (isRefusal(error)) return;
      throw error;
    }
    await this.#figures.load(
      view.game,
      view.pieces.map(({ figure }) => figure),
    );
    if (step !== this.#step) return;
    this.#board.setVariant(variant, this.#screen.isFlipped);
    this.#board.setView(view, false);
    this.#board.setMarks(marksOfView(view));
    this.#element.style.aspectRatio = `${variant.files} / ${variant.ranks}`;
    this.#element.hidden = false;
    const { width, height } = this.#element.getBoundingClientRect();
    const isAbove = box.bottom + GAP + height > innerHeight;
    this.#element.style.left = `${Math.max(GAP, Math.min(box.left, innerWidth - width - GAP))}px`;
    this.#element.style.top = `${isAbove ? Math.max(GAP, box.top - GAP - height) : box.bottom + GAP}px`;
  }

  hide() {
    this.#step += 1;
    this.#element.hidden = true;
  }
}
