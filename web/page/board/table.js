// The board as it is played on: what the user picks there becomes moves. While the engine thinks, a move can be
// planned: it is made as soon as it is the user's turn, if it is legal then.

import { Choice } from './choice.js';
import { Display } from './display.js';
import { Drawings } from './drawings.js';
import { Grid } from './grid.js';
import { Hands } from './hands.js';
import { announce, hush, say } from '../shell/live.js';
import { Marker } from './marker.js';
import { Plan } from './plan.js';
import { listen } from './pointer.js';
import { isInHand } from '../game/hands.js';
import { reasonAgainst } from '../game/reasons.js';
import { Selection, hasSideEffect } from './selection.js';
import { capital, joined, squareInWords } from '../game/words.js';

/** @import { Board } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Step } from './selection.js' */
/** @import { Change, Game } from '../game/state.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { Move } from '../types' */

export class Table {
  #game;
  #board;
  #grid;
  #display;
  #choice;
  #drawings;
  #plan;
  /** What is picked, and what explains it. */ marker;

  /** Fulfilled when the board shows what has happened last. */
  shown = Promise.resolve();

  /**
   * @param {{ game: Game, screen: Screen, board: Board, figures: Figures }} parts
   * @param {HTMLElement} host
   */
  constructor({ game, screen, board, figures }, host) {
    this.#game = game;
    this.#board = board;
    this.#grid = new Grid(board, {
      pick: (square) => this.pick(square),
      drop: () => this.drop(),
      step: (plies) => game.walk(plies),
    });
    host.append(board.picture, this.#grid.element);
    const acts = {
      pick: (/** @type {string} */ place) => this.pick(place),
      lift: (/** @type {string} */ place) => this.#lift(place),
      put: (/** @type {string} */ from, /** @type {string | null} */ to) => this.#put(from, to),
      hover: (/** @type {string | null} */ square) => this.#hover(square),
    };
    const hands = new Hands({ board, figures }, host, {
      ...acts,
      press: (place) => this.#press(place),
      drop: () => this.drop(),
    });
    const stage = /** @type {HTMLElement} */ (host.parentElement);
    this.#display = new Display({ game, screen, board, figures, grid: this.#grid, hands }, stage);
    this.marker = new Marker(game, board, this.#grid, hands);
    this.#plan = new Plan({ game, board, marker: this.marker });
    this.#drawings = new Drawings(game, board);
    this.#choice = new Choice(board, figures, host);
    this.#choice.onPreview = (move) => this.#lookAt(move);
    listen(board, this.#grid, { ...acts, draw: (from, to) => this.#drawings.toggle(from, to) });
    game.subscribe((change) => this.#onChange(change));
    screen.subscribe(({ bottom }) => bottom && this.#turn());
    this.shown = this.open();
  }

  /** Shows the game that is set up. */
  async open() {
    if (!(await this.#display.open())) return;
    this.#forget();
    await this.#show(false);
  }

  #turn() {
    this.#choice.cancel();
    this.#display.turn();
    this.marker.mark();
  }

  /** Puts the focus on the board. */
  focus() {
    this.#grid.focus();
  }

  /** @param {Change} change */
  #onChange(change) {
    if (change.type === 'note') return;
    if (change.type === 'new') {
      this.shown = this.open();
      return;
    }
    // A move of the game does not disturb the user who looks elsewhere.
    if (change.type === 'move' && change.after !== this.#game.view) return;
    const plan = change.type === 'move' ? this.marker.picked.plan : null;
    this.#forget();
    this.shown = this.#show(true);
    if (plan) this.shown.then(() => this.#carryOut(plan));
  }

  /**
   * Makes the move that was planned, if it is legal now. Of one that is half planned, the piece is picked.
   * @param {{ from: string, to: string | null }} plan
   */
  #carryOut({ from, to }) {
    if (!this.#isMovable(from) || this.marker.picked.selection) return;
    const selection = this.#selectionOf(from);
    if (!to) {
      this.#select(selection);
      return;
    }
    const step = selection.pick(to);
    if (step.type === 'none') {
      const way = isInHand(from) ? `drop on ${to}` : `move from ${from} to ${to}`;
      say(`The planned ${way} is not legal now.`, { tone: 'refusal' });
      return;
    }
    if (step.type === 'choose') this.#select(selection);
    this.#take(selection, step, to);
  }

  #forget() {
    this.#choice.cancel();
    this.marker.forget();
  }

  /** @param {boolean} slides */
  async #show(slides) {
    if (!(await this.#display.show(slides))) return;
    this.#board.setArrows('hint', []);
    const { checkers, king } = this.#game.view;
    const checks = king ? checkers.map((from) => ({ from, to: king, kind: 'check' })) : [];
    this.#board.setArrows('check', checks);
    this.#drawings.show();
    this.marker.mark();
  }

  /** @param {string} place */
  #isMovable(place) {
    const { mover } = this.#game;
    return mover !== null && this.#game.pieceAt(place)?.side === mover;
  }

  /** A piece in hand is picked by a key: its square is picked on the board. @param {string} place */
  #press(place) {
    this.pick(place);
    const { selection, plan } = this.marker.picked;
    if ([selection?.from, plan?.from].includes(place)) this.#grid.focus();
  }

  /**
   * A square, or a piece in hand, is picked, by a click or a key.
   * @param {string} square
   */
  pick(square) {
    const { selection, plan, preview } = this.marker.picked;
    if (!selection && !plan && !this.#game.pieceAt(square)) this.#drawings.clear();
    if (this.#choice.isOpen) {
      // A second click on the square is that of a double click: it chooses nothing.
      if (square !== (preview?.to ?? selection?.path.at(-1))) this.#choice.cancel();
      return;
    }
    if (selection) this.#pickTarget(selection, square);
    else if (plan && !plan.to) this.#pickPlanned(plan.from, square);
    else this.#pickPiece(square);
  }

  /** @param {string} square */
  #pickPiece(square) {
    const { plan, inspected } = this.marker.picked;
    if (this.#isMovable(square)) {
      this.#select(this.#selectionOf(square));
    } else if (this.#plan.isFor(square)) {
      this.#plan.begin(square);
    } else {
      if (plan) hush();
      this.marker.set({ plan: null, inspected: this.#game.pieceAt(square) && square !== inspected ? square : null });
    }
  }

  /** @param {string} square */
  #selectionOf(square) {
    return new Selection(
      square,
      this.#game.view.legal.filter((move) => move.from === square),
    );
  }

  /**
   * The square to which a planned move goes, or another piece.
   * @param {string} from
   * @param {string} square
   */
  async #pickPlanned(from, square) {
    if (square === from) return this.drop();
    const { view } = this.#game;
    const mayGo = await this.#plan.mayGo(from, square);
    if (view !== this.#game.view) return;
    if (mayGo) this.#plan.finish(from, square);
    else this.#pickPiece(square);
  }

  /** @param {Selection | null} selection */
  #select(selection) {
    this.marker.set({ selection, plan: null, inspected: selection?.from ?? null });
    if (!selection) {
      hush();
    } else if (selection.path.length > 0) {
      say(`By ${joined(selection.path)}. Pick the next square, or ${selection.path.at(-1)} again to end there.`);
    } else {
      const name = capital(squareInWords(selection.from, this.#game.pieceAt(selection.from)));
      const count = selection.targets.size;
      announce(
        `${name}, picked. ${count === 0 ? 'No legal move' : count === 1 ? '1 square to go to' : `${count} squares to go to`}.`,
      );
      const castles = [...selection.targets].filter(([, moves]) => moves.some((move) => move.isCastling));
      if (count === 0) this.#refuse(selection.from, null);
      else if (castles.length > 0)
        say(`It can castle: to ${joined(castles.map(([square]) => square))}.`, { isSilent: true });
      else hush();
    }
  }

  /**
   * @param {Selection} selection
   * @param {string} square
   */
  #pickTarget(selection, square) {
    const isAgain = square === selection.from && selection.path.length === 0;
    if (isAgain && !selection.targets.has(square)) {
      this.drop();
      return;
    }
    this.#take(selection, selection.pick(square), square);
  }

  /**
   * @param {Selection} selection
   * @param {Step} step
   * @param {string} square
   */
  async #take(selection, step, square) {
    if (step.type === 'move') {
      this.#make(step.move);
    } else if (step.type === 'go on') {
      this.#board.rest(square);
      this.#select(step.selection);
    } else if (step.type === 'choose') {
      this.#board.rest(square);
      const { step: number } = this.#game;
      const move = await this.#choice.ask(this.#game.variant, step.moves);
      this.marker.set({ preview: null });
      this.#grid.focus(move?.to ?? (isInHand(selection.from) ? square : selection.from));
      if (move && number === this.#game.step) this.#make(move);
      else this.drop();
    } else if (this.#isMovable(square) && square !== selection.from) {
      this.#board.release();
      this.#pickPiece(square);
    } else {
      this.#board.release();
      this.drop();
      if (!isInHand(square)) this.#refuse(selection.from, square);
      if (this.#game.pieceAt(square)) this.marker.set({ inspected: square });
    }
  }

  /**
   * Makes one of several moves that fit what the user said; which one is asked on the board.
   * @param {Move[]} moves
   * @returns {Promise<boolean>} whether a move was made
   */
  async decide(moves) {
    this.drop();
    const { step } = this.#game;
    const move =
      moves.length > 1 || hasSideEffect(moves[0]) ? await this.#choice.ask(this.#game.variant, moves) : moves[0];
    this.#lookAt(null);
    if (!move || step !== this.#game.step) return false;
    this.#make(move);
    return true;
  }

  /** @param {Move} move */
  #make(move) {
    this.marker.set({ selection: null });
    this.#board.setMarks([]);
    this.#game.play(move.text);
  }

  /** Drops what is picked. */
  drop() {
    this.#choice.cancel();
    this.#board.release();
    this.#select(null);
  }

  /**
   * Says why a piece does not move.
   * @param {string} from
   * @param {string | null} to `null` asks why it cannot move at all
   */
  async #refuse(from, to) {
    const { view } = this.#game;
    const reason = await reasonAgainst(this.#game, from, to);
    if (reason && view === this.#game.view) say(reason, { tone: 'refusal' });
  }

  /**
   * A piece is about to be dragged.
   * @param {string} square
   */
  #lift(square) {
    if (this.#choice.isOpen) this.#choice.cancel();
    if (this.#plan.isFor(square)) {
      this.#plan.begin(square);
      return true;
    }
    if (!this.#isMovable(square)) return false;
    if (!this.marker.isSelected(square)) this.#select(this.#selectionOf(square));
    return true;
  }

  /**
   * A piece was dragged from one square to another, or off the board.
   * @param {string} from
   * @param {string | null} to
   */
  #put(from, to) {
    const { selection, plan } = this.marker.picked;
    if (!selection && plan && this.#game.planner && to && to !== from) {
      this.#plan.finish(from, to);
      return;
    }
    if (!selection || !to || to === from) {
      this.#board.release();
      return;
    }
    const step = selection.pick(to);
    if (step.type === 'none') {
      this.#board.release();
      this.#refuse(from, to);
    } else {
      this.#take(selection, step, to);
    }
  }

  /** @param {string | null} square */
  #hover(square) {
    if (this.#choice.isOpen) return;
    const moves = (square && this.marker.picked.selection?.targets.get(square)) || [];
    this.#lookAt(moves.find(hasSideEffect) ?? null);
  }

  /**
   * Shows what a move would do.
   * @param {Move | null} move
   */
  #lookAt(move) {
    if (this.marker.picked.preview === move) return;
    this.marker.set({ preview: move });
    if (move && hasSideEffect(move)) say(move.words, { tone: 'refusal', isSilent: true });
    else hush();
  }
}
