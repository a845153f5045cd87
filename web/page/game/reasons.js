// Why a move is refused, in the words of the rules.

import { isRefusal } from './refusal.js';

/** @import { Game } from './state.js' */

/**
 * Why a piece does not go to a square in the position that is looked at; empty if nothing is against it.
 * @param {Game} game
 * @param {string} from
 * @param {string | null} to `null` asks why it cannot move at all
 * @returns {Promise<string>}
 */
export async function reasonAgainst(game, from, to) {
  const name = game.view.pieces.find((piece) => piece.square === from)?.name;
  try {
    const objection = await (to === null ? objectionToAll(game, from) : game.ask({ call: 'objection', from, to }));
    if (to === null) return `The ${name} on ${from} has no legal move${objection ? `: ${objection}` : ''}.`;
    return objection ? `${name} ${from} to ${to}: ${objection}.` : '';
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
  const doing = await game.ask({ call: 'attacks', square: from });
  const [first] = [...(doing?.captures ?? []), ...(doing?.quiet ?? [])];
  return first ? game.ask({ call: 'objection', from, to: first }) : 'all its ways are blocked';
}
