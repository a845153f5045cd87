// What the sides have in hand, above and below the board: one tab stop for each side, arrow keys, and a name for each
// piece. In games without hands nothing of it is seen.

import { html, set } from '../shell/dom.js';
import { opposite } from '../game/state.js';
import { capital } from '../game/words.js';
import { listenTo } from './pointer.js';

/** @import { Board } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Naming } from './marks.js' */
/** @import { Acts } from './pointer.js' */
/** @import { Held, Side, View } from '../types' */

export class Hands {
  #figures;
  #act;
  /** The hand above the board and the one below. */
  #rows = [0, 1].map(() => html('div', { class: 'hand', role: 'toolbar', hidden: true }));

  /**
   * @param {{ board: Board, figures: Figures }} parts
   * @param {HTMLElement} host the board
   * @param {Acts & { press(place: string): void, drop(): void }} act what the pointer does, and the keys: picks a piece,
   *   drops what is picked
   */
  constructor({ board, figures }, host, act) {
    this.#figures = figures;
    this.#act = act;
    const [above, below] = this.#rows;
    host.before(above);
    host.after(below);
    for (const row of this.#rows) {
      listenTo(row, board, act, ({ clientX, clientY }) => {
        const item = document.elementFromPoint(clientX, clientY)?.closest('.held');
        return item && row.contains(item) ? placeOf(item) : null;
      });
      row.addEventListener('keydown', (event) => this.#onKey(row, event));
      row.addEventListener('focusin', ({ target }) => this.#setCurrent(row, /** @type {HTMLElement} */ (target)));
    }
  }

  /**
   * Shows what is in hand. The figures are loaded.
   * @param {View} view
   * @param {boolean} hasHands whether the game has pieces in hand
   * @param {Side} bottom the side that is seen from
   */
  show({ inHand }, hasHands, bottom) {
    [opposite(bottom), bottom].forEach((side, index) => {
      const row = this.#rows[index];
      const current = row.querySelector('[tabindex="0"]');
      const hadFocus = row.contains(document.activeElement);
      row.hidden = !hasHands;
      set(row, { 'aria-label': `${capital(side)}'s pieces in hand` });
      row.replaceChildren(...inHand[side].map((held) => this.#item(held)));
      const next = itemAt(row, current && placeOf(current));
      this.#setCurrent(row, next);
      if (hadFocus) next?.focus({ preventScroll: true });
    });
  }

  /** @param {Held} held */
  #item({ place, name, count, figure }) {
    const pick = (/** @type {Event} */ event) => {
      // The pointer has picked it already.
      if (/** @type {MouseEvent} */ (event).detail === 0) this.#act.press(place);
    };
    const item = html('button', { type: 'button', class: 'held', 'data-place': place, title: name, onclick: pick });
    item.append(
      this.#figures.picture(figure),
      ...(count > 1 ? [html('span', { class: 'held-count' }, `${count}`)] : []),
    );
    return item;
  }

  /**
   * Names the pieces, and says which of them is picked, and which can be dragged.
   * @param {(place: string) => Naming} describe
   */
  describe(describe) {
    for (const item of this.#rows.flatMap((row) => [...row.children])) {
      const { name, isSelected, isMovable } = describe(placeOf(item));
      set(item, { 'aria-label': name, 'aria-pressed': String(isSelected) });
      item.classList.toggle('movable', isMovable);
    }
  }

  /**
   * @param {HTMLElement} row
   * @param {Element | null} current the piece that has the tab stop, or the first if it is none of them
   */
  #setCurrent(row, current) {
    const items = [...row.children];
    const wanted = current && items.includes(current) ? current : items[0];
    for (const item of items) set(item, { tabindex: item === wanted ? 0 : -1 });
  }

  /**
   * @param {HTMLElement} row
   * @param {KeyboardEvent} event
   */
  #onKey(row, event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const items = /** @type {HTMLElement[]} */ ([...row.children]);
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by) items[items.findIndex((item) => item === document.activeElement) + by]?.focus();
    else if (event.key === 'Escape') this.#act.drop();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/** @param {Element} item */
const placeOf = (item) => /** @type {HTMLElement} */ (item).dataset.place ?? '';

/**
 * @param {HTMLElement} row
 * @param {string | null} place
 */
const itemAt = (row, place) =>
  /** @type {HTMLElement[]} */ ([...row.children]).find((item) => placeOf(item) === place) ?? null;
