// A lesson for a game for which nobody has written one: positions that show what each kind does, what captures make of
// it, what it lends and what vanishes. All of it is asked of the rules.

import { chapterOf } from './lesson.js';
import { people, recordOf } from './record.js';
import { isRefusal } from './refusal.js';
import { capital, withArticle } from './words.js';

/** @import { Chapter } from './lesson.js' */
/** @import { GameRecord } from './record.js' */
/** @import { Backend, Kind, Move, Piece, Side, Square, Variant, View } from '../types' */

/** More kinds than these are not shown. */
const MOST_KINDS = 10;

/** @typedef {Record<Square, string>} Placed pieces by their squares, as the FEN writes them */
/** @typedef {{ view: View, move: Move }} Found */
/** @typedef {{ fen?: string, arrows?: string[] }} Diagram */

/**
 * @param {Backend} backend
 * @param {string} game
 * @returns {Promise<GameRecord>}
 */
export async function madeLesson(backend, game) {
  /** @type {Chapter[]} */
  const chapters = [];
  for await (const { chapter } of chaptersOf(backend, game)) chapters.push(chapter);
  if (chapters.length === 0) throw new Error('no move shows what the pieces do');
  return chapterOf(recordOf({ game, fen: null, moves: [], players: people(), control: null }), chapters, 0);
}

/**
 * A diagram of what is special in a game: the first move of its lesson that changes a piece, is lent, or makes pieces vanish.
 * @param {Backend} backend
 * @param {string} game
 * @returns {Promise<Diagram | null>} of the start, if there is none; `null` if there is no lesson
 */
export async function specialOf(backend, game) {
  let isTaught = false;
  for await (const { isSpecial, chapter, move } of chaptersOf(backend, game)) {
    if (isSpecial) return { fen: chapter.fen, arrows: [move.from + move.to] };
    isTaught = true;
  }
  return isTaught ? {} : null;
}

/**
 * The chapters of a lesson, as they are found.
 * @param {Backend} backend
 * @param {string} game
 */
async function* chaptersOf(backend, game) {
  const variant = await backend.call(game, { call: 'variant' });
  const start = await backend.call(game, { call: 'position' });
  const words = await backend.call(game, { call: 'explainRules' });
  const maker = new Maker(backend, variant, start.pieces);
  /** @param {Found} found @param {string} told @param {boolean} isSpecial */
  const made = (found, told, isSpecial) => ({ chapter: chapter(variant, found, told), move: found.move, isSpecial });
  for (const kind of maker.kinds) {
    const found = await maker.moveOf(kind);
    if (found) yield made(found, `${kind.name}: ${kind.words}.`, found.move.changesMover);
  }
  for (const kind of maker.kinds.filter(({ name }) => tells(words, 'lends friends', name))) {
    const found = await maker.lentBy(kind);
    if (found) yield made(found, lending(kind, found), true);
  }
  for (const kind of maker.kinds.filter(({ name }) => tells(words, 'meet if', name))) {
    const found = await maker.vanishingBy(kind);
    const told = `${withArticle(kind.name)} and an enemy near it can make each other vanish.`;
    if (found) yield made(found, told, true);
  }
}

/**
 * Whether the rules in words say of a kind that it does something.
 * @param {string} words
 * @param {string} deed
 * @param {string} name
 */
const tells = (words, deed, name) =>
  words.split('\n').some((line) => {
    const [who, ...rest] = line.split(deed);
    return rest.length > 0 && (who.includes(name) || who.includes('Each piece'));
  });

/** @param {Kind} kind @param {Found} found */
const lending = (kind, { view, move }) =>
  `The ${kind.name} lends: the ${view.pieces.find(({ square }) => square === move.from)?.name} on ${move.from} can go where it could not go by itself.`;

/**
 * @param {Variant} variant
 * @param {Found} found
 * @param {string} comment
 * @returns {Chapter}
 */
function chapter({ kinds }, { view, move }, comment) {
  const made = kinds[move.becomes];
  const told = [move.words, move.changesMover && move.survives && !move.absorbs ? `${made.name}: ${made.words}.` : ''];
  const ply = { move: move.text, san: move.san, comment: told.filter(Boolean).join(' ') || 'Right.' };
  return { fen: view.fen, comment: capital(comment), plies: [ply] };
}

/** Puts pieces on the board of a game and looks for moves that show something. */
class Maker {
  #backend;
  #variant;
  /** The kings or what stands for them, and a pawn of each side so that nobody has too little to mate, where the game begins. @type {Piece[]} */
  #frame;
  /** The squares, those in the middle first. @type {Square[]} */
  #squares;
  /** The kinds that are taught. @type {Kind[]} */
  kinds;

  /**
   * @param {Backend} backend
   * @param {Variant} variant
   * @param {Piece[]} pieces of the start
   */
  constructor(backend, variant, pieces) {
    this.#backend = backend;
    this.#variant = variant;
    const pawn = (/** @type {Side} */ wanted) =>
      pieces.find(({ kind, side }) => side === wanted && variant.kinds[kind].promotes) ?? [];
    const royals = pieces.filter(({ kind }) => variant.kinds[kind].isRoyal);
    // Without kings, it may be the loss of a piece of which there is one that loses.
    const isOnly = (/** @type {Piece} */ { kind, side }) =>
      pieces.filter((other) => other.kind === kind && other.side === side).length === 1;
    const needed = royals.length > 0 ? royals : pieces.filter(isOnly);
    this.#frame = [needed, pawn('white'), pawn('black')].flat();
    this.kinds = variant.kinds.filter(({ token }) => variant.startKinds.includes(token)).slice(0, MOST_KINDS);
    const middle = { file: (variant.files - 1) / 2, rank: (variant.ranks - 1) / 2 };
    const far = (/** @type {Square} */ square) => distance(this.#placeOf(square), middle);
    this.#squares = variant.squares.flatMap((square) => square ?? []).sort((one, other) => far(one) - far(other));
  }

  /** @param {Square} square */
  #placeOf(square) {
    const at = this.#variant.squares.indexOf(square);
    return { file: at % this.#variant.files, rank: Math.floor(at / this.#variant.files) };
  }

  /** The squares at most so far from one. @param {Square} square @param {number} most */
  #around(square, most) {
    const place = this.#placeOf(square);
    return this.#squares.filter((other) => other !== square && distance(this.#placeOf(other), place) <= most);
  }

  /** The kinds that can be taken, those that promote last. */
  get #victims() {
    return this.kinds.filter(({ isRoyal }) => !isRoyal).sort((one, other) => +one.promotes - +other.promotes);
  }

  /**
   * The position with these pieces beside those that are always there; `null` if there is none.
   * @param {Placed} placed
   * @param {boolean} [hasKing] whether a white king is among them
   * @returns {Promise<View | null>}
   */
  async #view(placed, hasKing = false) {
    const { name } = this.#variant;
    const { kinds } = this.#variant;
    const frame = this.#frame.filter(({ side, kind }) => side === 'black' || !hasKing || !kinds[kind].isRoyal);
    if (frame.some(({ square }) => placed[square])) return null;
    const pieces = { ...Object.fromEntries(frame.map(({ square, token }) => [square, token])), ...placed };
    try {
      const { fen } = await this.#backend.call(name, { call: 'setup', pieces, turn: 'white', castling: '-' });
      const view = await this.#backend.call(name, { call: 'position', fen });
      return view.outcome || view.isCheck ? null : view;
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  /**
   * The move of a kind that shows most: a capture that changes it, another change, a capture, or any.
   * @param {Kind} kind
   * @returns {Promise<Found | null>}
   */
  async moveOf(kind) {
    const { name } = this.#variant;
    for (const square of this.#squares.slice(0, 8)) {
      const alone = await this.#view({ [square]: kind.white }, kind.isRoyal);
      if (!alone) continue;
      const plain = bestOf(alone, square, null);
      let best = plain && { view: alone, move: plain };
      const doing = await this.#backend.call(name, { call: 'attacks', fen: alone.fen, square });
      const near = this.#around(square, 2).filter((target) => doing?.attacks.includes(target));
      for (const victim of this.#victims) {
        for (const target of near.slice(-2)) {
          const view = await this.#view({ [square]: kind.white, [target]: victim.black }, kind.isRoyal);
          const move = view && bestOf(view, square, target);
          if (move && (!best || worth(move) > worth(best.move))) best = { view, move };
        }
      }
      if (best) return best;
    }
    return null;
  }

  /**
   * A move that a neighbor makes by what a kind lends.
   * @param {Kind} lender
   * @returns {Promise<Found | null>}
   */
  async lentBy(lender) {
    const [center] = this.#squares;
    for (const friend of this.#victims.filter((kind) => kind !== lender)) {
      for (const square of this.#around(center, 2)) {
        const view = await this.#view({ [center]: lender.white, [square]: friend.white }, lender.isRoyal);
        if (!view?.pieces.some((piece) => piece.square === square && piece.lent.length > 0)) continue;
        const alone = await this.#view({ [square]: friend.white });
        const own = new Set(alone?.legal.map(({ text }) => text));
        const move = view.legal.find((one) => one.from === square && !own.has(one.text));
        if (move) return { view, move };
      }
    }
    return null;
  }

  /**
   * A move of a kind that makes pieces vanish.
   * @param {Kind} kind
   * @returns {Promise<Found | null>}
   */
  async vanishingBy(kind) {
    const [center] = this.#squares;
    for (const enemy of this.#victims) {
      for (const square of this.#around(center, 3)) {
        const view = await this.#view({ [center]: kind.white, [square]: enemy.black }, kind.isRoyal);
        const move = view?.legal.find((one) => one.from === center && vanishes(one));
        if (view && move) return { view, move };
      }
    }
    return null;
  }
}

/**
 * How far two places are from each other, as kings go.
 * @param {{ file: number, rank: number }} one
 * @param {{ file: number, rank: number }} other
 */
const distance = (one, other) => Math.max(Math.abs(one.file - other.file), Math.abs(one.rank - other.rank));

/** @param {Move} move */
const vanishes = ({ victims, survives }) => !survives || victims.some(({ isCaptured }) => !isCaptured);

/** How much a move shows. @param {Move} move */
const worth = (move) => (move.isCapture && move.changesMover ? 3 : move.changesMover ? 2 : move.isCapture ? 1 : 0);

/**
 * The move of a piece that shows most.
 * @param {View} view
 * @param {Square} from
 * @param {Square | null} target what it may take
 */
const bestOf = ({ legal }, from, target) =>
  legal
    .filter((move) => move.from === from && (!move.isCapture || move.to === target))
    .reduce((/** @type {Move | null} */ best, move) => (best && worth(best) >= worth(move) ? best : move), null);
