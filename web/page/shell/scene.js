// All that is told around the board, as it follows from the game and from what the user sees of it. Knows no screen: the
// parts of the page draw it, each its own.

import { scoreInWords, shareOfWhite } from '../engines/info.js';
import { timeInWords } from '../game/clock.js';
import { verdictInWords } from '../game/review.js';
import { opposite } from '../game/state.js';
import { capital, turnInWords, wayInWords } from '../game/words.js';

/** @import { Score } from '../engines/info.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Level, Outcome, Side } from '../types' */
/** @import { Said } from './live.js' */

/**
 * What a scene is made of.
 * @typedef {object} State
 * @property {Pick<Game, 'fen' | 'hasNext' | 'isCurrent' | 'line' | 'moves' | 'outcome' | 'players' | 'plyAt' | 'record' | 'retractable' | 'turn' | 'view'>} game
 * @property {Side} bottom the side that is seen from
 * @property {Level[]} levels
 * @property {{ white: number, black: number } | null} times
 * @property {{ isThinking: boolean, isPaused: boolean, failure: string | null }} opponent
 * @property {Score | null} analysed what the analysis says of the position
 * @property {Said | null} said
 */

/**
 * A player beside the board.
 * @typedef {object} Strip
 * @property {Side} side
 * @property {string} name
 * @property {string} sideName what is said of the side to those who do not see its disc
 * @property {boolean} hasTurn
 * @property {boolean} isThinking
 * @property {string | null} failure why the engine does not move
 * @property {{ text: string, isLow: boolean } | null} time
 */

/**
 * The buttons: whether each is there, and whether it does something now.
 * @typedef {Record<'first' | 'back' | 'forward' | 'last' | 'undo' | 'hint' | 'threat' | 'pause' | 'resign', { isShown: boolean, isOn: boolean }>} Buttons
 */

/**
 * What has happened: the last move in brief and in full, whose turn it is or how the game has ended, and what there is to say of it.
 * @typedef {{ happened: string, inFull: string, figure: string | null, state: string, detail: string, isOver: boolean }} Story
 */

/**
 * @typedef {object} Scene
 * @property {[above: Strip, below: Strip]} strips
 * @property {{ share: number, words: string, isFlipped: boolean } | null} score White's share, in percent
 * @property {Buttons} buttons
 * @property {boolean} isPaused
 * @property {Story} story
 * @property {Said | null} said
 */

/** With less than this left, in milliseconds, a clock is low. */
const LOW = 20_000;

/**
 * @param {State} state
 * @returns {Scene}
 */
export function sceneOf(state) {
  const { bottom, opponent, said } = state;
  return {
    strips: [stripOf(state, opposite(bottom)), stripOf(state, bottom)],
    score: scoreOf(state),
    buttons: buttonsOf(state),
    isPaused: opponent.isPaused,
    story: storyOf(state),
    said,
  };
}

/**
 * @param {State} state
 * @param {Side} side
 * @returns {Strip}
 */
function stripOf({ game, levels, times, opponent }, side) {
  const player = game.players[side];
  const hasTurn = game.turn === side && !game.outcome;
  return {
    side,
    name: nameOf(game.players, side, levels),
    sideName: player.kind === 'engine' || player.name ? `, ${side}` : '',
    hasTurn,
    isThinking: hasTurn && opponent.isThinking,
    failure: hasTurn ? opponent.failure : null,
    time: times && { text: timeInWords(times[side]), isLow: times[side] < LOW },
  };
}

/**
 * @param {Game['players']} players
 * @param {Side} side
 * @param {Level[]} levels
 */
function nameOf(players, side, levels) {
  const { name, kind, level } = players[side];
  if (kind === 'engine') {
    return `Vertumnus, ${levels.find(({ skillLevel }) => skillLevel === level)?.name ?? `level ${level}`}`;
  }
  if (name) return name;
  return aloneOf(players) === side ? `You, ${side}` : capital(side);
}

/**
 * The side of the person who plays alone; `null` if nobody does.
 * @param {Game['players']} players
 * @returns {Side | null}
 */
function aloneOf({ white, black }) {
  if ((white.kind === 'person') === (black.kind === 'person')) return null;
  return white.kind === 'person' ? 'white' : 'black';
}

/** @param {State} state @returns {Scene['score']} */
function scoreOf({ game, bottom, analysed }) {
  const score = analysed ?? game.plyAt(game.moves)?.verdict?.score ?? null;
  if (!score) return null;
  const share = Math.round(shareOfWhite(score) * 100);
  const words = `White's share of the chances: ${share}%, ${scoreInWords(score)}`;
  return { share, words, isFlipped: bottom === 'black' };
}

/** @param {State} state @returns {Buttons} */
function buttonsOf({ game, opponent }) {
  const kinds = Object.values(game.players).map((player) => player.kind);
  const isWatched = kinds.every((kind) => kind === 'engine');
  // A puzzle has help of its own, and so has a lesson.
  const isTaught = kinds.includes('solution') || game.record.lesson !== undefined;
  const isStart = game.moves.length === 0;
  const isPlayed = !isWatched && !isTaught;
  const always = (/** @type {boolean} */ isOn) => ({ isShown: true, isOn });
  return {
    first: always(!isStart),
    back: always(!isStart),
    forward: always(game.hasNext),
    last: always(!game.isCurrent),
    undo: { isShown: isPlayed, isOn: game.retractable > 0 },
    hint: { isShown: isPlayed, isOn: !opponent.isThinking && game.view.legal.length > 0 },
    threat: { isShown: isPlayed, isOn: !opponent.isThinking && game.view.legal.length > 0 && !game.view.isCheck },
    pause: { isShown: isWatched, isOn: game.outcome === null },
    resign: { isShown: isPlayed, isOn: game.outcome === null && game.line.length >= 2 },
  };
}

/** @param {State} state @returns {Story} */
function storyOf({ game }) {
  const { view, isCurrent, moves, record, outcome, players } = game;
  const ply = game.plyAt(moves);
  const comment = record.lesson ? '' : ((moves.length === 0 ? record.comment : ply?.comment) ?? '');
  const detail = [comment, verdictInWords(ply?.verdict)].filter(Boolean).join(' ');
  const mover = view.lastMove && view.pieces.find(({ square }) => square === view.lastMove?.to);
  const isMover = mover && (mover.side !== view.turn || view.lastMove?.converted.includes(mover.square));
  const figure = isMover ? mover.figure : null;
  const ending = isCurrent ? outcome : view.outcome;
  const state = ending ? endingInWords(ending, aloneOf(players)) : turnInWords(view);
  const [happened, inFull] = lastMoveInWords(view);
  return { happened, inFull, figure, state, detail, isOver: ending !== null };
}

/**
 * What the last move did, in brief and in full: `Black: Knight to f6.` Empty at the start.
 * @param {Game['view']} view
 */
function lastMoveInWords({ lastMove, turn, pieces }) {
  if (!lastMove) return ['', ''];
  const { from, to, converted, words, brief, san } = lastMove;
  const mover = pieces.find(({ square, side }) => square === to && side !== turn);
  const way = mover ? `${wayInWords(mover.name, { from, to })}.` : `${san}.`;
  // What is told of those who come over does not say who has moved.
  const isWayTold = words === '' || converted.some((square) => square !== to);
  return [brief, words].map((told) => `${capital(opposite(turn))}: ${isWayTold ? `${way} ${told}`.trim() : told}`);
}

/**
 * @param {Outcome} outcome
 * @param {Side | null} alone
 */
function endingInWords({ result, text }, alone) {
  const winner = { '1-0': 'white', '0-1': 'black' }[/** @type {string} */ (result)];
  const told = alone && winner ? `You have ${winner === alone ? 'won' : 'lost'}. ` : '';
  return `${told}${text}, ${result}`;
}
