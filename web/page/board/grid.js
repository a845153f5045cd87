// The squares as a grid for the keyboard and for screen readers: one tab stop, arrow keys, and a name for each
// square. It lies above the picture and is what the pointer meets.

import { html, set } from '../shell/dom.js';

/** @import { Board } from './board.js' */
/** @import { Variant } from '../types' */

export class Grid {
  #board;
  /** @type {Variant | null} */ #variant = null;
  /** @type {Map<string, HTMLElement>} */ #cells = new Map();
  /** The square that has the tab stop. */
  #current = '';
  #act;

  /** The grid. */
  element = html('div', { class: 'grid', role: 'grid', 'aria-label': 'Board', tabindex: -1 });

  /**
   * @param {Board} board
   * @param {{ pick(square: string): void, drop(): void, step(plies: number): void }} act what keys do: pick a
   *   square, drop what is picked, look at the position a number of plies on
   */
  constructor(board, act) {
    this.#board = board;
    this.#act = act;
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusin', (event) => {
      const square = /** @type {HTMLElement} */ (event.target).dataset.square;
      if (square) this.#setCurrent(square);
    });
  }

  /**
   * Shows another board, or the same one from the other side.
   * @param {Variant} variant
   */
  setVariant(variant) {
    const { files, ranks } = variant;
    const hadFocus = this.element.contains(document.activeElement);
    if (this.#variant?.name !== variant.name) this.#current = '';
    this.#variant = variant;
    this.#cells.clear();
    this.element.setAttribute('aria-rowcount', String(ranks));
    this.element.setAttribute('aria-colcount', String(files));
    /** @type {HTMLElement[]} */
    const rows = [];
    for (let row = 0; row < ranks; row += 1) rows.push(html('div', { role: 'row', 'aria-rowindex': row + 1 }));
    for (const square of variant.squares) {
      if (square === null) continue;
      const { column, row } = this.#board.cell(square);
      const cell = html('div', {
        role: 'gridcell',
        'aria-colindex': column + 1,
        'data-square': square,
        tabindex: -1,
        style:
          `left:${(column / files) * 100}%;top:${(row / ranks) * 100}%;` +
          `width:${100 / files}%;height:${100 / ranks}%;order:${column}`,
      });
      this.#cells.set(square, cell);
    }
    // Screen readers read the rows as they are seen, from left to right.
    const seen = [...this.#cells.values()].sort(
      (one, other) => Number(one.getAttribute('aria-colindex')) - Number(other.getAttribute('aria-colindex')),
    );
    for (const cell of seen) rows[this.#board.cell(cell.dataset.square ?? '').row].append(cell);
    this.element.replaceChildren(...rows.filter((row) => row.firstChild));
    this.#setCurrent(this.#cells.has(this.#current) ? this.#current : ([...this.#cells.keys()][0] ?? ''));
    if (hadFocus) this.focus();
  }

  /**
   * Names the squares, and says which of them are picked, and from which a piece can be dragged.
   * @param {(square: string) => { name: string, isSelected: boolean, isMovable: boolean, isTarget: boolean }} describe
   */
  describe(describe) {
    for (const [square, cell] of this.#cells) {
      const { name, isSelected, isMovable, isTarget } = describe(square);
      if (cell.getAttribute('aria-label') !== name) set(cell, { 'aria-label': name });
      cell.setAttribute('aria-selected', String(isSelected));
      cell.classList.toggle('movable', isMovable);
      cell.classList.toggle('target', isTarget);
    }
  }

  /** @param {string} [square] */
  focus(square = this.#current) {
    this.#setCurrent(square);
    this.#cells.get(square)?.focus({ preventScroll: true });
  }

  /** @param {string} square */
  #setCurrent(square) {
    this.#cells.get(this.#current)?.setAttribute('tabindex', '-1');
    this.#current = square;
    this.#cells.get(square)?.setAttribute('tabindex', '0');
  }

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    this.element.classList.remove('by-pointer');
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (move) this.#go(move[0], move[1]);
    else if (event.key === 'Enter' || event.key === ' ') this.#act.pick(this.#current);
    else if (event.key === 'Escape') this.#act.drop();
    else if (event.key === 'PageUp') this.#act.step(-1);
    else if (event.key === 'PageDown') this.#act.step(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Goes to the next square in a direction, over holes.
   * @param {number} dx
   * @param {number} dy
   */
  #go(dx, dy) {
    const { column, row } = this.#board.cell(this.#current);
    const next = [...this.#cells.keys()]
      .map((square) => ({ square, ...this.#board.cell(square) }))
      .filter((cell) => (dx ? cell.row === row : cell.column === column))
      .map((cell) => ({ square: cell.square, distance: dx * (cell.column - column) + dy * (cell.row - row) }))
      .filter((cell) => cell.distance > 0)
      .sort((one, other) => one.distance - other.distance)[0];
    if (next) this.focus(next.square);
  }
}
