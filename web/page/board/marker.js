// What the user has picked and what explains it: marked on the board, and told by the names of the squares, after
// each change.

import { marksOf, namesOf } from './marks.js';
import { settings } from '../shell/settings.js';

/** @import { Board, Mark } from './board.js' */
/** @import { Grid } from './grid.js' */
/** @import { Hands } from './hands.js' */
/** @import { Selection } from './selection.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Move } from '../types' */

/**
 * What is picked.
 * @typedef {object} Picked
 * @property {Selection | null} selection the piece whose move is being picked
 * @property {{ from: string, to: string | null } | null} plan a move for the time when it is the user's turn
 * @property {string | null} inspected the square, or the piece in hand, that is explained
 * @property {Move | null} preview a move that is shown before it is made
 */

/** @type {Picked} */
const NOTHING = { selection: null, plan: null, inspected: null, preview: null };

export class Marker {
  #game;
  #board;
  #grid;
  #hands;
  /** @type {Mark[]} What explains the square that is asked about. */ #explanation = [];
  /** @type {Set<string>} The squares to which the piece there can go only by lent powers. */ #loans = new Set();
  /** @type {Mark[]} What a whole side attacks. */ #control = [];
  /** @type {((place: string | null) => void)[]} */ #inspectors = [];
  #picked = NOTHING;

  /**
   * @param {Game} game
   * @param {Board} board
   * @param {Grid} grid
   * @param {Hands} hands
   */
  constructor(game, board, grid, hands) {
    this.#game = game;
    this.#board = board;
    this.#grid = grid;
    this.#hands = hands;
    settings.subscribe((name) => name === 'targets' && this.mark());
  }

  get picked() {
    return this.#picked;
  }

  /**
   * Calls a function with the place of the piece that the user asks about, or `null`.
   * @param {(place: string | null) => void} listener
   */
  onInspect(listener) {
    this.#inspectors.push(listener);
  }

  /** Changes what is picked, and marks it. @param {Partial<Picked>} changes */
  set(changes) {
    this.#change(changes);
    this.mark();
  }

  /** Lets go of all that is picked. It is marked when the position is shown. */
  forget() {
    this.#change(NOTHING);
  }

  /** @param {Partial<Picked>} changes */
  #change(changes) {
    this.#picked = { ...this.#picked, ...changes };
    if (changes.inspected === undefined) return;
    this.#explanation = [];
    this.#loans = new Set();
    for (const listener of this.#inspectors) listener(changes.inspected);
  }

  /**
   * Marks what explains the piece that is asked about.
   * @param {string} square
   * @param {Mark[]} marks
   * @param {Set<string>} loans the squares to which it can go only by lent powers
   */
  explain(square, marks, loans) {
    if (square !== this.#picked.inspected) return;
    this.#explanation = marks;
    this.#loans = loans;
    this.mark();
  }

  /** Marks what a whole side attacks. @param {Mark[]} marks */
  setControl(marks) {
    this.#control = marks;
    this.mark();
  }

  /** Whether the marks of legal moves are shown for this place, so that no others are needed. @param {string} place */
  isSelected(place) {
    return this.#picked.selection?.from === place;
  }

  /** Marks all that is to be marked, and names the squares. */
  mark() {
    const { view, mover, planner } = this.#game;
    const explanation = [...this.#control, ...this.#explanation];
    const scene = {
      view,
      mover: mover ?? planner,
      explanation,
      loans: this.#loans,
      showsTargets: settings.get('targets'),
      ...this.#picked,
    };
    this.#board.setMarks(marksOf(scene));
    const names = namesOf(scene);
    this.#grid.describe(names);
    this.#hands.describe(names);
  }
}
