// Pieces in hand: a move begins there with `P@` in the place of a square. Knows no screen.

/** @import { Held, Variant, View } from '../types' */

/** Whether a move begins with a piece in hand. @param {string} place */
export const isInHand = (place) => place.endsWith('@');

/** What a piece in hand is on the board. @param {string} place */
export const tokenOf = (place) => place.slice(0, -1);

/** What both sides have in hand. @param {Pick<View, 'inHand'>} view @returns {Held[]} */
export const allHeld = ({ inHand: { white, black } }) => [...white, ...black];

/**
 * What is in hand, as the rules want it for a position that is put together.
 * @param {Pick<View, 'inHand'>} view
 * @param {Pick<Variant, 'hands'>} variant
 * @returns {Record<string, number>}
 */
export function countsOf(view, { hands }) {
  const held = hands && !hands.areEndless ? allHeld(view) : [];
  return Object.fromEntries(held.map(({ token, count }) => [token, count]));
}
