// The engine as a player, and as one who gives hints.

import { EngineEnded, Searcher } from './searcher.js';

/** @import { Backend } from './types' */
/** @import { Game } from './state.js' */
/** @import { Clock } from './clock.js' */

/** How long the engine thinks on a move without a clock, and for a hint, in milliseconds. */
const THINKING = 1000;

/** A move that comes at once is not seen, so the engine takes at least this long, in milliseconds. */
const PAUSE = 400;

export class Opponent {
  #backend;
  #game;
  #clock;
  /** @type {Searcher | null} */ #engine = null;
  #isPaused = false;
  /** Counts what the engine was asked; an answer to an older question is no longer wanted. */
  #question = 0;
  /** @type {Set<() => void>} */ #listeners = new Set();

  /** Whether the engine thinks about its move. */
  isThinking = false;

  /** @type {string | null} Why the engine does not move though it is its turn. */
  failure = null;

  /**
   * @param {Backend} backend
   * @param {Game} game
   * @param {Clock} clock
   */
  constructor(backend, game, clock) {
    this.#backend = backend;
    this.#game = game;
    this.#clock = clock;
    game.subscribe((change) => {
      if (change.type === 'new') this.#forget();
      // The game goes on while the user looks around in it, or tries a variation.
      const isElsewhere = ['look', 'note'].includes(change.type) || (change.type === 'move' && !change.advances);
      if (!isElsewhere) this.consider();
    });
  }

  /**
   * Calls a function when the engine begins to think or ends.
   * @param {() => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  get isPaused() {
    return this.#isPaused;
  }

  /** Stops or goes on, where the engine plays both sides. */
  togglePause() {
    this.#isPaused = !this.#isPaused;
    this.consider();
  }

  /** A new game begins with an engine that knows nothing of the one before. */
  #forget() {
    this.#isPaused = false;
    this.#engine?.close();
    this.#engine = null;
  }

  #searcher() {
    const game = this.#game.variant.name;
    this.#engine ??= new Searcher(() => this.#backend.newEngine(game), game);
    return this.#engine;
  }

  /** Thinks about the position that the game has reached, if it is the engine's turn. */
  async consider() {
    const question = ++this.#question;
    this.#engine?.drop();
    const { turn, players, outcome, line, fen } = this.#game;
    const player = players[turn];
    const isOn = player.kind === 'engine' && !outcome && !this.#isPaused;
    this.isThinking = isOn;
    this.failure = null;
    this.#tell();
    if (!isOn) return;
    const began = performance.now();
    const times = this.#clock.times;
    const go = times
      ? `wtime ${Math.max(1, Math.round(times.white))} btime ${Math.max(1, Math.round(times.black))} ` +
        `winc ${times.increment} binc ${times.increment}`
      : `movetime ${THINKING}`;
    const options = { 'Skill Level': player.level };
    /** @type {string | null} */
    let best;
    try {
      best = await this.#searcher().search({ fen, moves: line, go, options });
    } catch (error) {
      if (question === this.#question) this.#fail(/** @type {Error} */ (error));
      return;
    }
    const rest = PAUSE - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (question !== this.#question) return;
    this.isThinking = false;
    this.#tell();
    if (best) await this.#game.answer(best);
  }

  /**
   * The engine has ended more than once: the user decides whether to start it again.
   * @param {Error} error
   */
  #fail(error) {
    if (!(error instanceof EngineEnded)) throw error;
    this.isThinking = false;
    this.failure = error.message;
    this.#tell();
  }

  /**
   * The move that the engine would play, at full strength, in the position that is looked at.
   * @returns {Promise<string | null>} `null` if the game has gone on meanwhile
   */
  async hint() {
    if (this.isThinking) return null;
    const question = ++this.#question;
    const { fen, moves } = this.#game;
    const request = { fen, moves, go: `movetime ${THINKING}`, options: { 'Skill Level': 20 } };
    const best = await this.#searcher().search(request);
    return question === this.#question ? best : null;
  }
}
