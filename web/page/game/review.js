// The review of a game: the engine looks at each position of it, and each move gets a verdict: what it leaves of
// the chances, and which move was better. Knows no screen.

import { infoOf, shareOfWhite } from '../engines/info.js';
import { Searcher } from '../engines/searcher.js';
import { capital, firstSentence, withArticle } from './words.js';

/** @import { Info, Score } from '../engines/info.js' */
/** @import { Ply, Told, Verdict } from './record.js' */
/** @import { Backend, Outcome, Side, View } from '../types' */
/** @import { Game } from './state.js' */

/** How long the engine looks at each position, in milliseconds. */
const THINKING = 250;

/**
 * How bad a move is that loses this share of the chances: its name, and its sign as PGN numbers it. The worst first.
 * @type {{ loss: number, name: string, glyph: number }[]}
 */
export const FAULTS = [
  { loss: 0.2, name: 'blunder', glyph: 4 },
  { loss: 0.1, name: 'mistake', glyph: 2 },
  { loss: 0.05, name: 'inaccuracy', glyph: 6 },
];

/** The signs that people put on moves, from `!` to `?!`. */
const SIGNS = [1, 2, 3, 4, 5, 6];

/**
 * How bad a move is; `null` if it is not.
 * @param {Verdict | undefined} verdict
 */
export const faultOf = (verdict) => FAULTS.find(({ loss }) => (verdict?.loss ?? 0) >= loss) ?? null;

/** A move that was found, with the first that there is to say of it. @param {Told} told */
export const inWords = ({ san, words }) => `${san}${words ? `: ${lower(firstSentence(words))}` : '.'}`;

/** @param {string} text */
const lower = (text) => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * A verdict in short, for the move that is looked at; empty if it is no fault.
 * @param {Verdict | undefined} verdict
 */
export function verdictInWords(verdict) {
  const fault = faultOf(verdict);
  if (!fault || !verdict?.better) return '';
  return `${capital(withArticle(fault.name))}: better was ${inWords(verdict.better)}`;
}

/**
 * The share of the chances that a side loses by a move, from 0 to 1.
 * @param {Side} mover
 * @param {Score} before as White sees it
 * @param {number} after White's share
 */
export function lossOf(mover, before, after) {
  const rise = after - shareOfWhite(before);
  return Math.max(0, mover === 'white' ? -rise : rise);
}

/**
 * How well moves were played, in percent: the mean of what lichess gives a move, which falls fast with the share of the
 * chances that it loses; `null` if nobody has looked.
 * @param {Ply[]} plies
 */
export function accuracyOf(plies) {
  const all = plies
    .flatMap(({ verdict }) => verdict ?? [])
    .map(({ loss }) => 103.1668 * Math.exp(-4.354 * loss) - 3.1669);
  if (all.length === 0) return null;
  return Math.round(all.reduce((sum, one) => sum + Math.min(100, Math.max(0, one)), 0) / all.length);
}

/**
 * White's share of the chances after a move; `null` if nobody has looked.
 * @param {Ply} ply
 */
export const shareAfter = ({ verdict }) => (verdict ? shareOfWhite(verdict.score) : null);

/**
 * The score of a game that has ended.
 * @param {Outcome} outcome
 * @returns {Score}
 */
function scoreOf({ result }) {
  const win = { '1-0': 1000, '0-1': 0, '1/2-1/2': 500, '*': 500 }[result];
  return { unit: 'end', value: win - 500, chances: [win, 0, 1000 - win] };
}

export class Review {
  #game;
  #searcher;
  #isOver = false;
  /** How many positions have been looked at. */
  done = 0;

  /**
   * @param {Backend} backend
   * @param {Game} game
   */
  constructor(backend, game) {
    this.#game = game;
    const { name } = game.variant;
    this.#searcher = new Searcher(() => backend.newEngine(name), name);
    this.backend = backend;
  }

  /** Ends it. What it has found so far stays. */
  end() {
    this.#isOver = true;
    this.#searcher.close();
  }

  /**
   * Looks at all positions of the game, the last first: what follows is known to the engine then.
   * @param {() => void} onStep called after each position
   * @returns {Promise<boolean>} whether it came to its end
   */
  async run(onStep) {
    const { id } = this.#game.record;
    const line = [...this.#game.line];
    const stays = () =>
      !this.#isOver && this.#game.record.id === id && line.every((move, ply) => this.#game.line[ply] === move);
    /** @type {{ view: View, info: Info | null }} */
    let after = await this.#look(line);
    for (let ply = line.length - 1; ply >= 0; ply -= 1) {
      if (!stays()) return false;
      const before = await this.#look(line.slice(0, ply));
      if (!stays()) return false;
      const verdict = verdictOf(line[ply], before, after);
      if (verdict) this.#note(line.slice(0, ply + 1), verdict);
      after = before;
      this.done += 1;
      onStep();
    }
    this.end();
    return true;
  }

  /** @param {string[]} moves */
  async #look(moves) {
    const { fen, variant } = this.#game;
    const view = await this.backend.call(variant.name, { call: 'position', fen, moves, sansFrom: moves.length });
    /** @type {Info | null} */
    let info = null;
    if (!view.outcome && !this.#isOver) {
      const onInfo = (/** @type {string} */ text) => {
        const read = infoOf(text, view.turn);
        if (read?.rank === 1) info = read;
      };
      const options = { 'Skill Level': 20, UCI_ShowWDL: 'true', MultiPV: 1 };
      await this.#searcher.search({ fen, moves, go: `movetime ${THINKING}`, options, onInfo });
    }
    return { view, info: /** @type {Info | null} */ (info) };
  }

  /**
   * @param {string[]} moves
   * @param {Verdict} verdict
   */
  #note(moves, verdict) {
    const known = this.#game.plyAt(moves)?.glyphs ?? [];
    const fault = faultOf(verdict);
    const isSigned = known.some((glyph) => SIGNS.includes(glyph));
    const glyphs = fault && !isSigned ? [fault.glyph, ...known] : known;
    this.#game.note(moves, { verdict, ...(glyphs.length > 0 ? { glyphs } : {}) });
  }
}

/**
 * What the engine says of a move.
 * @param {string} move
 * @param {{ view: View, info: Info | null }} before the position in which it was played
 * @param {{ view: View, info: Info | null }} after the position to which it led
 * @returns {Verdict | null} `null` if the engine has said nothing
 */
export function verdictOf(move, before, after) {
  const score = after.view.outcome ? scoreOf(after.view.outcome) : after.info?.score;
  if (!score || !before.info) return null;
  const [best] = before.info.pv;
  // What the engine itself would have played is no fault, however its opinion has changed.
  const loss = best === move ? 0 : lossOf(before.view.turn, before.info.score, shareOfWhite(score));
  const better = before.view.legal.find(({ text }) => text === best);
  const reply = after.view.legal.find(({ text }) => text === after.info?.pv[0]);
  if (!faultOf({ score, loss }) || !better) return { score, loss };
  /** @param {{ text: string, san: string, words: string }} told */
  const told = ({ text, san, words }) => ({ move: text, san, words });
  return { score, loss, better: told(better), ...(reply?.words ? { reply: told(reply) } : {}) };
}
