// Why a move is refused, in the words of the rules.

import { isInHand } from './hands.js';
import { isRefusal } from './refusal.js';
import { wayInWords } from './words.js';

/** @import { Game } from './state.js' */

/**
 * Why a piece, perhaps one in hand, does not go to a square in the position that is looked at; empty if nothing is against it.
 * @param {Game} game
 * @param {string} from
 * @param {string | null} to `null` asks why it cannot move at all
 * @returns {Promise<string>}
 */
export async function reasonAgainst(game, from, to) {
  const name = game.pieceAt(from)?.name ?? 'piece';
  try {
    const objection = await (to === null ? objectionToAll(game, from) : game.ask({ call: 'objection', from, to }));
    const place = isInHand(from) ? 'in hand' : `on ${from}`;
    if (to === null) return `The ${name} ${place} has no legal move${objection ? `: ${objection}` : ''}.`;
    return objection ? `${wayInWords(name, { from, to })}: ${objection}.` : '';
  } catch (error) {
    if (isRefusal(error)) return error.message;
    throw error;
  }
}

/**
 * What is against all moves of a piece: that against the first to which it could go otherwise.
 * @param {Game} game
 * @param {string} from
 */
async function objectionToAll(game, from) {
  if (game.view.outcome) return game.view.outcome.text;
  if (isInHand(from)) {
    const empty = game.variant.squares.filter((square) => square !== null && !game.pieceAt(square));
    const to = empty[Math.floor(empty.length / 2)];
    return to ? game.ask({ call: 'objection', from, to }) : 'all squares are taken';
  }
  const doing = await game.ask({ call: 'attacks', square: from });
  const [first] = [...(doing?.captures ?? []), ...(doing?.quiet ?? [])];
  return first ? game.ask({ call: 'objection', from, to: first }) : 'all its ways are blocked';
}
