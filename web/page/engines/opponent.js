// The engine as a player, and as one who gives hints.

import { infoOf, shareOfWhite } from './info.js';
import { EngineEnded, Searcher } from './searcher.js';
import { settings } from '../shell/settings.js';
import { opposite } from '../game/state.js';
import { wonBy } from '../game/words.js';

/** @import { Backend, Move, Side } from '../types' */
/** @import { Game } from '../game/state.js' */
/** @import { Clock } from '../game/clock.js' */

/** How long the engine thinks for a hint, and on a move if nothing else is said, in milliseconds. */
const THINKING = 1000;

/** With this share of the chances or less, the engine sees no hope; after so many such moves it may resign. */
const HOPELESS = 0.02;
const PATIENCE = 3;

/** The engine agrees to a draw if it has this share or less, and only after so many plies. */
const EVEN = 0.52;
const EARLIEST_DRAW = 20;

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

  /** @type {number | null} The engine's share of the chances before its last move, from 0 to 1. */ #share = null;
  /** How many of its last moves it made without hope. */
  #hopeless = 0;

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
    this.#share = null;
    this.#hopeless = 0;
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
      : `movetime ${player.thinking ?? THINKING}`;
    const options = { 'Skill Level': player.level, UCI_ShowWDL: 'true' };
    /** @type {number | null} */
    let share = null;
    const onInfo = (/** @type {string} */ text) => (share = shareOf(text, turn) ?? share);
    /** @type {string | null} */
    let best;
    try {
      best = await this.#searcher().search({ fen, moves: line, go, options, onInfo });
    } catch (error) {
      if (question === this.#question) this.#fail(/** @type {Error} */ (error));
      return;
    }
    // Who watches sees each move for as long as the engine may think.
    const isWatched = players[opposite(turn)].kind === 'engine' && !times;
    const rest = (isWatched ? (player.thinking ?? THINKING) : PAUSE) - (performance.now() - began);
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    if (question !== this.#question) return;
    this.isThinking = false;
    this.#tell();
    this.#share = share;
    this.#hopeless = share !== null && share <= HOPELESS ? this.#hopeless + 1 : 0;
    if (settings.get('resigns') && this.#hopeless >= PATIENCE) this.#game.end(wonBy(opposite(turn), 'by resignation'));
    else if (best) await this.#game.answer(best);
  }

  /** Whether the engine agrees to a draw: late enough in the game, and if it does not think that it is ahead. */
  get agreesToDraw() {
    return this.#game.line.length >= EARLIEST_DRAW && this.#share !== null && this.#share <= EVEN;
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

  /**
   * The move that the other side would make if it were to move in the position that is looked at.
   * @returns {Promise<Move | null>} `null` if the game has gone on meanwhile; rejected with a refusal if it cannot be
   *   its move, because the side to move is in check
   */
  async threat() {
    if (this.isThinking) return null;
    const question = ++this.#question;
    const { fen, legal } = await this.#game.turned();
    if (question !== this.#question) return null;
    const request = { fen, moves: [], go: `movetime ${THINKING}`, options: { 'Skill Level': 20 } };
    const best = await this.#searcher().search(request);
    return question === this.#question ? (legal.find(({ text }) => text === best) ?? null) : null;
  }
}

/**
 * A side's share of the chances, from 0 to 1; `null` if a line of the engine does not say it.
 * @param {string} text
 * @param {Side} turn the side to move
 */
function shareOf(text, turn) {
  const info = infoOf(text, turn);
  if (info?.rank !== 1) return null;
  const share = shareOfWhite(info.score);
  return turn === 'white' ? share : 1 - share;
}
