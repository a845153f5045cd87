// Moves and squares in words, for those who listen and for the choices on the board.

import { isInHand } from './hands.js';

/** @import { Held, Move, Piece, Side, Variant, View } from '../types' */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @param {string} noun */
export const withArticle = (noun) => `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;

/** @param {string} text */
export const firstSentence = (text) => text.split(/(?<=\.)\s/)[0];

/**
 * `a, b and c`.
 * @param {string[]} parts
 */
export function joined(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/**
 * Where a piece goes: `Knight d4 to f5`, `Pawn dropped on e5`.
 * @param {string} name of the piece
 * @param {{ from: string, to: string }} move
 */
export const wayInWords = (name, { from, to }) =>
  isInHand(from) ? `${name} dropped on ${to}` : from === to ? `${name} ${from}` : `${name} ${from} to ${to}`;

/**
 * A move as sentences: `White: Knight d4 to f5. The Knight takes the Bishop on f5.`
 * @param {Move} move
 * @param {View} before
 * @param {View} after
 * @param {Variant} variant
 */
export function moveInWords(move, before, after, variant) {
  const way = `${capital(before.turn)}: ${wayInWords(variant.kinds[move.mover].name, move)}.`;
  const state = after.outcome ? `${after.outcome.text}.` : after.isCheck ? 'Check.' : '';
  return [way, move.words, state].filter(Boolean).join(' ');
}

/**
 * Whose turn it is, and check.
 * @param {View} view
 */
export function turnInWords(view) {
  return `${capital(view.turn)} to move${view.isCheck ? ', in check' : ''}`;
}

/**
 * What stands on a square: `e4, white Knight, rook lent by e1, frozen`; or what is in hand: `white Pawn in hand`.
 * @param {string} square
 * @param {Piece | Held | undefined} piece
 */
export function squareInWords(square, piece) {
  if (!piece) return `${square}, empty`;
  if ('count' in piece) return `${piece.side} ${piece.name} in hand`;
  const lent = piece.lent.map(({ power, from }) => `, ${power} lent by ${joined(from)}`).join('');
  return `${square}, ${piece.side} ${piece.name}${lent}${piece.isFrozen ? ', frozen' : ''}`;
}

/** Signs on moves by their numbers in PGN. */
const GLYPHS = /** @type {Record<number, string>} */ ({
  ...{ 1: '!', 2: '?', 3: '!!', 4: '??', 5: '!?', 6: '?!', 7: '□', 10: '=', 13: '∞' },
  ...{ 14: '⩲', 15: '⩱', 16: '±', 17: '∓', 18: '+−', 19: '−+' },
});

/**
 * Signs as people write them behind a move.
 * @param {number[]} [glyphs]
 */
export function signs(glyphs = []) {
  return glyphs.map((glyph) => GLYPHS[glyph] ?? ` $${glyph}`).join('');
}

/**
 * @param {Side} winner
 * @param {string} reason `by resignation`, `on time`
 * @returns {import('../types').Outcome}
 */
export function wonBy(winner, reason) {
  return { result: winner === 'white' ? '1-0' : '0-1', reason, text: `${capital(winner)} wins ${reason}` };
}
