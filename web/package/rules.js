// The rules of a game, at once: no worker, no waiting.

import { Instance, compile } from './module.js';

/** @import { About, Answer, CallErrorData, CallName, Calls, Diagram, Doing, Finding, GameRead, MoveView, Outcome, RulesRead, Side, Variant, View } from './calls' */

/** The module that reads games from texts. */
export const WRITTEN = 'written';

/** What the rules refuse. */
export class CallError extends Error {
  /** @param {CallErrorData} data */
  constructor({ kind, message, index }) {
    super(message);
    this.name = 'CallError';
    /** What is wrong. */
    this.kind = kind;
    /** If it is one of several moves: its place in the list, from 0. */
    this.index = index;
  }
}

/** A text has no such game that can be played. */
export class RulesError extends Error {
  /** @param {string | undefined} game @param {Finding[]} findings */
  constructor(game, findings) {
    const first = findings.find(({ severity }) => severity === 'error');
    const place = first
      ? `line ${first.line}, column ${first.column}: ${first.message}`
      : `the text has no game '${game}'`;
    super(place);
    this.name = 'RulesError';
    /** What is wrong, in the order of the text. */
    this.findings = findings;
  }
}

/**
 * The games of a text, and what is wrong with it.
 * @param {string} text in the format of Fairy-Stockfish's `variants.ini`
 * @param {{ base?: string | URL }} [options] `base`: the address of the folder that has the modules
 * @returns {Promise<RulesRead>}
 */
export async function readRules(text, { base } = {}) {
  return loadRules(await Instance.of(await compile(WRITTEN, base)), text);
}

/**
 * Makes a module know the games of a text.
 * @param {Instance} instance
 * @param {string} text
 * @returns {RulesRead}
 */
function loadRules(instance, text) {
  const reply = JSON.parse(instance.call(JSON.stringify({ call: 'loadRules', text })));
  if (reply.error) throw new CallError(reply.error);
  return reply.ok;
}

/**
 * Makes a module know a game of a text, and returns its name: by default the first that can be played.
 * @param {Instance} instance
 * @param {string} text
 * @param {string | null} [game]
 * @throws {RulesError} if there is none
 */
export function loadGame(instance, text, game) {
  return gameOf(loadRules(instance, text), game);
}

/**
 * The name of a game of a text that was read: by default of the first that can be played.
 * @param {RulesRead} read
 * @param {string | null} [game]
 * @throws {RulesError} if there is none
 */
export function gameOf({ games, findings }, game) {
  const found = game ? games.find(({ name }) => name === game) : games[0];
  if (!found) throw new RulesError(game ?? undefined, findings);
  return found.name;
}

/**
 * The rules of a game.
 *
 *     const rules = await Rules.load('fairyeater');
 *     const position = rules.position();
 *     position.make('e2e4');
 *     console.log(position.fen, position.legalMoves());
 */
export class Rules {
  #instance;
  /** @type {Variant | null} */ #variant = null;

  /**
   * @param {string | null} game `null` for the first of `rules`
   * @param {{ base?: string | URL, rules?: string }} [options] `base`: the address of the folder that has the
   *   modules; `rules`: a text that has the game, in the format of Fairy-Stockfish's `variants.ini`
   * @throws {RulesError} if the text has no such game that can be played
   */
  static async load(game, { base, rules } = {}) {
    const instance = await Instance.of(await compile(rules === undefined ? (game ?? '') : WRITTEN, base));
    return new Rules(rules === undefined ? (game ?? '') : loadGame(instance, rules, game), instance);
  }

  /** @param {string} game @param {Instance} instance */
  constructor(game, instance) {
    /** The name of the game. */
    this.game = game;
    this.#instance = instance;
  }

  /**
   * Asks anything that `calls.d.ts` lists.
   * @template {CallName} C
   * @param {C} call
   * @param {Calls[C]['takes']} [takes]
   * @returns {Answer<C>}
   * @throws {CallError} if the request is refused
   */
  call(call, takes) {
    const reply = JSON.parse(this.#instance.call(JSON.stringify({ game: this.game, ...takes, call })));
    if (reply.error) throw new CallError(reply.error);
    return reply.ok;
  }

  /** The board and the kinds of pieces. @returns {Variant} */
  get variant() {
    return (this.#variant ??= this.call('variant', {}));
  }

  /**
   * A game in play.
   * @param {string | null} [fen] the start position if it is missing
   * @param {string[]} [moves]
   */
  position(fen = null, moves = []) {
    return new Position(this, fen, moves);
  }

  /** Whether a FEN is one of this game. @param {string} fen */
  validateFen(fen) {
    try {
      this.call('validateFen', { fen });
      return true;
    } catch (error) {
      if (error instanceof CallError) return false;
      throw error;
    }
  }

  /**
   * The games of a text in PGN. Each says in `error` why it cannot be read to its end.
   * @param {string} text
   * @returns {GameRead[]}
   */
  readPgn(text) {
    return this.call('readPgn', { text });
  }
}

/** A game in play. What is refused changes nothing. */
export class Position {
  #rules;
  #fen;
  /** @type {string[]} */ #moves;
  /** @type {View | null} */ #view = null;

  /**
   * @param {Rules} rules
   * @param {string | null} [fen]
   * @param {string[]} [moves]
   */
  constructor(rules, fen = null, moves = []) {
    this.#rules = rules;
    this.#fen = fen;
    this.#moves = [...moves];
    this.#moves = [...this.view.moves];
  }

  /** @returns {About} */
  get #about() {
    return { fen: this.#fen, moves: this.#moves };
  }

  /** All that a board shows of the position. */
  get view() {
    return (this.#view ??= this.#rules.call('position', this.#about));
  }

  get fen() {
    return this.view.fen;
  }

  /** @returns {Side} */
  get sideToMove() {
    return this.view.turn;
  }

  /** A number that identifies the position, in 16 hexadecimal digits. */
  get key() {
    return this.view.key;
  }

  /** How many times the position occurred before. */
  get repetitions() {
    return this.view.repetitions;
  }

  /** The moves that were played. */
  get movesMade() {
    return [...this.#moves];
  }

  /** The same in SAN. */
  get sans() {
    return [...this.view.sans];
  }

  get isCheck() {
    return this.view.isCheck;
  }

  /** How the game has ended; `null` while it goes on. @returns {Outcome | null} */
  get outcome() {
    return this.view.outcome;
  }

  /** The texts of the legal moves, sorted. */
  legalMoves() {
    return this.#rules.call('legalMoves', this.#about);
  }

  /** The legal moves with all that they do. @returns {MoveView[]} */
  moves() {
    return [...this.view.legal];
  }

  /**
   * The legal moves that fit what a person typed: `e4`, `Nxd5`, `e2e4`.
   * @param {string} text
   */
  find(text) {
    return this.#rules.call('find', { ...this.#about, text });
  }

  /** A legal move in SAN. @param {string} move */
  san(move) {
    return this.#rules.call('san', { ...this.#about, move });
  }

  /** Why a move is refused; `null` if it is legal. @param {string} text */
  objection(text) {
    return this.#rules.call('objection', { ...this.#about, text });
  }

  /**
   * What the piece on a square does, whichever side is to move; `null` if the square is empty.
   * @param {string} square
   * @returns {Doing | null}
   */
  attacks(square) {
    return this.#rules.call('attacks', { ...this.#about, square });
  }

  /**
   * Makes a move, in coordinates or SAN.
   * @param {string} move
   * @throws {CallError} if it is not legal or not the only one
   */
  make(move) {
    const moves = [...this.#moves, move];
    const view = this.#rules.call('position', { fen: this.#fen, moves });
    this.#view = view;
    this.#moves = [...view.moves];
  }

  /** Takes the last move back. Returns whether there was one. */
  undo() {
    const move = this.#moves.pop();
    if (move !== undefined) this.#view = null;
    return move !== undefined;
  }

  /** A game of its own with the same moves. */
  copy() {
    return new Position(this.#rules, this.#fen, this.#moves);
  }

  /** The leaves of the tree of legal moves. @param {number} depth in plies */
  perft(depth) {
    return this.#rules.call('perft', { ...this.#about, depth });
  }

  /**
   * The game as PGN.
   * @param {Omit<Calls['pgn']['takes'], keyof About>} [about] tags, the result of a game that was given up, what is noted on its moves
   */
  pgn(about = {}) {
    return this.#rules.call('pgn', { ...about, ...this.#about });
  }

  /** The position as an SVG document. @param {Diagram} [options] */
  svg(options = {}) {
    return this.#rules.call('diagram', { ...options, ...this.#about });
  }
}
