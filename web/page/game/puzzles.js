// Puzzles: positions in which one side is proved to win in so many moves, and what the user has made of them.

import { infoOf } from '../engines/info.js';
import { recordOf } from './record.js';

/** @import { GameRecord, Puzzle } from './record.js' */
/** @import { Player, Side } from '../types' */

const KEY = 'vertumnus-puzzles';

/**
 * The puzzles of a text in EPD: a FEN, `dm` for the number of moves, `bm` for the first moves that win, `id`.
 * @param {string} game
 * @param {string} text
 * @returns {(Puzzle & { fen: string })[]}
 */
export function readPuzzles(game, text) {
  const lines = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('#'));
  return lines.flatMap((line, index) => {
    const [fen, ...operations] = line.split(';').map((part) => part.trim());
    const values = new Map(operations.map((operation) => [operation.split(' ')[0], operation.split(' ').slice(1)]));
    const [moves] = values.get('dm') ?? [];
    const [id] = values.get('id') ?? [];
    const best = values.get('bm') ?? [];
    if (!moves || !id || best.length === 0) return [];
    /** @type {Side} */
    const side = fen.split(' ')[1] === 'b' ? 'black' : 'white';
    const puzzle = { id: `${game}/${id}`, number: index + 1, count: lines.length };
    return [{ ...puzzle, side, moves: Number(moves), best, isHelped: false, isShown: false, fen }];
  });
}

/**
 * The record of a puzzle that begins.
 * @param {string} game
 * @param {Puzzle & { fen: string }} about
 * @returns {GameRecord}
 */
export function recordOfPuzzle(game, { fen, ...puzzle }) {
  /** @type {Player} */
  const solver = { kind: 'person', level: 20 };
  /** @type {Player} */
  const other = { kind: 'solution', level: 20 };
  const players = puzzle.side === 'white' ? { white: solver, black: other } : { white: other, black: solver };
  return { ...recordOf({ game, fen, moves: [], players, control: null }), puzzle };
}

/**
 * Whether the last line of a search says that a side wins by force in so many of its moves.
 * @param {string} line
 * @param {Side} turn the side to move
 * @param {Side} winner
 * @param {number} moves
 */
export function isWonIn(line, turn, winner, moves) {
  const score = infoOf(line, turn)?.score;
  if (score?.unit !== 'mate') return false;
  return score.value > 0 === (winner === 'white') && Math.abs(score.value) <= moves;
}

/**
 * What the user has made of the puzzles.
 * @typedef {{ solved: string[], streak: number, best: number }} Score
 */

/** How many puzzles the user has solved, and how many in a row without help. Kept in the browser. */
export class Progress {
  #storage;

  /** @param {Storage | null} storage `null` if the browser allows none: then it lasts as long as the page */
  constructor(storage) {
    this.#storage = storage;
    /** @type {Score} */
    this.score = this.#read();
  }

  /** @returns {Score} */
  #read() {
    try {
      const { solved, streak, best } = JSON.parse(this.#storage?.getItem(KEY) ?? '{}');
      const isList = Array.isArray(solved) && solved.every((id) => typeof id === 'string');
      const number = (/** @type {unknown} */ value) => (Number.isInteger(value) ? /** @type {number} */ (value) : 0);
      return { solved: isList ? solved : [], streak: number(streak), best: number(best) };
    } catch {
      return { solved: [], streak: 0, best: 0 };
    }
  }

  /** @param {(score: Score) => Score} change of what is kept now, which another tab may have changed */
  #change(change) {
    this.score = change(this.#storage ? this.#read() : this.score);
    try {
      this.#storage?.setItem(KEY, JSON.stringify(this.score));
    } catch {
      // Without room it lasts as long as the page.
    }
  }

  /** @param {string} id */
  isSolved(id) {
    return this.score.solved.includes(id);
  }

  /** How many puzzles of a game are solved. @param {string} game */
  solvedOf(game) {
    return this.score.solved.filter((id) => id.startsWith(`${game}/`)).length;
  }

  /**
   * A puzzle is solved: by the user, unless a move was shown. Only one that was solved without any help adds to
   * the row.
   * @param {Puzzle} puzzle
   */
  solve({ id, isHelped, isShown }) {
    if (isShown) return;
    this.#change(({ solved, streak, best }) => {
      const row = isHelped ? 0 : streak + 1;
      return { solved: [...new Set([...solved, id])], streak: row, best: Math.max(best, row) };
    });
  }

  /** A move was wrong, or help was needed. */
  fail() {
    this.#change((score) => ({ ...score, streak: 0 }));
  }
}
