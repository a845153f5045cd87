// What the engine says of a search, read from its lines.

/** @import { Side } from '../types' */

/**
 * One of the best lines of a search.
 * @typedef {object} Info
 * @property {number} rank 1 for the best line
 * @property {number} depth
 * @property {Score} score
 * @property {number} nodesPerSecond
 * @property {string[]} pv
 */

/**
 * A score as White sees it: centipawns, moves to mate (negative if White is mated), or the end of the game.
 * @typedef {object} Score
 * @property {'cp' | 'mate' | 'end'} unit
 * @property {number} value
 * @property {[win: number, draw: number, loss: number] | null} chances White's, in thousandths
 */

/**
 * Reads a line of the engine; `null` if it is no line of play with an exact score.
 * @param {string} line
 * @param {Side} turn the side to move, from which the engine sees its scores
 * @returns {Info | null}
 */
export function infoOf(line, turn) {
  const words = line.trim().split(/\s+/);
  const pv = words.indexOf('pv');
  if (words[0] !== 'info' || pv < 0 || words.includes('lowerbound') || words.includes('upperbound')) return null;
  /** @param {string} name @param {number} [after] */
  const number = (name, after = 1) => Number(words[words.indexOf(name) + after]);
  const unit = words[words.indexOf('score') + 1];
  if (unit !== 'cp' && unit !== 'mate') return null;
  const sign = turn === 'white' ? 1 : -1;
  const [win, draw, loss] = [1, 2, 3].map((after) => number('wdl', after));
  return {
    rank: words.includes('multipv') ? number('multipv') : 1,
    depth: number('depth'),
    score: {
      unit,
      value: sign * number('score', 2),
      chances: !words.includes('wdl') ? null : turn === 'white' ? [win, draw, loss] : [loss, draw, win],
    },
    nodesPerSecond: words.includes('nps') ? number('nps') : 0,
    pv: words.slice(pv + 1),
  };
}

/**
 * A score in short: `+0.35`, `−1.20`, `mate in 3`, `mated in 2`.
 * @param {Score} score
 */
export function scoreInWords({ unit, value }) {
  if (unit === 'mate') return value > 0 ? `White mates in ${value}` : `Black mates in ${-value}`;
  if (unit === 'end') return value > 0 ? 'White has won' : value < 0 ? 'Black has won' : 'a draw';
  const sign = value > 0 ? '+' : value < 0 ? '−' : '';
  return `${sign}${(Math.abs(value) / 100).toFixed(2)}`;
}

/**
 * The same for a list of moves: `+0.35`, `#3`, `#−2`; nothing where the game has ended.
 * @param {Score} score
 */
export function scoreInShort(score) {
  if (score.unit === 'end') return '';
  return score.unit === 'mate' ? `#${String(score.value).replace('-', '−')}` : scoreInWords(score);
}

/**
 * The share of a bar that is White's, from 0 to 1.
 * @param {Score} score
 */
export function shareOfWhite({ unit, value, chances }) {
  if (unit === 'mate') return value > 0 ? 1 : 0;
  if (chances) return (chances[0] + chances[1] / 2) / 1000;
  return 1 / (1 + Math.exp(-value / 150));
}
