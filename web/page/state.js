// A game in play, without a screen: its line of moves, its variations, and which position is looked at. The
// rules are asked, never known: a position is the view that they give of it.

/** @import { Answer, CallName } from '../package/calls' */
/** @import { Backend, Control, Move, Outcome, Player, Question, Setup, Side, Variant, View } from './types' */

/**
 * Where the user looks: after a number of moves of the line, or of a variation of it.
 * @typedef {{ ply: number, variation: number | null }} Place
 */

/**
 * A variation: the moves from the start, of which the first `from` are those of the line.
 * @typedef {{ from: number, moves: string[], sans: string[] }} Variation
 */

/**
 * What has happened:
 * - `new`: another game has begun;
 * - `move`: a move was played, between the positions `before` and `after`;
 * - `back`: moves were taken back, or a variation became the line;
 * - `look`: another position is looked at;
 * - `end`: the game has ended otherwise than by a move.
 * @typedef {{ type: 'new' | 'back' | 'look' | 'end' }
 *   | { type: 'move', move: Move, before: View, after: View }} Change
 */

/** @param {string[]} moves */
const key = (moves) => moves.join(' ');

export class Game {
  /** @type {Backend} */ #backend;
  /** @type {Set<(change: Change) => void>} */ #listeners = new Set();
  /** @type {Map<string, Promise<View>>} */ #views = new Map();
  /** Counts all that happens, so that an answer that comes late is known to be late. */
  #step = 0;
  /** @type {Variant} */ #variant;
  /** Counts where the user looked. */
  #looks = 0;
  /** @type {View} The position that is looked at. */ #view;
  /** @type {View} The position that the game has reached. */ #last;
  /** @type {Outcome | null} */ #ending = null;

  /** @type {string | null} The FEN that the game begins from; `null` for the usual start. */
  fen = null;
  /** @type {string[]} The moves of the game. */
  line = [];
  /** @type {string[]} The same in SAN. */
  sans = [];
  /** @type {Variation[]} */
  variations = [];
  /** @type {Place} */
  place = { ply: 0, variation: null };
  /** @type {Record<Side, Player>} */
  players = { white: { kind: 'person', level: 20 }, black: { kind: 'person', level: 20 } };
  /** @type {Control | null} */
  control = null;

  /**
   * @param {Backend} backend
   * @param {Variant} variant
   * @param {View} view
   */
  constructor(backend, variant, view) {
    this.#backend = backend;
    this.#variant = variant;
    this.#view = view;
    this.#last = view;
  }

  /**
   * A game, set up.
   * @param {Backend} backend
   * @param {Setup} setup
   * @returns {Promise<Game>} rejected with a `CallError` if the FEN or a move is bad
   */
  static async start(backend, setup) {
    const variant = await backend.call(setup.game, { call: 'variant' });
    const view = await backend.call(setup.game, { call: 'position', fen: setup.fen, moves: setup.moves });
    const game = new Game(backend, variant, view);
    game.#begin(setup, view);
    return game;
  }

  /**
   * Sets up another game in this object; a bad FEN or move leaves it as it was.
   * @param {Setup} setup
   */
  async restart(setup) {
    const step = ++this.#step;
    const variant =
      setup.game === this.#variant.name ? this.#variant : await this.#backend.call(setup.game, { call: 'variant' });
    const view = await this.#backend.call(setup.game, { call: 'position', fen: setup.fen, moves: setup.moves });
    if (step !== this.#step) return;
    this.#variant = variant;
    this.#begin(setup, view);
    this.#tell({ type: 'new' });
  }

  /**
   * @param {Setup} setup
   * @param {View} view
   */
  #begin(setup, view) {
    this.#view = view;
    this.#last = view;
    this.#views = new Map([[key(view.moves), Promise.resolve(view)]]);
    this.#ending = null;
    this.fen = setup.fen;
    this.line = view.moves;
    this.sans = view.sans;
    this.variations = [];
    this.place = { ply: view.moves.length, variation: null };
    this.players = setup.players;
    this.control = setup.control;
  }

  /** The game's board and kinds. */
  get variant() {
    return this.#variant;
  }

  /** The position that is looked at. */
  get view() {
    return this.#view;
  }

  /** The moves that lead to the position that is looked at. */
  get moves() {
    return this.#movesTo(this.place);
  }

  /** A number that changes with all that happens to the game. */
  get step() {
    return this.#step;
  }

  /** Whether the position that is looked at is the one that the game has reached. */
  get isCurrent() {
    return this.place.variation === null && this.place.ply === this.line.length;
  }

  /** How the game has ended: by the rules, by resignation, or on time. `null` while it goes on. */
  get outcome() {
    return this.#ending ?? this.#last.outcome;
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
    for (const listener of this.#listeners) listener(change);
  }

  /**
   * Asks the rules about the position that is looked at; they need not be told what led to it. Only a game
   * that is over may have lost a king, and so has no FEN to begin with.
   * @template {CallName} C
   * @param {Question<C>} question
   * @returns {Promise<Answer<C>>} rejected with a `CallError` if the rules refuse the question
   */
  ask(question) {
    const { fen, outcome } = this.#view;
    const about = outcome ? { fen: this.fen, moves: this.moves } : { fen };
    const request = { ...about, ...question };
    return this.#backend.call(this.#variant.name, /** @type {never} */ (request));
  }

  /** @param {Place} place */
  #movesTo({ ply, variation }) {
    const moves = variation === null ? this.line : this.variations[variation].moves;
    return moves.slice(0, ply);
  }

  /** @param {Place} place */
  #sansTo({ ply, variation }) {
    const sans = variation === null ? this.sans : this.variations[variation].sans;
    return sans.slice(0, ply);
  }

  /**
   * The view of the position after these moves, whose SANs are known. Each is asked for once.
   * @param {string[]} moves
   * @returns {Promise<View>}
   */
  #viewAfter(moves) {
    const name = key(moves);
    let view = this.#views.get(name);
    if (!view) {
      view = this.#backend.call(this.#variant.name, { call: 'position', fen: this.fen, moves, sansFrom: moves.length });
      view.catch(() => this.#views.delete(name));
      this.#views.set(name, view);
    }
    return view;
  }

  /**
   * Plays a legal move of the position that is looked at. In the past of the game it begins a variation or
   * goes on with one, unless it is the move that was played there.
   * @param {string} text
   */
  async play(text) {
    const step = ++this.#step;
    const before = this.#view;
    const move = before.legal.find((legal) => legal.text === text);
    if (!move) return;
    const { place } = this;
    const moves = [...this.#movesTo(place), text];
    const sans = [...this.#sansTo(place), move.san];
    const view = await this.#viewAfter(moves);
    if (step !== this.#step) return;
    this.#looks += 1;
    this.#view = view;
    this.place = this.#placeOf(place, moves, sans, view);
    this.#tell({ type: 'move', move, before, after: view });
  }

  /**
   * Plays a move at the end of the game, wherever the user looks; who looks at the end goes along.
   * @param {string} text
   */
  async answer(text) {
    const { line, sans } = this;
    const before = this.#last;
    const move = before.legal.find((legal) => legal.text === text);
    if (!move || this.outcome) return;
    const after = await this.#viewAfter([...line, text]);
    // What the user does elsewhere meanwhile is no matter, but the game must be the same.
    if (line !== this.line || this.outcome) return;
    const follows = this.isCurrent;
    this.line = after.moves;
    this.sans = [...sans, move.san];
    this.#last = after;
    if (follows) {
      this.#looks += 1;
      this.#view = after;
      this.place = { ply: after.moves.length, variation: null };
    }
    this.#tell({ type: 'move', move, before, after });
  }

  /**
   * Takes up a move made at a place into the line or a variation, and returns the place after it.
   * @param {Place} place
   * @param {string[]} moves
   * @param {string[]} sans
   * @param {View} view
   * @returns {Place}
   */
  #placeOf(place, moves, sans, view) {
    const ply = moves.length;
    if (place.variation !== null) {
      const variation = this.variations[place.variation];
      if (variation.moves[place.ply] !== moves[place.ply]) Object.assign(variation, { moves, sans });
      return { ply, variation: place.variation };
    }
    if (place.ply === this.line.length && !this.outcome) {
      this.line = moves;
      this.sans = sans;
      this.#last = view;
    }
    if (this.line[place.ply] === moves[place.ply]) return { ply, variation: null };
    const known = this.variations.findIndex(
      ({ from, moves: other }) => from === place.ply && other[from] === moves[from],
    );
    if (known >= 0) return { ply, variation: known };
    this.variations = [...this.variations, { from: place.ply, moves, sans }];
    return { ply, variation: this.variations.length - 1 };
  }

  /**
   * Looks at another position.
   * @param {Place} place
   */
  async look(place) {
    const length = place.variation === null ? this.line.length : this.variations[place.variation].moves.length;
    const ply = Math.max(0, Math.min(place.ply, length));
    const within = place.variation !== null && ply > this.variations[place.variation].from;
    const target = { ply, variation: within ? place.variation : null };
    if (target.ply === this.place.ply && target.variation === this.place.variation) return;
    // A search for the game goes on while the user looks around, so this is no step of the game's.
    const [step, looks] = [this.#step, ++this.#looks];
    const view = await this.#viewAfter(this.#movesTo(target));
    if (step !== this.#step || looks !== this.#looks) return;
    this.#view = view;
    this.place = target;
    this.#tell({ type: 'look' });
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
    await this.#setLine({ ply: this.line.length - count, variation: null });
  }

  /** Makes the moves that lead to the position that is looked at the line of the game. */
  async cut() {
    await this.#setLine(this.place);
  }

  /** @param {Place} place */
  async #setLine(place) {
    const step = ++this.#step;
    const [moves, sans] = [this.#movesTo(place), this.#sansTo(place)];
    const view = await this.#viewAfter(moves);
    if (step !== this.#step) return;
    this.#looks += 1;
    this.#view = view;
    this.#last = view;
    this.#ending = null;
    this.line = moves;
    this.sans = sans;
    this.variations = [];
    this.place = { ply: moves.length, variation: null };
    this.#tell({ type: 'back' });
  }

  /**
   * Ends the game otherwise than by the rules of the board.
   * @param {Outcome} outcome
   */
  end(outcome) {
    if (this.#ending) return;
    this.#step += 1;
    this.#ending = outcome;
    this.#tell({ type: 'end' });
  }
}

/**
 * @param {Side} side
 * @returns {Side}
 */
export function opposite(side) {
  return side === 'white' ? 'black' : 'white';
}
