// A choice on the board: what the mover becomes, what a flight takes, whether pieces shall vanish. Shown as
// pictures with names beside the square that it is about.

import { html, set } from '../shell/dom.js';
import { announce } from '../shell/live.js';
import { hasSideEffect, isPass } from './selection.js';
import { capital, joined, wayInWords } from '../game/words.js';
import { bestFirst } from '../game/worth.js';

/** @import { Board } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Move, Variant } from '../types' */

export class Choice {
  #board;
  #figures;
  #panel = html('div', { class: 'choice', role: 'dialog', 'aria-modal': 'false', hidden: true });
  /** @type {((move: Move | null) => void) | null} */ #settle = null;
  /** Puts the panel where it belongs. */ #place = () => {};

  /** Shows a move before it is chosen; set by the page that shows it. */
  /** @type {(move: Move | null) => void} */
  onPreview = () => {};

  /**
   * @param {Board} board
   * @param {Figures} figures
   * @param {HTMLElement} host the element that the picture of the board fills
   */
  constructor(board, figures, host) {
    this.#board = board;
    this.#figures = figures;
    host.append(this.#panel);
    addEventListener('resize', () => this.isOpen && this.#place());
    this.#panel.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isOpen() {
    return this.#settle !== null;
  }

  /** Gives the choice up. */
  cancel() {
    this.#close(null);
  }

  /** @param {Move | null} move */
  #close(move) {
    const settle = this.#settle;
    this.#settle = null;
    this.#panel.hidden = true;
    this.onPreview(null);
    settle?.(move);
  }

  /**
   * Lets the user choose among moves to the same square.
   * @param {Variant} variant
   * @param {Move[]} fitting
   * @returns {Promise<Move | null>} `null` if the user chooses none
   */
  async ask(variant, fitting) {
    // Of moves that take different pieces, those that take the least come first.
    const moves = differInCaptures(fitting) ? fitting : bestFirst(fitting, variant);
    this.cancel();
    const title = titleOf(variant, moves);
    const buttons = moves.map((move) => {
      const { name, words } = describe(variant, moves, move);
      const button = html('button', { type: 'button', class: 'option', 'data-move': move.text });
      button.append(
        this.#figures.picture(move.figure),
        html('span', { class: 'option-text' }, html('strong', {}, name), words ? html('span', {}, words) : null),
      );
      button.addEventListener('click', () => this.#close(move));
      button.addEventListener('pointerenter', () => this.onPreview(move));
      button.addEventListener('focus', () => this.onPreview(move));
      return button;
    });
    const cancel = html('button', { type: 'button', class: 'option cancel', onclick: () => this.cancel() }, 'Cancel');
    set(this.#panel, { 'aria-label': title });
    this.#panel.replaceChildren(html('p', { class: 'choice-title' }, title), ...buttons, cancel);
    this.#panel.hidden = false;
    this.#place = () => this.#placeBeside(moves[0], variant);
    this.#place();
    announce(`${title}: ${moves.length === 1 ? 'do you mean it?' : `${moves.length} choices`}`);
    buttons[0].focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /**
   * Beside the square to which a move goes, and within the board as far as it fits; but far from pieces that
   * vanish, which are to be seen.
   * @param {Move} move
   * @param {Variant} variant
   */
  #placeBeside(move, { files, ranks }) {
    const { column, row } = this.#board.cell(move.to);
    const { style } = this.#panel;
    Object.assign(style, { left: '', right: '', top: '', bottom: '' });
    if (hasSideEffect(move)) {
      style.left = '4px';
      style[row < ranks / 2 ? 'bottom' : 'top'] = '4px';
      return;
    }
    if (column < files / 2) style.left = `${((column + 1) / files) * 100}%`;
    else style.right = `${((files - column) / files) * 100}%`;
    const host = /** @type {HTMLElement} */ (this.#panel.parentElement).getBoundingClientRect();
    const panel = this.#panel.getBoundingClientRect();
    const top = (row / ranks) * host.height;
    style.top = `${Math.max(0, Math.min(top, host.height - panel.height))}px`;
    if (panel.left < host.left) Object.assign(style, { left: '0', right: '' });
    if (panel.right > host.right) Object.assign(style, { left: '', right: '0' });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const options = [...this.#panel.querySelectorAll('button')];
    const index = options.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    // A key that is held down chooses nothing.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    else if (event.key === 'Escape') this.cancel();
    else if (event.key === 'ArrowDown') options[(index + 1) % options.length].focus();
    else if (event.key === 'ArrowUp') options[(index + options.length - 1) % options.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Move} move */
const captures = (move) =>
  joined(move.victims.filter((victim) => victim.isCaptured).map(({ name, square }) => `the ${name} on ${square}`));

/** Whether some of the moves take more than others. @param {Move[]} moves */
const differInCaptures = (moves) => new Set(moves.map(captures)).size > 1;

/**
 * What the moves have in common.
 * @param {Variant} variant
 * @param {Move[]} moves
 */
function titleOf(variant, moves) {
  const [{ mover, from, to }] = moves;
  const { name } = variant.kinds[mover];
  const taken = captures(moves[0]);
  return taken && !differInCaptures(moves) ? `${name} ${from} takes ${taken}` : wayInWords(name, { from, to });
}

/**
 * What tells a move from the others.
 * @param {Variant} variant
 * @param {Move[]} moves
 * @param {Move} move
 * @returns {{ name: string, words: string }}
 */
function describe(variant, moves, move) {
  const { name, words } = variant.kinds[move.becomes];
  if (isPass(move)) return { name: 'Pass', words: 'The turn goes to the other side' };
  if (hasSideEffect(move)) return { name: `Play ${move.san}`, words: move.words };
  if (differInCaptures(moves)) return { name, words: `Takes ${captures(move) || 'nothing'}` };
  return { name, words: move.changesMover ? capital(words) : 'Stays what it is' };
}
