// How the user has done against the engine, by the games that the browser keeps. Knows no screen.

import { capital } from './words.js';

/** @import { GameRecord } from './record.js' */
/** @import { Level, Player } from '../types' */

/** @typedef {{ won: number, drawn: number, lost: number }} Results */

/**
 * The results of a person who played alone, level by level.
 * @param {GameRecord[]} records
 * @param {string} game
 * @returns {Map<number, Results>}
 */
export function resultsOf(records, game) {
  /** @type {Map<number, Results>} */
  const all = new Map();
  for (const { game: played, players, result } of records) {
    if (played !== game) continue;
    const { white, black } = players;
    if (isAlone(white, black)) count(all, black.level, result, '1-0');
    else if (isAlone(black, white)) count(all, white.level, result, '0-1');
  }
  return all;
}

/** @param {Player} one @param {Player} other */
const isAlone = (one, other) => one.kind === 'person' && other.kind === 'engine';

/**
 * @param {Map<number, Results>} all
 * @param {number} level
 * @param {string | undefined} result
 * @param {string} win
 */
function count(all, level, result, win) {
  if (!result || result === '*') return;
  const results = all.get(level) ?? { won: 0, drawn: 0, lost: 0 };
  results[result === '1/2-1/2' ? 'drawn' : result === win ? 'won' : 'lost'] += 1;
  all.set(level, results);
}

/**
 * The results at each level, the weakest first: `Casual: 3 won, 2 lost`.
 * @param {Map<number, Results>} all
 * @param {Level[]} levels
 */
export function resultsByLevel(all, levels) {
  const nameOf = (/** @type {number} */ number) =>
    capital(levels.find(({ skillLevel }) => skillLevel === number)?.name ?? `level ${number}`);
  const played = [...all].sort(([one], [other]) => one - other);
  return played.map(([level, results]) => `${nameOf(level)}: ${resultsInWords(results)}`);
}

/** `3 won, 1 drawn, 2 lost`. @param {Results} results */
export function resultsInWords(results) {
  const parts = Object.entries(results).filter(([, number]) => number > 0);
  return parts.map(([what, number]) => `${number} ${what}`).join(', ');
}
