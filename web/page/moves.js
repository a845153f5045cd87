// The list of moves: the line of the game, and variations of it at one level. A click looks at the position.

import { html } from './dom.js';

/** @import { Game, Place, Variation } from './state.js' */

/**
 * Shows the moves of a game in an element.
 * @param {Game} game
 * @param {HTMLElement} host
 */
export function mountMoves(game, host) {
  const show = () => {
    const list = html('div', { class: 'moves' });
    if (game.line.length === 0 && game.variations.length === 0) {
      list.append(html('p', { class: 'muted' }, 'No moves yet.'));
    }
    let needsNumber = true;
    for (let ply = 0; ply <= game.line.length; ply += 1) {
      if (ply < game.line.length) {
        if (needsNumber || isWhite(ply)) list.append(numberAt(ply));
        // Black's move in a row of its own stands below the others of Black.
        if (needsNumber && !isWhite(ply)) list.append(html('span', { class: 'gap' }, '…'));
        list.append(moveAt(ply, game.sans[ply], null));
        needsNumber = false;
      }
      game.variations.forEach((variation, index) => {
        // A variation stands behind the move that it replaces.
        if (variation.from !== ply) return;
        list.append(variationAt(variation, index));
        needsNumber = true;
      });
    }
    if (game.outcome) list.append(html('span', { class: 'result' }, game.outcome.result));
    host.replaceChildren(list);
    const current = list.querySelector('[aria-current]');
    // Only the list is scrolled, never the page.
    if (current instanceof HTMLElement) {
      const [box, button] = [host.getBoundingClientRect(), current.getBoundingClientRect()];
      if (button.bottom > box.bottom || button.top < box.top) host.scrollTop += button.top - box.top - box.height / 2;
    }
  };

  /** Whether White is to move at a ply. @param {number} ply */
  const isWhite = (ply) => (ply % 2 === 0) !== game.startsWithBlack;

  /** @param {number} ply */
  const numberAt = (ply) => {
    const number = game.firstNumber + Math.floor((ply + (game.startsWithBlack ? 1 : 0)) / 2);
    return html('span', { class: 'number' }, `${number}.`);
  };

  /**
   * @param {number} ply
   * @param {string} san
   * @param {number | null} variation
   */
  const moveAt = (ply, san, variation) => {
    /** @type {Place} */
    const place = { ply: ply + 1, variation };
    const isCurrent = game.place.ply === place.ply && game.place.variation === variation;
    return html(
      'button',
      { type: 'button', class: 'move', 'aria-current': isCurrent ? 'step' : null, onclick: () => game.look(place) },
      san,
    );
  };

  /**
   * @param {Variation} variation
   * @param {number} index
   */
  const variationAt = (variation, index) => {
    const line = html('div', { class: 'variation', role: 'group', 'aria-label': 'Variation' });
    for (let ply = variation.from; ply < variation.moves.length; ply += 1) {
      const isFirst = ply === variation.from;
      if (isFirst || isWhite(ply)) line.append(numberAt(ply));
      if (isFirst && !isWhite(ply)) line.append(html('span', { class: 'gap' }, '…'));
      line.append(moveAt(ply, variation.sans[ply], index));
    }
    return line;
  };

  game.subscribe(show);
  show();
}
