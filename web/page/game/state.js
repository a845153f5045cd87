// A game in play, without a screen: its record, and which position is looked at. The rules are asked, never
// known: a position is the view that they give of it.

import { allHeld, countsOf, isInHand } from './hands.js';
import { addMove, addVariation, erase, locate, playOnFrom, plyAt, playedIn, readMoves, takeBackIn } from './record.js';

/** @import { Answer, CallName } from '../../package/calls' */
/** @import { GameRecord, Ply } from './record.js' */
/** @import { Backend, Doing, Move, Outcome, Piece, Question, Side, Variant, View } from '../types' */

/**
 * What has happened:
 * - `new`: another game is on the board;
 * - `move`: a move was played, between the positions `before` and `after`: of the game if it `advances` that,
 *   otherwise of a variation;
 * - `back`: moves were taken back, or the game goes on from another place;
 * - `look`: another position is looked at;
 * - `end`: the game has ended otherwise than by a move;
 * - `note`: the record has changed otherwise.
 * @typedef {{ type: 'new' | 'back' | 'look' | 'end' | 'note' }
 *   | { type: 'move', move: Move, before: View, after: View, advances: boolean }} Change
 */

/** How many positions are remembered, so that who goes to and fro does not wait. */
const MOST_VIEWS = 64;

/** @param {string[]} moves */
const key = (moves) => moves.join(' ');

export class Game {
  #backend;
  /** @type {Set<(change: Change) => void>} */ #listeners = new Set();
  /** @type {Map<string, Promise<View>>} The last positions that were asked for. */ #views = new Map();
  /** Counts all that happens, so that an answer that comes late is known to be late. */
  #step = 0;
  /** Counts where the user looked. */
  #looks = 0;
  /** Counts the changes of the record. */
  #changes = 0;
  /** @type {string[] | null} The place that the user has asked for and that is not shown yet. */ #wanted = null;
  #variant;
  #record;
  /** @type {string[]} */ #line = [];
  /** @type {View} The position that is looked at. */ #view;
  /** @type {View} The position that the game has reached. */ #last;
  /** @type {string[]} The moves that lead to the position that is looked at. */ moves;

  /**
   * @param {Backend} backend
   * @param {Variant} variant
   * @param {GameRecord} record
   * @param {View} view
   */
  constructor(backend, variant, record, view) {
    this.#backend = backend;
    this.#variant = variant;
    this.#record = record;
    this.#view = view;
    this.#last = view;
    this.moves = view.moves;
    this.#begin(record, view);
  }

  /**
   * A game on a board.
   * @param {Backend} backend
   * @param {GameRecord} record
   * @returns {Promise<Game>} rejected with a refusal if the FEN or a move is bad
   */
  static async start(backend, record) {
    const variant = await backend.call(record.game, { call: 'variant' });
    const view = await backend.call(record.game, positionOf(record));
    return new Game(backend, variant, record, view);
  }

  /**
   * Puts another game in place of this one. One with a bad FEN or move leaves this as it was.
   * @param {GameRecord} record
   */
  async open(record) {
    const step = ++this.#step;
    const { game } = record;
    const variant = game === this.#variant.name ? this.#variant : await this.#backend.call(game, { call: 'variant' });
    const view = await this.#backend.call(game, positionOf(record));
    if (step !== this.#step) return;
    this.#variant = variant;
    this.#begin(record, view);
    this.#tell({ type: 'new' });
  }

  /**
   * @param {GameRecord} record
   * @param {View} view
   */
  #begin(record, view) {
    this.#record = structuredClone(record);
    readMoves(this.#record, view);
    this.#record.title = this.#variant.title;
    this.#views = new Map([[key(view.moves), Promise.resolve(view)]]);
    this.#line = view.moves;
    this.#last = view;
    this.#show(view);
  }

  /** @param {View} view */
  #show(view) {
    this.#looks += 1;
    this.#wanted = null;
    this.#view = view;
    this.moves = view.moves;
  }

  /** All that there is to keep of the game. It changes with the game, so who keeps it copies it. */
  get record() {
    return this.#record;
  }

  /** The game's board and kinds. */
  get variant() {
    return this.#variant;
  }

  /** The position that is looked at. */
  get view() {
    return this.#view;
  }

  /** The moves of the game. */
  get line() {
    return this.#line;
  }

  /** The FEN that the game begins from; `null` for the usual start. */
  get fen() {
    return this.#record.fen;
  }

  get players() {
    return this.#record.players;
  }

  get control() {
    return this.#record.control;
  }

  /** The side whose pieces the user may move: at the end of the game a person's, elsewhere as a variation. */
  get mover() {
    const { isCurrent, outcome, players, view } = this;
    const isPersons = !outcome && players[view.turn].kind === 'person';
    return !isCurrent || isPersons ? view.turn : null;
  }

  /** The side for which a move can be planned: that of the person whom the engine keeps waiting. */
  get planner() {
    const { isCurrent, outcome, players, view } = this;
    const other = opposite(view.turn);
    const waits = isCurrent && !outcome && players[view.turn].kind === 'engine' && players[other].kind === 'person';
    return waits ? other : null;
  }

  /** The piece on a square of the position that is looked at, or in hand. @param {string} place */
  pieceAt(place) {
    if (isInHand(place)) return allHeld(this.#view).find((held) => held.place === place);
    return this.#view.pieces.find((piece) => piece.square === place);
  }

  /** A number that changes with all that happens to the game. */
  get step() {
    return this.#step;
  }

  /** A number that changes with the record. */
  get changes() {
    return this.#changes;
  }

  /** Whether the position that is looked at is the one that the game has reached. */
  get isCurrent() {
    return key(this.moves) === key(this.line);
  }

  /** Whether the position that is looked at has occurred in the game. */
  get isPast() {
    return this.moves.every((move, ply) => this.line[ply] === move);
  }

  /** Whether a move is known that goes on from the position that is looked at. */
  get hasNext() {
    return this.#after(this.moves) !== null;
  }

  /** How the game has ended: by the rules, which say it best, by resignation, or on time. `null` while it goes on. */
  get outcome() {
    return this.#last.outcome ?? this.#record.ending;
  }

  /** Whose move it is in the game, wherever the user looks. */
  get turn() {
    return this.#last.turn;
  }

  /** The position that the game has reached, wherever the user looks. */
  get last() {
    return this.#last;
  }

  /** Whether Black makes the first move of the line. */
  get startsWithBlack() {
    return (this.fen ?? this.#variant.startFen).split(/\s+/)[1] === 'b';
  }

  /** The number of the first move, as the FEN of the start has it. */
  get firstNumber() {
    return Number.parseInt((this.fen ?? this.#variant.startFen).split(/\s+/).at(-1) ?? '1', 10) || 1;
  }

  /**
   * Calls a function after each change.
   * @param {(change: Change) => void} listener
   * @returns {() => void} ends that
   */
  subscribe(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** @param {Change} change */
  #tell(change) {
    if (change.type !== 'look') {
      this.#changes += 1;
      this.#record.changed = Date.now();
      this.#record.result = this.outcome?.result;
    }
    for (const listener of this.#listeners) listener(change);
  }

  /**
   * Asks the rules about the position that is looked at; they need not be told what led to it. Only a game
   * that is over may have lost a king, and so has no FEN to begin with.
   * @template {CallName} C
   * @param {Question<C>} question
   * @returns {Promise<Answer<C>>} rejected with a refusal if the rules refuse the question
   */
  ask(question) {
    const { fen, outcome } = this.#view;
    const about = outcome ? { fen: this.fen, moves: this.moves } : { fen };
    const request = { ...about, ...question };
    return this.#backend.call(this.#variant.name, /** @type {never} */ (request));
  }

  /**
   * The position that is looked at, but with the other side to move.
   * @returns {Promise<View>} rejected with a refusal if it cannot be its move, because the side to move is in check
   */
  async turned() {
    const { fen: before, turn } = this.#view;
    const [, , castling = '-'] = before.split(' ');
    const fen = await this.#setUp(opposite(turn), castling);
    return this.#backend.call(this.#variant.name, { call: 'position', fen });
  }

  /**
   * What a piece would do if these others were of the other side: they stand where they stand, but lend it nothing.
   * @param {string} square
   * @param {string[]} others
   * @returns {Promise<Doing | null>} rejected with a refusal if that is no position
   */
  async deserted(square, others) {
    const side = this.pieceAt(square)?.side ?? this.#view.turn;
    const fen = await this.#setUp(side, '-', (piece) => others.includes(piece.square));
    return this.#backend.call(this.#variant.name, { call: 'attacks', fen, square });
  }

  /**
   * The FEN of a position with the pieces of the one that is looked at.
   * @param {Side} turn
   * @param {string} castling
   * @param {(piece: Piece) => boolean} [deserts] which of them are of the other side
   */
  async #setUp(turn, castling, deserts = () => false) {
    const { kinds, name } = this.#variant;
    const tokenOf = (/** @type {Piece} */ piece) =>
      deserts(piece) ? kinds[piece.kind][opposite(piece.side)] : piece.token;
    const pieces = Object.fromEntries(this.#view.pieces.map((piece) => [piece.square, tokenOf(piece)]));
    const inHand = countsOf(this.#view, this.#variant);
    const { fen } = await this.#backend.call(name, { call: 'setup', pieces, inHand, turn, castling });
    return fen;
  }

  /**
   * The view of the position after these moves, whose SANs are known. Of those that were asked for last, each is asked for once.
   * @param {string[]} moves
   * @returns {Promise<View>}
   */
  #viewAfter(moves) {
    const name = key(moves);
    let view = this.#views.get(name);
    if (!view) {
      view = this.#backend.call(this.#variant.name, { call: 'position', fen: this.fen, moves, sansFrom: moves.length });
      view.catch(() => this.#views.delete(name));
    }
    this.#views.delete(name);
    this.#views.set(name, view);
    const [oldest] = this.#views.keys();
    if (this.#views.size > MOST_VIEWS) this.#views.delete(oldest);
    return view;
  }

  /**
   * The view of the position to which a line leads from the one that is looked at. Nothing changes.
   * @param {string[]} line
   */
  viewAlong(line) {
    return this.#viewAfter([...this.moves, ...line]);
  }

  /**
   * Plays a legal move of the position that is looked at. Where the game is over or has gone on, it is a
   * variation, unless it is known there.
   * @param {string} text
   */
  async play(text) {
    const step = ++this.#step;
    const before = this.#view;
    const move = before.legal.find((legal) => legal.text === text);
    if (!move) return;
    const { moves } = this;
    const after = await this.#viewAfter([...moves, text]);
    if (step !== this.#step) return;
    const ply = { move: text, san: move.san };
    const advances = this.isCurrent && !this.outcome;
    if (advances) this.#advance(ply, after);
    else addVariation(this.#record, moves, ply);
    this.#show(after);
    this.#tell({ type: 'move', move, before, after, advances });
  }

  /**
   * Plays a move at the end of the game, wherever the user looks; who looks at the end goes along.
   * @param {string} text
   */
  async answer(text) {
    const { line } = this;
    const before = this.#last;
    const move = before.legal.find((legal) => legal.text === text);
    if (!move || this.outcome) return;
    const after = await this.#viewAfter([...line, text]);
    // What the user does elsewhere meanwhile is no matter, but the game must be the same.
    if (line !== this.line || this.outcome) return;
    const follows = this.isCurrent;
    this.#advance({ move: text, san: move.san }, after);
    if (follows) this.#show(after);
    this.#tell({ type: 'move', move, before, after, advances: true });
  }

  /**
   * @param {{ move: string, san: string }} ply
   * @param {View} after
   */
  #advance(ply, after) {
    addMove(this.#record, ply);
    this.#line = after.moves;
    this.#last = after;
  }

  /**
   * Looks at another position of the tree. A place that is not known is left alone.
   * @param {string[]} moves
   */
  async look(moves) {
    if (!locate(this.#record, moves)) return;
    // A search for the game goes on while the user looks around, so this is no step of the game's.
    const [step, looks] = [this.#step, ++this.#looks];
    this.#wanted = moves;
    if (key(moves) === key(this.moves)) return;
    const view = await this.#viewAfter(moves);
    if (step !== this.#step || looks !== this.#looks) return;
    this.#show(view);
    this.#tell({ type: 'look' });
  }

  /**
   * Goes forward or back from where the user wants to look, which may not be shown yet.
   * @param {number} plies
   */
  async walk(plies) {
    let moves = this.#wanted ?? this.moves;
    if (plies < 0) moves = moves.slice(0, Math.max(0, moves.length + plies));
    for (let count = 0; count < plies; count += 1) moves = this.#after(moves) ?? moves;
    await this.look(moves);
  }

  /**
   * The place one move on in the same line; `null` at its end.
   * @param {string[]} moves
   */
  #after(moves) {
    const at = locate(this.#record, moves);
    const next = at?.line[at.index];
    return next ? [...moves, next.move] : null;
  }

  /** How many moves `takeBack` takes back: as many as bring it round to a person again. */
  get retractable() {
    const { line, players } = this;
    if (players.white.kind === 'engine' && players.black.kind === 'engine') return 0;
    const back = players[this.turn].kind === 'person' && players[opposite(this.turn)].kind === 'engine' ? 2 : 1;
    return line.length >= back ? back : 0;
  }

  /** Takes back the last move of the game, and the engine's answer to it. */
  async takeBack() {
    const count = this.retractable;
    if (count === 0) return;
    const moves = this.line.slice(0, this.line.length - count);
    await this.#return(moves, (record) => takeBackIn(record, count));
  }

  /** Goes on with the game from the position that is looked at. What was played and tried stays in the tree. */
  async playOn() {
    const { moves } = this;
    await this.#return(moves, (record) => playOnFrom(record, moves));
  }

  /**
   * @param {string[]} moves
   * @param {(record: GameRecord) => void} change
   */
  async #return(moves, change) {
    const step = ++this.#step;
    const view = await this.#viewAfter(moves);
    if (step !== this.#step) return;
    change(this.#record);
    this.#line = view.moves;
    this.#last = view;
    this.#show(view);
    this.#tell({ type: 'back' });
  }

  /**
   * Takes the variation that is looked at out of the tree, from its last move on.
   * @returns {Promise<(() => Promise<void>) | null>} puts it back, unless the record has changed since
   */
  async eraseVariation() {
    const { moves } = this;
    if (this.isPast) return null;
    const step = ++this.#step;
    const view = await this.#viewAfter(moves.slice(0, -1));
    const before = structuredClone(this.#record);
    if (step !== this.#step || !erase(this.#record, moves)) return null;
    this.#show(view);
    this.#tell({ type: 'look' });
    this.#tell({ type: 'note' });
    const known = this.#changes;
    return async () => {
      if (known !== this.#changes) return;
      this.#record = before;
      this.#tell({ type: 'note' });
      await this.look(moves);
    };
  }

  /** The ply that leads to a place; `null` at the start. @param {string[]} moves */
  plyAt(moves) {
    return plyAt(this.#record, moves);
  }

  /** What is noted at the place that is looked at: on the move that leads there, or before the first. */
  get notes() {
    /** @type {Pick<Ply, 'comment' | 'drawn' | 'glyphs'>} */
    const notes = plyAt(this.#record, this.moves) ?? this.#record;
    return notes;
  }

  /**
   * Notes something on the move that leads to a place, or before the first.
   * @param {string[]} moves
   * @param {Partial<Ply>} notes
   */
  note(moves, notes) {
    const noted = moves.length === 0 ? this.#record : plyAt(this.#record, moves);
    if (!noted) return;
    Object.assign(noted, notes);
    this.#tell({ type: 'note' });
  }

  /**
   * Ends the game otherwise than by the rules of the board.
   * @param {Outcome} outcome
   */
  end(outcome) {
    if (this.#record.ending) return;
    this.#step += 1;
    this.#record.ending = outcome;
    this.#tell({ type: 'end' });
  }
}

/** @param {GameRecord} record */
function positionOf(record) {
  return { call: /** @type {const} */ ('position'), fen: record.fen, moves: playedIn(record).map(({ move }) => move) };
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function opposite(side) {
  return side === 'white' ? 'black' : 'white';
}
