// The clock of a game: it runs for the side to move from its second move on, and ends the game on time.

import { opposite } from './state.js';
import { wonBy } from './words.js';

/** @import { Game } from './state.js' */
/** @import { Side } from './types' */

/** How often the time that is left is told and checked, in milliseconds. */
const TICK = 100;

export class Clock {
  #game;
  /** @type {Record<Side, number>[]} What was left to both after each ply, in milliseconds. */ #left = [];
  /** When the clock of the side to move was started. */
  #started = 0;
  /** @type {Set<() => void>} */ #listeners = new Set();

  /** @param {Game} game */
  constructor(game) {
    this.#game = game;
    this.#reset();
    game.subscribe((change) => {
      if (change.type === 'new') this.#reset();
      else if (change.type === 'move') this.#press();
      else if (change.type === 'back') this.#rewind();
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
    const { control, line, turn } = this.#game;
    const times = this.#left[line.length];
    if (!control || !times) return null;
    const spent = this.isRunning ? performance.now() - this.#started : 0;
    return { ...times, [turn]: Math.max(0, times[turn] - spent), increment: control.seconds * 1000 };
  }

  /** Whether time passes. */
  get isRunning() {
    const { control, line, outcome } = this.#game;
    return control !== null && line.length >= 2 && !outcome && this.#started > 0;
  }

  #reset() {
    const { control, line } = this.#game;
    const full = control ? control.minutes * 60_000 + control.seconds * 1000 : 0;
    this.#left = Array.from({ length: line.length + 1 }, () => ({ white: full, black: full }));
    this.#started = performance.now();
  }

  /** A move was played: its side has what it has not spent, and the increment. */
  #press() {
    const { control, line } = this.#game;
    // A move of a variation takes no time.
    if (!control || line.length !== this.#left.length) return;
    const before = this.#left[line.length - 1];
    const mover = opposite(this.#game.turn);
    const now = performance.now();
    const runs = line.length > 2;
    const spent = runs ? now - this.#started : 0;
    const left = before[mover] - spent + (runs ? control.seconds * 1000 : 0);
    this.#left.push({ ...before, [mover]: Math.max(0, left) });
    this.#started = now;
  }

  #rewind() {
    const { line } = this.#game;
    const last = this.#left[Math.min(line.length, this.#left.length - 1)];
    this.#left.length = Math.min(this.#left.length, line.length + 1);
    // A variation that became the line has no times of its own.
    while (this.#left.length <= line.length) this.#left.push(last);
    this.#started = performance.now();
  }

  #stop() {
    const times = this.times;
    if (times) this.#left[this.#game.line.length] = { white: times.white, black: times.black };
    this.#started = 0;
  }

  #tick() {
    if (!this.isRunning) return;
    const { turn } = this.#game;
    const left = this.times?.[turn] ?? 1;
    if (left <= 0) {
      this.#left[this.#game.line.length][turn] = 0;
      this.#started = 0;
      this.#game.end(wonBy(opposite(turn), 'on time'));
    } else {
      this.#tell();
    }
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
