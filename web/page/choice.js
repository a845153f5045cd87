// A choice on the board: what the mover becomes, what a flight takes, whether pieces shall vanish. Shown as
// pictures with names beside the square that it is about.

import { html } from './dom.js';
import { announce } from './live.js';
import { hasSideEffect } from './selection.js';
import { capital, captures, vanishing } from './words.js';

/** @import { Board } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Move, Variant } from './types' */

export class Choice {
  #board;
  #figures;
  #panel = html('div', { class: 'choice', role: 'dialog', 'aria-modal': 'false', hidden: true });
  /** @type {((move: Move | null) => void) | null} */ #settle = null;
  /** @type {Move[]} */ #moves = [];

  /** Shows a move before it is chosen; set by whoever shows such things. */
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
    this.#panel.addEventListener('keydown', (event) => this.#onKey(event));
  }

  get isOpen() {
    return this.#settle !== null;
  }

  /** Chooses what stands first. */
  takeFirst() {
    this.#close(this.#moves[0]);
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
   * @param {Move[]} moves
   * @returns {Promise<Move | null>} `null` if the user chooses none
   */
  async ask(variant, moves) {
    this.cancel();
    this.#moves = moves;
    const [{ to }] = moves;
    const title = titleOf(variant, moves);
    const buttons = moves.map((move) => {
      const { name, words } = describe(variant, moves, move);
      const button = html('button', { type: 'button', class: 'option' });
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
    this.#panel.setAttribute('aria-label', title);
    this.#panel.replaceChildren(html('p', { class: 'choice-title' }, title), ...buttons, cancel);
    this.#panel.hidden = false;
    this.#place(to, variant);
    announce(`${title} ${moves.length} choices.`);
    buttons[0].focus({ preventScroll: true });
    return new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /**
   * Beside the square, and within the board as far as it fits.
   * @param {string} square
   * @param {Variant} variant
   */
  #place(square, { files, ranks }) {
    const { column, row } = this.#board.cell(square);
    const { style } = this.#panel;
    const isRight = column >= files / 2;
    style.left = isRight ? 'auto' : `${((column + 1) / files) * 100}%`;
    style.right = isRight ? `${((files - column) / files) * 100}%` : 'auto';
    style.top = `${(row / ranks) * 100}%`;
    style.bottom = 'auto';
    const host = /** @type {HTMLElement} */ (this.#panel.parentElement).getBoundingClientRect();
    const panel = this.#panel.getBoundingClientRect();
    const lowest = Math.max(host.bottom, Math.min(innerHeight, host.bottom));
    if (panel.bottom > lowest) style.top = `${Math.max(0, host.height - panel.height)}px`;
    if (isRight && panel.left < host.left) Object.assign(style, { left: '0', right: 'auto' });
    if (!isRight && panel.right > host.right) Object.assign(style, { left: 'auto', right: '0' });
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const options = [...this.#panel.querySelectorAll('button')];
    const index = options.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (event.key === 'Escape') this.cancel();
    else if (event.key === 'ArrowDown') options[(index + 1) % options.length].focus();
    else if (event.key === 'ArrowUp') options[(index + options.length - 1) % options.length].focus();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * @param {Variant} variant
 * @param {Move[]} moves
 */
function titleOf(variant, moves) {
  const mover = variant.kinds[moves[0].mover].name;
  const taken = new Set(moves.map(captures));
  const [only] = taken;
  return taken.size === 1 && only
    ? `${mover} ${moves[0].from} takes ${only}.`
    : `${mover} ${moves[0].from} goes to ${moves[0].to}.`;
}

/**
 * What tells a move from the others.
 * @param {Variant} variant
 * @param {Move[]} moves
 * @param {Move} move
 * @returns {{ name: string, words: string }}
 */
function describe(variant, moves, move) {
  const becomes = variant.kinds[move.becomes].name;
  const words = [];
  if (new Set(moves.map(captures)).size > 1) words.push(`takes ${captures(move) || 'nothing'}`);
  if (move.words) words.push(move.words);
  else if (moves.some((other) => other.changesMover) && !move.changesMover) words.push('stays what it is');
  if (hasSideEffect(move)) words.push(`${vanishing(move, variant)} vanish`);
  const isAnnihilation = hasSideEffect(move);
  return { name: isAnnihilation ? 'Annihilation' : becomes, words: capital(words.join('; ')) };
}
