// The clock of a game: it runs for the side to move from its second move on, and ends the game on time.

import { opposite } from './state.js';
import { wonBy } from './words.js';

/** @import { Game } from './state.js' */
/** @import { Side } from '../types' */

/** How often the time that is left is told and checked, in milliseconds. */
const TICK = 100;

export class Clock {
  #game;
  /** @type {number | null} When the clock of the side to move was started; `null` while it stands. */ #started = null;
  /** @type {Set<() => void>} */ #listeners = new Set();

  /** @param {Game} game */
  constructor(game) {
    this.#game = game;
    this.#start();
    game.subscribe((change) => {
      if (change.type === 'new' || change.type === 'back') this.#start();
      else if (change.type === 'move' && change.advances) this.#press();
      else if (change.type === 'end') this.#stop();
      this.#tell();
    });
    setInterval(() => this.#tick(), TICK);
  }

  /**
   * Calls a function whenever the times change.
   * @param {() => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
  }

  #tell() {
    for (const listener of this.#listeners) listener();
  }

  /** Both times and the increment, in milliseconds; `null` in a game without a clock. */
  get times() {
    const { control, turn } = this.#game;
    if (!control) return null;
    const left = { white: this.#left('white'), black: this.#left('black') };
    return { ...left, [turn]: Math.max(0, left[turn] - this.#spent), increment: control.seconds * 1000 };
  }

  /** Whether time passes. */
  get isRunning() {
    const { control, line, outcome } = this.#game;
    return control !== null && line.length >= 2 && !outcome && this.#started !== null;
  }

  /**
   * What a side had left after its last move.
   * @param {Side} side
   */
  #left(side) {
    const { control, record, startsWithBlack } = this.#game;
    const isOf = (/** @type {number} */ ply) => ((ply % 2 === 0) !== startsWithBlack) === (side === 'white');
    for (let ply = record.length - 1; ply >= 0; ply -= 1) {
      const { clock } = record.line[ply];
      if (isOf(ply) && clock !== undefined) return clock;
    }
    return control ? control.minutes * 60_000 + control.seconds * 1000 : 0;
  }

  /** How long the side to move has thought. */
  get #spent() {
    const now = this.isRunning && this.#started !== null ? performance.now() - this.#started : 0;
    return this.#game.record.spent + now;
  }

  #start() {
    this.#started = performance.now();
  }

  /** Writes the time that has passed into the record, where it is kept. */
  keep() {
    this.#game.record.spent = this.#spent;
    this.#start();
  }

  #stop() {
    const { control, record } = this.#game;
    if (this.#started !== null && control && record.length >= 2) record.spent += performance.now() - this.#started;
    this.#started = null;
  }

  /** A move was played: its side has what it has not spent, and the increment. */
  #press() {
    const { control, line, record, turn } = this.#game;
    if (!control) return;
    // The first move of each side takes no time.
    const runs = line.length > 2;
    const now = performance.now();
    const spent = runs ? record.spent + now - (this.#started ?? now) : 0;
    const left = Math.max(0, this.#left(opposite(turn)) - spent) + (runs ? control.seconds * 1000 : 0);
    record.spent = 0;
    this.#started = now;
    this.#game.note(line, { clock: left });
  }

  #tick() {
    const times = this.times;
    if (!times || !this.isRunning) return;
    const { turn } = this.#game;
    if (times[turn] <= 0) this.#game.end(wonBy(opposite(turn), 'on time'));
    else this.#tell();
  }
}

/**
 * A time as people read it: `4:05`, `0:09.3`.
 * @param {number} milliseconds
 */
export function timeInWords(milliseconds) {
  if (milliseconds < 10_000) return `0:0${(Math.floor(milliseconds / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
