// Which piece is worth more, as far as a choice on the board has to know it: the best stands first there.

/** @import { Move, Variant } from '../types' */

/** What powers are worth that are worth more or less than a minor piece. */
const WORTH = /** @type {Record<string, number>} */ ({
  ...{ rook: 5, rookHop: 6, rookFlight: 8, bishopFlight: 5, pegasus: 5, nightrider: 5 },
  ...{ pawn: 1, straightPawn: 1, berolinaPawn: 1, captain: 2, verticalStep: 1 },
});
const OTHER = 3;

/** @param {Variant['kinds'][number]} kind */
const worthOf = ({ powers }) => powers.reduce((sum, power) => sum + (WORTH[power] ?? OTHER), 0);

/**
 * Moves in the order in which they are offered: those by which the mover becomes worth most come first.
 * @param {Move[]} moves
 * @param {Pick<Variant, 'kinds'>} variant
 */
export const bestFirst = (moves, { kinds }) =>
  [...moves].sort((one, other) => worthOf(kinds[other.becomes]) - worthOf(kinds[one.becomes]));
