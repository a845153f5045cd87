// What a piece does and why: its own powers, those that others lend it, and where it can go. Of either side.

import { CallError } from './backend.js';
import { html } from './dom.js';
import { capital, joined } from './words.js';

/** @import { App } from './main.js' */
/** @import { Attacks, Piece } from './types' */
/** @import { Mark } from './board.js' */

/**
 * Explains pieces in an element, as the user asks about them.
 * @param {App} app
 * @param {HTMLElement} host
 */
export function mountExplanation({ game, table, figures }, host) {
  table.onInspect(async (square) => {
    const { view } = game;
    const piece = square && view.pieces.find((other) => other.square === square);
    if (!square || !piece) {
      host.replaceChildren(hint());
      return;
    }
    /** @type {Attacks} */
    let attacks;
    try {
      attacks = await game.ask({ call: 'attacks', square });
    } catch (error) {
      if (error instanceof CallError) return;
      throw error;
    }
    if (view !== game.view) return;
    table.explain(square, marksOf(attacks, table.isSelected(square)));
    host.replaceChildren(card(piece, attacks));
  });
  host.replaceChildren(hint());

  /**
   * @param {Piece} piece
   * @param {Attacks} attacks
   */
  function card(piece, attacks) {
    const own = attacks.powers.filter((power) => power.from === 'own');
    const lent = attacks.powers.filter((power) => power.from !== 'own');
    return html(
      'div',
      { class: 'card' },
      figures.picture(piece.figure, 'card-figure'),
      html(
        'div',
        { class: 'card-text' },
        html('h3', {}, `${capital(piece.side)} ${attacks.name}`, html('span', {}, piece.square)),
        html(
          'ul',
          {},
          ...own.map(({ words }) => html('li', { class: 'own' }, capital(words))),
          ...lent.map(({ words, from }) =>
            html('li', { class: 'lent' }, capital(words), html('span', {}, `lent by ${lenders(from)}`)),
          ),
        ),
        ...attacks.notes.map((note) => html('p', {}, note)),
      ),
    );
  }

  /** @param {'own' | string[]} squares */
  function lenders(squares) {
    if (squares === 'own') return '';
    return joined(
      squares.map((square) => {
        const piece = game.view.pieces.find((other) => other.square === square);
        return piece ? `the ${piece.name} on ${square}` : square;
      }),
    );
  }
}

function hint() {
  return html('p', { class: 'muted' }, 'Click any piece, yours or not, to see what it does and why.');
}

/**
 * @param {Attacks} attacks
 * @param {boolean} isSelected whether its legal moves are marked already
 * @returns {Mark[]}
 */
function marksOf({ powers, quiet, captures, attacks }, isSelected) {
  const lenders = new Set(powers.flatMap(({ from }) => (from === 'own' ? [] : from)));
  /** @type {Mark[]} */
  const marks = [...lenders].map((square) => ({ square, type: 'lender' }));
  if (isSelected) return marks;
  for (const square of new Set(quiet)) marks.push({ square, type: 'reach' });
  for (const square of new Set([...captures, ...attacks])) {
    if (!quiet.includes(square)) marks.push({ square, type: 'threat' });
  }
  return marks;
}
