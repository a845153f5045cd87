// Moves and squares in words, for those who listen and for the choices on the board.

/** @import { Move, Piece, Side, Variant, Victim, View } from './types' */

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * `a, b and c`.
 * @param {string[]} parts
 */
export function joined(parts) {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

/** @param {string} name */
export function withArticle(name) {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`;
}

/** @param {Victim} victim */
const placed = (victim) => `${victim.name} on ${victim.square}`;

/**
 * What a move captures: `the Knight on e5`; empty if it captures nothing.
 * @param {Move} move
 */
export function captures(move) {
  return joined(move.victims.filter((victim) => victim.isCaptured).map((victim) => `the ${placed(victim)}`));
}

/**
 * What vanishes besides: `the white Pawn on d4 and the mover itself`; empty if nothing does.
 * @param {Move} move
 * @param {Variant} variant
 */
export function vanishing(move, variant) {
  const others = move.victims.filter((victim) => !victim.isCaptured);
  const parts = others.map((victim) => `the ${victim.side} ${placed(victim)}`);
  if (!move.survives) parts.push(`the ${variant.kinds[move.mover].name} itself`);
  return joined(parts);
}

/**
 * A move as a sentence: `White: Knight g1 to f3.`
 * @param {Move} move
 * @param {View} before
 * @param {View} after
 * @param {Variant} variant
 */
export function moveInWords(move, before, after, variant) {
  const mover = variant.kinds[move.mover].name;
  let text = `${capital(before.turn)}: ${mover} ${move.from}`;
  if (move.isCastling) text += ` castles to ${move.to}`;
  else {
    const taken = captures(move);
    const takesTarget = move.victims.some((victim) => victim.isCaptured && victim.square === move.to);
    if (taken) text += ` takes ${taken}${takesTarget ? '' : `, to ${move.to}`}`;
    else text += ` to ${move.to}`;
  }
  if (move.changesMover && move.survives) text += `, becomes ${withArticle(variant.kinds[move.becomes].name)}`;
  const gone = vanishing(move, variant);
  if (gone) text += `; ${gone} vanish`;
  text += '.';
  if (after.outcome) text += ` ${after.outcome.text}.`;
  else if (after.isCheck) text += ' Check.';
  return text;
}

/**
 * Whose turn it is, and check.
 * @param {View} view
 */
export function turnInWords(view) {
  return `${capital(view.turn)} to move${view.isCheck ? ', in check' : ''}`;
}

/**
 * What stands on a square: `e4, white Knight, lent rook by e1`.
 * @param {string} square
 * @param {Piece | undefined} piece
 */
export function squareInWords(square, piece) {
  if (!piece) return `${square}, empty`;
  const lent = piece.lent.map(({ power, from }) => `, ${power} lent by ${joined(from)}`).join('');
  return `${square}, ${piece.side} ${piece.name}${lent}`;
}

/**
 * @param {Side} winner
 * @param {string} reason `by resignation`, `on time`
 * @returns {import('./types').Outcome}
 */
export function wonBy(winner, reason) {
  return { result: winner === 'white' ? '1-0' : '0-1', reason, text: `${capital(winner)} wins ${reason}` };
}
