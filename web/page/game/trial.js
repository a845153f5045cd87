// A game that somebody has written, tried out: the engine plays it against itself, fast and weakly, and what is counted
// is said with its error.

/** @import { Searcher } from '../engines/searcher.js' */
/** @import { Backend, Outcome } from '../types' */

/** How many games are played, and how many positions the engine looks at for each move. */
export const GAMES = 40;
export const NODES = 300;

/** So many plies at the start of each game are drawn at random, so that no two games are alike. */
const DRAWN = 4;

/** A game that has not ended after so many plies is broken off. */
export const LONGEST = 300;

/** A normal distribution has 95% of its chances within so many standard deviations. */
const DEVIATIONS = 1.96;

/** A game that was played: how it ended, `null` if it was broken off, and after how many plies.
 * @typedef {{ outcome: Outcome | null, plies: number }} Played */

/**
 * Plays games one after the other, as long as they are wanted.
 * @param {{ backend: Backend, searcher: Pick<Searcher, 'search'>, game: string, games?: number, random?: () => number }} parts
 * @returns {AsyncGenerator<Played>}
 */
export async function* trial({ backend, searcher, game, games = GAMES, random = Math.random }) {
  for (let number = 0; number < games; number += 1) {
    /** @type {string[]} */
    const moves = [];
    for (;;) {
      const { outcome, legal } = await backend.call(game, { call: 'position', moves, sansFrom: moves.length });
      if (outcome || moves.length === LONGEST) {
        yield { outcome, plies: moves.length };
        break;
      }
      const drawn = legal[Math.floor(random() * legal.length)].text;
      const best =
        moves.length < DRAWN ? drawn : await searcher.search({ fen: null, moves: [...moves], go: `nodes ${NODES}` });
      if (best === null) return;
      moves.push(best);
    }
  }
}

/**
 * The range in which a share lies with 95% probability, by Wilson. Draws make a score vary less than wins and losses do,
 * so for scores it is rather too wide than too narrow.
 * @param {number} share from 0 to 1
 * @param {number} count of how many games
 * @returns {[low: number, high: number]}
 */
export function interval(share, count) {
  const square = DEVIATIONS ** 2;
  const middle = (share + square / (2 * count)) / (1 + square / count);
  const half =
    (DEVIATIONS / (1 + square / count)) * Math.sqrt((share * (1 - share)) / count + square / (4 * count ** 2));
  return [Math.max(0, middle - half), Math.min(1, middle + half)];
}

/** @param {number} share */
const percent = (share) => `${Math.round(share * 100)}%`;

/**
 * @param {number} share
 * @param {number} count
 */
const withError = (share, count) =>
  `${percent(share)} (95% interval ${interval(share, count).map(percent).join(' to ')})`;

/**
 * What games tell, in lines for people. Games that were broken off count as draws of White's score.
 * @param {Played[]} played at least one
 * @returns {{ name: string, text: string }[]}
 */
export function reportOf(played) {
  const count = played.length;
  /** @param {string} result */
  const share = (result) => played.filter(({ outcome }) => outcome?.result === result).length / count;
  const score = (1 + share('1-0') - share('0-1')) / 2;
  const [low, high] = interval(score, count);
  const better =
    low > 0.5 ? 'White is better.' : high < 0.5 ? 'Black is better.' : 'Which side is better is undecided.';
  const lengths = played.map(({ plies }) => Math.ceil(plies / 2)).sort((one, other) => one - other);
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (const { outcome } of played) {
    const name = outcome ? outcome.reason : `broken off after ${LONGEST / 2} moves`;
    ends.set(name, (ends.get(name) ?? 0) + 1);
  }
  const sorted = [...ends].sort(([, one], [, other]) => other - one);
  return [
    { name: 'White’s score', text: `${withError(score, count)}. ${better}` },
    { name: 'Draws', text: `${withError(share('1/2-1/2'), count)}.` },
    {
      name: 'Length',
      text: `${lengths[count >> 1]} moves in the middle, from ${lengths[0]} to ${lengths[count - 1]}.`,
    },
    { name: 'Ends', text: `${sorted.map(([name, times]) => `${name} ${times}`).join(', ')}.` },
  ];
}
