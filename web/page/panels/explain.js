// What a piece does and why: its own powers, those that others lend it, and where it can go. Of either side.

import { html } from '../shell/dom.js';
import { announce } from '../shell/live.js';
import { isRefusal } from '../game/refusal.js';
import { capital, squareInWords } from '../game/words.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Marker } from '../board/marker.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Doing, Piece } from '../types' */
/** @import { Mark } from '../board/board.js' */

/**
 * Explains pieces in an element, as the user asks about them.
 * @param {{ game: Game, marker: Marker, figures: Figures }} parts
 * @param {HTMLElement} host
 */
export function mountExplanation({ game, marker, figures }, host) {
  marker.onInspect(async (square) => {
    const { view } = game;
    const piece = square && view.pieces.find((other) => other.square === square);
    if (!square || !piece) {
      host.replaceChildren(hint());
      return;
    }
    /** @type {Doing | null} */
    let doing;
    try {
      doing = await game.ask({ call: 'attacks', square });
    } catch (error) {
      if (isRefusal(error)) return;
      throw error;
    }
    if (view !== game.view || !doing) return;
    const isEmpty = (/** @type {string} */ name) => !view.pieces.some((other) => other.square === name);
    marker.explain(square, marksOf(doing, isEmpty, marker.isSelected(square)));
    host.replaceChildren(card(piece, doing));
    // Of a piece that is picked, the board says more.
    if (!marker.isSelected(square)) announce(`${capital(squareInWords(square, piece))}: ${doing.words}.`);
  });
  host.replaceChildren(hint());

  /**
   * @param {Piece} piece
   * @param {Doing} doing
   */
  function card(piece, doing) {
    // What neighbors lend is told by the notes, with the lenders.
    const own = doing.powers.filter((power) => power.from === 'own');
    return html(
      'div',
      { class: 'card' },
      figures.picture(piece.figure, 'card-figure'),
      html(
        'div',
        { class: 'card-text' },
        html('h2', {}, `${capital(piece.side)} ${doing.name}`, html('span', {}, piece.square)),
        html('ul', {}, ...own.map(({ words }) => html('li', {}, capital(words)))),
      ),
      doing.notes.length > 0 && html('ul', { class: 'notes' }, ...doing.notes.map((note) => html('li', {}, note))),
    );
  }
}

function hint() {
  return html('p', { class: 'muted' }, 'Click any piece, yours or not, to see what it does and why.');
}

/**
 * @param {Doing} doing
 * @param {(square: string) => boolean} isEmpty
 * @param {boolean} isSelected whether its legal moves are marked already
 * @returns {Mark[]}
 */
function marksOf({ powers, quiet, captures, attacks }, isEmpty, isSelected) {
  const lenders = new Set(powers.flatMap(({ from }) => (from === 'own' ? [] : from)));
  /** @type {Mark[]} */
  const marks = [...lenders].map((square) => ({ square, type: 'lender' }));
  if (isSelected) return marks;
  for (const square of quiet) marks.push({ square, type: 'reach' });
  for (const square of captures) marks.push({ square, type: 'threat' });
  for (const square of attacks) {
    // A pawn guards squares to which it cannot go.
    if (!quiet.includes(square) && isEmpty(square)) marks.push({ square, type: 'guard' });
  }
  return marks;
}
