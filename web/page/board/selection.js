// How squares that are picked one after the other become a move. Knows the list of legal moves, and no screen.
//
// A move goes from a square by its stops to the last of them. Most moves have one stop. A flight that captures
// on its way has several, and they are picked in order; picking the last one again ends it there. What remains
// open then (what the mover becomes, what a flight takes) is the user's choice.

/** @import { Move } from '../types' */

/**
 * What a square does that is picked:
 * - `none`: no move goes there;
 * - `go on`: the flight stops there, and can go on;
 * - `choose`: several moves fit;
 * - `move`: one move fits.
 * @typedef {{ type: 'none' }
 *   | { type: 'go on', selection: Selection }
 *   | { type: 'choose', moves: Move[] }
 *   | { type: 'move', move: Move }} Step
 */

export class Selection {
  /**
   * @param {string} from the square of the piece
   * @param {Move[]} moves its legal moves
   * @param {string[]} [path] the stops that are picked already
   */
  constructor(from, moves, path = []) {
    this.from = from;
    this.path = path;
    /** The legal moves that begin with the path. */
    this.moves = moves.filter((move) => path.every((stop, index) => move.stops[index] === stop));
  }

  /** The moves that end where the path ends. */
  get complete() {
    return this.moves.filter((move) => move.stops.length === this.path.length);
  }

  /**
   * The squares that can be picked next, each with the moves that may follow: those that stop there next, those
   * that end there by a longer way, and those that take a pawn there in passing.
   * @returns {Map<string, Move[]>}
   */
  get targets() {
    /** @type {Map<string, Move[]>} */
    const targets = new Map();
    for (const move of this.moves) {
      const rest = move.stops.slice(this.path.length);
      const passed = move.isEnPassant ? move.victims.map((victim) => victim.square) : [];
      for (const square of new Set([rest[0], rest.at(-1), ...passed])) {
        if (square !== undefined) targets.set(square, [...(targets.get(square) ?? []), move]);
      }
    }
    return targets;
  }

  /**
   * @param {string} square
   * @returns {Step}
   */
  pick(square) {
    if (this.path.length > 0 && square === this.path.at(-1)) return step(this.complete);
    const next = new Selection(this.from, this.moves, [...this.path, square]);
    const all = this.targets.get(square) ?? [];
    const ends = all.filter((move) => move.to === square);
    const goesOn = next.moves.length > next.complete.length;
    if (goesOn) return { type: 'go on', selection: next };
    // The direct way first: it is what the square says. Then those that take the least.
    const longer = ends.filter((move) => !next.complete.includes(move));
    longer.sort((one, other) => one.stops.length - other.stops.length);
    // Where nothing goes, a pawn may be taken that has passed.
    return step(ends.length > 0 ? [...next.complete, ...longer] : all);
  }
}

/**
 * @param {Move[]} moves
 * @returns {Step}
 */
function step(moves) {
  if (moves.length === 0) return { type: 'none' };
  const [move] = moves;
  // Nobody should lose a piece or a turn by surprise: what vanishes is shown before, and a pass is asked for.
  return moves.length > 1 || hasSideEffect(move) || isPass(move) ? { type: 'choose', moves } : { type: 'move', move };
}

/**
 * Whether a move removes pieces that it does not capture.
 * @param {Move} move
 */
export function hasSideEffect(move) {
  return !move.survives || move.victims.some((victim) => !victim.isCaptured);
}

/**
 * Whether nothing moves: it is the second pick of the piece that it names.
 * @param {Move} move
 */
export const isPass = (move) => move.from === move.to && !move.isCastling && !move.changesMover;

/** @typedef {'move' | 'capture' | 'castle' | 'change' | 'choice' | 'vanish'} TargetKind */

/**
 * How a target square is marked: what its moves do, and whether they capture.
 * @param {Move[]} moves the moves that go there
 * @param {string} square
 * @returns {{ kind: TargetKind, captures: boolean, becomes: string | null }}
 */
export function targetKind(moves, square) {
  const captures = moves.some(
    (move) => move.isEnPassant || move.victims.some((victim) => victim.isCaptured && victim.square === square),
  );
  const ends = moves.filter((move) => move.to === square);
  const [first] = ends.length > 0 ? ends : moves;
  /** @type {TargetKind} */
  let kind = captures ? 'capture' : first.isCastling ? 'castle' : 'move';
  if (ends.some(hasSideEffect)) kind = 'vanish';
  else if (ends.length > 1) kind = 'choice';
  else if (first.changesMover && ends.length > 0) kind = 'change';
  return { kind, captures, becomes: kind === 'change' ? first.figure : null };
}
