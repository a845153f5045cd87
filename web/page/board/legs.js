// The way of a move, leg by leg.

import { isInHand } from '../game/hands.js';

/**
 * Each leg of a move as the ends of an arrow. A piece in hand comes from nowhere on the board: it is shown on its square.
 * @param {{ from: string, stops: string[], figure: string }} move
 * @returns {{ from: string, to: string, figure?: string }[]}
 */
export const legsOf = ({ from, stops, figure }) =>
  stops.map((to, index) =>
    isInHand(from) ? { from: to, to, figure } : { from: index === 0 ? from : stops[index - 1], to },
  );
