// What the user has chosen to see of the game: from which side, and which panel. Whoever draws asks here, so that no two
// parts of the page can differ.

import { opposite } from '../game/state.js';

/** @import { Game } from '../game/state.js' */
/** @import { Player, Side } from '../types' */

/** @typedef {{ bottom: Side, panel: string }} State */

/**
 * Who sits at the bottom: the person who plays alone, or else White.
 * @param {Record<Side, Player>} players
 * @returns {Side}
 */
export const sideOf = ({ white, black }) => (white.kind !== 'person' && black.kind === 'person' ? 'black' : 'white');

export class Screen {
  /** @type {State} */ #state;
  /** @type {Set<(changed: Partial<State>) => void>} */ #listeners = new Set();

  /**
   * @param {Pick<Game, 'players' | 'subscribe'>} game hears of its changes before all whom it tells later
   * @param {() => boolean} [turns] whether the board turns to the side to move, where two people play
   */
  constructor(game, turns = () => false) {
    this.#state = { bottom: sideOf(game.players), panel: '' };
    game.subscribe((change) => {
      // All that is drawn is drawn anew for another game, so nobody need be told.
      if (change.type === 'new') this.#state.bottom = sideOf(game.players);
      if (change.type !== 'move' || !change.advances || change.after.outcome || !turns()) return;
      const areBothHere = Object.values(game.players).every(({ kind }) => kind === 'person');
      if (areBothHere) this.set({ bottom: change.after.turn });
    });
  }

  /** The side that is seen from. */
  get bottom() {
    return this.#state.bottom;
  }

  get isFlipped() {
    return this.#state.bottom === 'black';
  }

  /** The panel in front. */
  get panel() {
    return this.#state.panel;
  }

  /** @param {Partial<State>} changes */
  set(changes) {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener(changes);
  }

  /** Turns the board. */
  flip() {
    this.set({ bottom: opposite(this.#state.bottom) });
  }

  /**
   * Calls a function with what has changed.
   * @param {(changed: Partial<State>) => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
  }
}
