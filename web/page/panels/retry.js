// A fault of the review, tried again: the user plays another move, and the engine says whether it is better.

import { infoOf, shareOfWhite } from '../engines/info.js';
import { EngineEnded, Searcher } from '../engines/searcher.js';
import { faultOf } from '../game/review.js';
import { byId } from '../shell/dom.js';
import { say } from '../shell/live.js';

/** @import { Verdict } from '../game/record.js' */
/** @import { Change, Game } from '../game/state.js' */
/** @import { Backend, Side } from '../types' */

/** How long the engine looks at the move, in milliseconds: twice as long as the review does. */
const THINKING = 500;

/**
 * The share of the chances that a side loses by another move in the place of a fault.
 * @param {Side} mover
 * @param {Verdict} verdict what the review says of the fault
 * @param {number} share White's share after the other move
 */
export function lossOfAnother(mover, { score, loss }, share) {
  const fault = shareOfWhite(score);
  const lost = mover === 'white' ? fault + loss - share : share - (fault - loss);
  return Math.max(0, lost);
}

/** A fault, with the way to its place. @typedef {{ moves: string[], san: string, verdict: Verdict, mover: Side }} Fault */

export class Retry {
  #backend;
  #game;
  /** @type {Fault | null} */ #fault = null;
  /** @type {Searcher | null} */ #searcher = null;

  /** @param {{ backend: Backend, game: Game }} parts */
  constructor({ backend, game }) {
    this.#backend = backend;
    this.#game = game;
    game.subscribe((change) => this.#hear(change));
  }

  /**
   * Asks for a better move than one of the game.
   * @param {number} ply
   */
  async begin(ply) {
    const game = this.#game;
    const moves = game.line.slice(0, ply);
    const { san, verdict } = game.plyAt(game.line.slice(0, ply + 1)) ?? {};
    if (!san || !verdict) return;
    await game.look(moves);
    this.#fault = { moves, san, verdict, mover: game.view.turn };
    say(`What is better than ${san}? Play it on the board.`, { tone: 'hint' });
    // On a phone, the review stands far below it.
    byId('board').scrollIntoView({ block: 'nearest' });
  }

  /** @param {Change} change */
  #hear(change) {
    const fault = this.#fault;
    if (!fault || change.type === 'note') return;
    const isThere = fault.moves.every((move, ply) => this.#game.moves[ply] === move);
    if (change.type === 'move' && isThere && this.#game.moves.length === fault.moves.length + 1) {
      this.#judge(fault, change.move.san);
    } else if (!isThere || change.type === 'new') {
      this.#fault = null;
      this.#searcher?.close();
    }
  }

  /**
   * @param {Fault} fault
   * @param {string} san
   */
  async #judge(fault, san) {
    const { fen, moves, view, variant } = this.#game;
    const praise = () => say(`${san} is right: it loses nothing that matters.`, { tone: 'hint' });
    // What the review found better is right, however little time there is now.
    if (san === fault.verdict.better?.san) return praise();
    say(`Looking at ${san} …`, { tone: 'hint', isSilent: true });
    this.#searcher ??= new Searcher(() => this.#backend.newEngine(variant.name), variant.name);
    /** @type {number | null} */
    let share = view.outcome ? ({ '1-0': 1, '0-1': 0 }[/** @type {string} */ (view.outcome.result)] ?? 0.5) : null;
    const onInfo = (/** @type {string} */ line) => {
      const info = infoOf(line, view.turn);
      if (info?.rank === 1) share = shareOfWhite(info.score);
    };
    const options = { 'Skill Level': 20, UCI_ShowWDL: 'true', MultiPV: 1 };
    try {
      if (share === null) await this.#searcher.search({ fen, moves, go: `movetime ${THINKING}`, options, onInfo });
    } catch (error) {
      if (!(error instanceof EngineEnded)) throw error;
      return say(`There is no engine: ${error.message}.`, { tone: 'refusal' });
    }
    if (share === null || view !== this.#game.view) return;
    const loss = lossOfAnother(fault.mover, fault.verdict, share);
    const again = { label: 'Try again', act: () => this.begin(fault.moves.length) };
    const bad = faultOf({ score: fault.verdict.score, loss });
    if (!bad) praise();
    else say(`${san} loses ${Math.round(loss * 100)}% of the chances.`, { tone: 'refusal', actions: [again] });
  }
}
