// What a piece does and why: its own powers, those that others lend it, and where it can go. Of either side.

import { html } from '../shell/dom.js';
import { announce } from '../shell/live.js';
import { loansOf } from '../game/loans.js';
import { isRefusal } from '../game/refusal.js';
import { capital, joined, squareInWords, withArticle } from '../game/words.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Marker } from '../board/marker.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Doing, Held, Move, Piece, Variant } from '../types' */

/** More squares than these are counted, not named. */
const MOST_PLACES = 6;
/** @import { Mark } from '../board/board.js' */

/**
 * Explains pieces in an element, as the user asks about them.
 * @param {{ game: Game, marker: Marker, figures: Figures, showLegend: () => void }} parts
 * @param {HTMLElement} host
 */
export function mountExplanation({ game, marker, figures, showLegend }, host) {
  marker.onInspect(async (square) => {
    const { view } = game;
    const piece = square ? game.pieceAt(square) : undefined;
    if (!square || !piece) {
      host.replaceChildren(hint(), legend());
      return;
    }
    if ('count' in piece) {
      host.replaceChildren(cardOfHeld(piece), legend());
      if (!marker.isSelected(square)) announce(`${capital(squareInWords(square, piece))}: ${wordsOf(piece)}.`);
      return;
    }
    /** @type {Doing | null} */
    let doing;
    /** @type {string[]} */
    let becoming;
    /** @type {Set<string>} */
    let loans = new Set();
    try {
      doing = await game.ask({ call: 'attacks', square });
      becoming = await becomingOf(piece);
      if (doing) loans = await loansOf(game, doing);
    } catch (error) {
      if (isRefusal(error)) return;
      throw error;
    }
    if (view !== game.view || !doing) return;
    const isEmpty = (/** @type {string} */ name) => !view.pieces.some((other) => other.square === name);
    marker.explain(square, marksOf(doing, view.pieces, isEmpty, marker.isSelected(square)), loans);
    host.replaceChildren(card(piece, doing, becoming), legend());
    // Of a piece that is picked, the board says more.
    if (!marker.isSelected(square)) announce(`${capital(squareInWords(square, piece))}: ${doing.words}.`);
  });
  host.replaceChildren(hint(), legend());

  /** The way to what the drawings mean. */
  function legend() {
    return html('button', { type: 'button', class: 'link', onclick: showLegend }, 'How to read the pieces');
  }

  /** What a piece can become. Of the side that is not to move, what it could become if it were. @param {Piece} piece */
  const becomingOf = async ({ square, side }) => {
    const { view, variant } = game;
    const { legal } = side === view.turn ? view : await game.turned().catch(unlessInCheck);
    return changesOf(
      legal.filter(({ from }) => from === square),
      variant,
    );
  };

  const wordsOf = (/** @type {Held} */ { kind }) => game.variant.kinds[kind].words;

  /** @param {Held} held */
  function cardOfHeld(held) {
    const { legal } = game.view;
    const becoming = changesOf(
      legal.filter(({ from }) => from === held.place),
      game.variant,
    );
    return drawCard(held, `${capital(held.side)} ${held.name}`, 'in hand', [wordsOf(held)], becoming);
  }

  /**
   * @param {Piece} piece
   * @param {Doing} doing
   * @param {string[]} becoming
   */
  function card(piece, doing, becoming) {
    // What neighbors lend is told by the notes, with the lenders.
    const own = doing.powers.filter((power) => power.from === 'own');
    const words = own.map((power) => power.words);
    return drawCard(piece, `${capital(piece.side)} ${doing.name}`, piece.square, words, [...doing.notes, ...becoming]);
  }

  /**
   * @param {Piece | Held} piece
   * @param {string} name
   * @param {string} place
   * @param {string[]} words what it does
   * @param {string[]} notes
   */
  function drawCard({ figure }, name, place, words, notes) {
    return html(
      'div',
      { class: 'card' },
      figures.picture(figure, 'card-figure'),
      html(
        'div',
        { class: 'card-text' },
        html('h2', {}, name, html('span', {}, place)),
        html('ul', {}, ...words.map((line) => html('li', {}, capital(line)))),
      ),
      notes.length > 0 && html('ul', { class: 'notes' }, ...notes.map((note) => html('li', {}, note))),
    );
  }
}

/** While the side to move is in check, the other has no moves. @param {Error} error @returns {{ legal: Move[] }} */
function unlessInCheck(error) {
  if (isRefusal(error)) return { legal: [] };
  throw error;
}

/**
 * What a piece becomes by its legal moves: that of promotions, of squares and of what it takes.
 * @param {Move[]} moves its legal moves
 * @param {Pick<Variant, 'kinds'>} variant
 * @returns {string[]}
 */
export function changesOf(moves, { kinds }) {
  /** @type {Map<number, Set<string>>} */
  const squares = new Map();
  for (const { becomes, changesMover, to } of moves) {
    if (changesMover) squares.set(becomes, (squares.get(becomes) ?? new Set()).add(to));
  }
  return [...squares].map(([kind, all]) => {
    const places = all.size > MOST_PLACES ? `${all.size} squares` : joined([...all]);
    return `It can become ${withArticle(kinds[kind].name)} on ${places}.`;
  });
}

function hint() {
  return html('p', { class: 'muted' }, 'Click any piece, yours or not, to see what it does and why.');
}

/**
 * @param {Doing} doing
 * @param {Piece[]} pieces
 * @param {(square: string) => boolean} isEmpty
 * @param {boolean} isSelected whether its legal moves are marked already
 * @returns {Mark[]}
 */
export function marksOf({ square: own, powers, quiet, captures, attacks }, pieces, isEmpty, isSelected) {
  const lenders = new Set(powers.flatMap(({ from }) => (from === 'own' ? [] : from)));
  const borrowers = pieces.filter(({ lent }) => lent.some(({ from }) => from.includes(own)));
  /** @type {Mark[]} */
  const marks = [...lenders].map((square) => ({ square, type: 'lender' }));
  for (const { square } of borrowers) marks.push({ square, type: 'borrower' });
  if (isSelected) return marks;
  for (const square of quiet) marks.push({ square, type: 'reach' });
  for (const square of captures) marks.push({ square, type: 'threat' });
  for (const square of attacks) {
    // A pawn guards squares to which it cannot go.
    if (!quiet.includes(square) && isEmpty(square)) marks.push({ square, type: 'guard' });
  }
  return marks;
}
