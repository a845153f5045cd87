// Where a piece can go only by what its neighbors lend it.

import { isRefusal } from './refusal.js';

/** @import { Game } from './state.js' */
/** @import { Doing } from '../types' */

/**
 * The squares to which a piece can go only by lent powers. None if that cannot be told.
 * @param {Pick<Game, 'deserted'>} game
 * @param {Doing} doing what the piece does
 * @returns {Promise<Set<string>>}
 */
export async function loansOf(game, { square, powers, quiet, captures }) {
  const ways = [...quiet, ...captures];
  const own = powers.filter(({ from }) => from === 'own');
  if (own.length === powers.length) return new Set();
  if (own.length === 0) return new Set(ways);
  const lenders = powers.flatMap(({ from }) => (from === 'own' ? [] : from));
  const alone = await game.deserted(square, lenders).catch(unlessRefused);
  const hasTheSame =
    alone?.powers.length === own.length && own.every(({ power }, index) => alone.powers[index].power === power);
  if (!alone || !hasTheSame) return new Set();
  return new Set(ways.filter((way) => !alone.quiet.includes(way) && !alone.captures.includes(way)));
}

/** Not every such position is one. @param {Error} error @returns {null} */
function unlessRefused(error) {
  if (isRefusal(error)) return null;
  throw error;
}
