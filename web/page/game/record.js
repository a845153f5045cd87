// The record of a game: all that there is to keep of it, as one plain value that can be stored and copied.
//
// Its moves are a tree as PGN has it: a line of plies, each with the variations that could have been played in
// its place. The game itself is the beginning of the first line; what follows there was tried after its end, or
// before somebody went back to play on. A place in the tree is named by the moves that lead to it.

/** @import { Score } from '../engines/info.js' */
/** @import { Lesson } from './lesson.js' */
/** @import { Control, Outcome, Player, Setup, Side, View } from '../types' */

/**
 * A move in the tree.
 * @typedef {object} Ply
 * @property {string} move in coordinates
 * @property {string} san
 * @property {string} [comment]
 * @property {Drawn[]} [drawn] what the user has drawn on the board after it
 * @property {number[]} [glyphs] numeric annotation glyphs: 1 is `!`, 2 is `?`
 * @property {number} [clock] what its side had left after it, in milliseconds
 * @property {Verdict} [verdict] what the review of the game says of it
 * @property {Ply[][]} [variations] the lines that begin with another move in its place
 */

/**
 * An arrow from one square to another, or a circle on a square.
 * @typedef {{ from: string, to: string }} Drawn
 */

/**
 * What the engine says of a move.
 * @typedef {object} Verdict
 * @property {Score} score the position after it
 * @property {number} loss the share of the chances that its side lost by it, from 0 to 1
 * @property {Told} [better] what should have been played, if the move was a fault
 * @property {Told} [reply] what the other side gets by it
 */

/** A move with what it does, in words. @typedef {{ move: string, san: string, words: string }} Told */

/**
 * What a puzzle asks for.
 * @typedef {object} Puzzle
 * @property {string} id `chess/checkmate_in_2_01`
 * @property {number} number its place among those of its game, from 1
 * @property {number} count how many there are
 * @property {Side} side who is to win
 * @property {number} moves in how many moves
 * @property {string[]} best the first moves that do it
 * @property {boolean} isHelped whether the user has missed a move, or was helped
 * @property {boolean} isShown whether the user was shown a move
 */

/**
 * @typedef {object} GameRecord
 * @property {string} id
 * @property {number} begun when the game was begun, in milliseconds since 1970
 * @property {number} changed when it was changed
 * @property {string} game
 * @property {string} [title] what people call the game, once it was on the board
 * @property {string | null} fen the position before the first move; `null` for the usual start
 * @property {Record<Side, Player>} players
 * @property {Control | null} control
 * @property {Record<string, string>} tags what a PGN says of the game besides
 * @property {string} [comment] before the first move
 * @property {Drawn[]} [drawn] on the board before it
 * @property {Ply[]} line
 * @property {number} length how many plies of the line are the game
 * @property {number} spent how long the side to move has thought already, in milliseconds
 * @property {Outcome | null} ending how the game has ended otherwise than by the rules of the board
 * @property {string} [result] how it has ended, by them or otherwise
 * @property {Puzzle} [puzzle] what is asked for, if it is a puzzle
 * @property {Lesson} [lesson] what is taught, if it is a lesson
 */

/** Whether a line of the tree says more than its moves. @param {Ply} ply */
const isNoted = ({ comment, drawn, variations }) =>
  Boolean(comment) || (drawn?.length ?? 0) > 0 || (variations?.length ?? 0) > 0;

/** Two people at one board. @returns {Record<Side, Player>} */
export const people = () => ({ white: { kind: 'person', level: 20 }, black: { kind: 'person', level: 20 } });

/** @param {string} move @returns {Ply} */
const unread = (move) => ({ move, san: move });

/**
 * The record of a game that begins. Its moves are read when it is opened.
 * @param {Setup} setup
 * @returns {GameRecord}
 */
export function recordOf({ game, fen, moves, players, control, tags = {}, ending = null }) {
  const now = Date.now();
  return {
    ...{ id: newId(), begun: now, changed: now, game, fen, players, control, tags, ending, spent: 0 },
    ...{ line: moves.map(unread), length: moves.length },
  };
}

/** A name that no other game has. `crypto.randomUUID` is missing where the page is not served securely. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The plies of the game. @param {GameRecord} record */
export const playedIn = ({ line, length }) => line.slice(0, length);

/**
 * Where a place is in the tree: behind the first `index` plies of a line.
 * @param {GameRecord} record
 * @param {string[]} moves
 * @returns {{ line: Ply[], index: number } | null} `null` if the tree does not have it
 */
export function locate(record, moves) {
  let { line } = record;
  let index = 0;
  for (const move of moves) {
    const ply = line[index];
    if (!ply) return null;
    if (ply.move !== move) {
      const variation = ply.variations?.find(([first]) => first.move === move);
      if (!variation) return null;
      line = variation;
      index = 0;
    }
    index += 1;
  }
  return { line, index };
}

/**
 * The ply that leads to a place; `null` at the start.
 * @param {GameRecord} record
 * @param {string[]} moves
 */
export function plyAt(record, moves) {
  const at = locate(record, moves);
  return at && at.index > 0 ? at.line[at.index - 1] : null;
}

/**
 * Adds a move that was tried, unless the tree has it.
 * @param {GameRecord} record
 * @param {string[]} moves where it was tried
 * @param {Ply} ply
 */
export function addVariation(record, moves, ply) {
  const at = locate(record, moves);
  if (!at) return;
  const next = at.line[at.index];
  if (!next) at.line.push(ply);
  else if (!locate(record, [...moves, ply.move])) (next.variations ??= []).push([ply]);
}

/**
 * Adds a move to the game. What was tried after its end becomes a variation, unless it begins with this move.
 * @param {GameRecord} record
 * @param {Ply} ply
 */
export function addMove(record, ply) {
  const moves = playedIn(record).map(({ move }) => move);
  addVariation(record, moves, ply);
  promote(record, [...moves, ply.move]);
  record.length += 1;
}

/**
 * Makes the way to a place the first line. What stood there becomes a variation.
 * @param {GameRecord} record
 * @param {string[]} moves
 */
export function promote({ line }, moves) {
  moves.forEach((move, index) => {
    const ply = line[index];
    if (!ply || ply.move === move) return;
    const chosen = ply.variations?.find(([first]) => first.move === move);
    if (!chosen) return;
    const others = ply.variations?.filter((variation) => variation !== chosen) ?? [];
    delete ply.variations;
    const rest = line.splice(index);
    chosen[0].variations = [rest, ...others];
    line.push(...chosen);
  });
}

/**
 * Makes a place of the tree the one that the game has reached.
 * @param {GameRecord} record
 * @param {string[]} moves
 */
export function playOnFrom(record, moves) {
  promote(record, moves);
  record.length = moves.length;
  record.ending = null;
  record.spent = 0;
}

/**
 * Takes back the last moves of the game. They leave the tree, unless something was noted on them.
 * @param {GameRecord} record
 * @param {number} count
 */
export function takeBackIn(record, count) {
  const length = record.length - count;
  if (!record.line.slice(length).some(isNoted)) record.line.length = length;
  record.length = length;
  record.ending = null;
  record.spent = 0;
}

/**
 * Takes a move that was tried out of the tree, with what follows it. Moves of the game stay.
 * @param {GameRecord} record
 * @param {string[]} moves the way to it
 * @returns {boolean} whether it was there
 */
export function erase(record, moves) {
  const at = locate(record, moves);
  if (!at || at.index === 0) return false;
  if (at.line === record.line) {
    if (moves.length <= record.length) return false;
    const [ply] = record.line.splice(moves.length - 1);
    // The next of the lines that were tried there takes its place.
    const [next, ...others] = ply.variations ?? [];
    if (!next) return true;
    if (others.length > 0) next[0].variations = others;
    record.line.push(...next);
    return true;
  }
  at.line.length = at.index - 1;
  if (at.index > 1) return true;
  const parent = locate(record, moves.slice(0, -1));
  const ply = parent?.line[parent.index];
  if (ply?.variations) ply.variations = ply.variations.filter((variation) => variation.length > 0);
  return true;
}

/**
 * Takes over what the rules say of the moves of the game.
 * @param {GameRecord} record
 * @param {View} view the position that the game has reached
 */
export function readMoves(record, { moves, sans }) {
  moves.forEach((move, index) => Object.assign(record.line[index], { move, san: sans[index] }));
}

/**
 * Whether a record is at the place of an address.
 * @param {{ game: string, fen: string | null, moves: string[], puzzle?: number }} place
 * @param {GameRecord} record
 */
export function isAt({ game, fen, moves, puzzle }, record) {
  if (puzzle) return record.game === game && record.puzzle?.number === puzzle;
  const played = playedIn(record);
  return (
    record.game === game &&
    record.fen === fen &&
    played.length === moves.length &&
    played.every(({ move }, index) => move === moves[index])
  );
}
