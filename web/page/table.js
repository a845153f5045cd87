// The board as it is played on: what the user picks there becomes moves, marks and reasons. While the engine
// thinks, a move can be planned: it is made as soon as it is the user's turn, if it is legal then.

import { Choice } from './choice.js';
import { Drawings } from './drawings.js';
import { announce, say } from './live.js';
import { Grid } from './grid.js';
import { marksOf, namesOf } from './marks.js';
import { listen } from './pointer.js';
import { reasonAgainst } from './reasons.js';
import { Selection, hasSideEffect } from './selection.js';
import { settings } from './settings.js';
import { opposite } from './state.js';
import { capital, joined, squareInWords } from './words.js';

/** @import { Board, Mark } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Narrator } from './narrator.js' */
/** @import { Game, Change } from './state.js' */
/** @import { Move, Piece, View } from './types' */
/** @import { Step } from './selection.js' */

export class Table {
  #game;
  #board;
  #figures;
  #grid;
  #choice;
  #narrator;
  #drawings;
  /** @type {Selection | null} The piece whose move is being picked. */ #selection = null;
  /** @type {string | null} The square that is explained. */ #inspected = null;
  /** @type {Mark[]} What explains it. */ #explanation = [];
  /** @type {Mark[]} What a whole side attacks. */ #control = [];
  /** @type {Move | null} A move that is shown before it is made. */ #preview = null;
  /** @type {{ from: string, to: string | null } | null} A move for the time when it is the user's turn. */ #plan = null;
  /** @type {((square: string | null) => void)[]} */ #inspectors = [];

  /** Fulfilled when the board shows what has happened last, and that is told. */
  shown = Promise.resolve();

  /**
   * @param {{ game: Game, board: Board, figures: Figures, narrator: Narrator }} parts
   * @param {HTMLElement} host
   */
  constructor({ game, board, figures, narrator }, host) {
    this.#game = game;
    this.#narrator = narrator;
    this.#board = board;
    this.#figures = figures;
    this.#grid = new Grid(board, {
      pick: (square) => this.pick(square),
      drop: () => this.drop(),
      step: (plies) => game.walk(plies),
    });
    host.append(board.picture, this.#grid.element);
    this.#drawings = new Drawings(board);
    this.#choice = new Choice(board, figures, host);
    this.#choice.onPreview = (move) => this.#show(move);
    listen(board, this.#grid, {
      pick: (square) => this.pick(square),
      lift: (square) => this.#lift(square),
      put: (from, to) => this.#put(from, to),
      hover: (square) => this.#hover(square),
      draw: (from, to) => this.#drawings.toggle(from, to),
    });
    game.subscribe((change) => this.#onChange(change));
    this.shown = this.open();
    settings.subscribe((name) => {
      if (name === 'coordinates' || name === 'letters') board.refresh();
      if (name === 'targets') this.#mark();
    });
  }

  /**
   * Calls a function with the square of the piece that the user asks about, or `null`.
   * @param {(square: string | null) => void} listener
   */
  onInspect(listener) {
    this.#inspectors.push(listener);
  }

  /** Shows the game that is set up, from the side of the person who plays it alone. */
  async open() {
    const { variant, view, players } = this.#game;
    await this.#loadFigures(view);
    if (variant !== this.#game.variant) return;
    this.#forget();
    this.#board.setVariant(variant, players.white.kind !== 'person' && players.black.kind === 'person');
    // The style sheet fits the board into the window.
    const { style } = document.documentElement;
    style.setProperty('--files', String(variant.files));
    style.setProperty('--ranks', String(variant.ranks));
    this.#grid.setVariant(variant);
    await this.#display(false);
  }

  /** @param {boolean} isFlipped */
  flip(isFlipped) {
    this.#choice.cancel();
    this.#board.flip(isFlipped);
    this.#grid.setVariant(this.#game.variant);
    this.#mark();
  }

  /** Puts the focus on the board. */
  focus() {
    this.#grid.focus();
  }

  /** @param {View} view */
  #loadFigures(view) {
    return this.#figures.load(view.game, [
      ...view.pieces.map((piece) => piece.figure),
      ...view.legal.map((move) => move.figure),
    ]);
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
    const plan = change.type === 'move' ? this.#plan : null;
    this.#forget();
    this.shown = this.#display(true);
    if (plan) this.shown.then(() => this.#carryOut(plan));
  }

  /**
   * Makes the move that was planned, if it is legal now. Of one that is half planned, the piece is picked.
   * @param {{ from: string, to: string | null }} plan
   */
  #carryOut({ from, to }) {
    if (!this.#isMovable(from) || this.#selection) return;
    const selection = new Selection(from, this.#game.view.legal.filter((move) => move.from === from));
    if (!to) {
      this.#select(selection);
      return;
    }
    const step = selection.pick(to);
    if (step.type === 'none') {
      say(`The planned move from ${from} to ${to} is not legal now.`, { tone: 'refusal' });
      return;
    }
    if (step.type === 'choose') this.#select(selection);
    this.#take(selection, step, to);
  }

  /** Lets go of all that is picked. */
  #forget() {
    this.#choice.cancel();
    this.#selection = null;
    this.#plan = null;
    this.#preview = null;
    this.#setInspected(null);
  }

  /** @param {boolean} slides */
  async #display(slides) {
    const { view } = this.#game;
    await this.#loadFigures(view);
    if (view !== this.#game.view) return;
    this.#board.setView(view, slides);
    this.#board.setArrows('hint', []);
    this.#drawings.clear();
    this.#mark();
    this.#narrator.tell();
  }

  /** Whether the user may move: at the end of the game if it is a person's turn, elsewhere as a variation. */
  get mayMove() {
    const { isCurrent, outcome, players, view } = this.#game;
    if (!isCurrent) return true;
    return !outcome && players[view.turn].kind === 'person';
  }

  /** The side for which a move can be planned: that of the person whom the engine keeps waiting. */
  get #planner() {
    const { isCurrent, outcome, players, view } = this.#game;
    const other = opposite(view.turn);
    const waits = isCurrent && !outcome && players[view.turn].kind === 'engine' && players[other].kind === 'person';
    return waits ? other : null;
  }

  /** @param {string} square */
  #isPlannable(square) {
    const planner = this.#planner;
    return planner !== null && this.#piece(square)?.side === planner;
  }

  /** @param {string} square @returns {Piece | undefined} */
  #piece(square) {
    return this.#game.view.pieces.find((piece) => piece.square === square);
  }

  /** @param {string} square */
  #isMovable(square) {
    return this.mayMove && this.#piece(square)?.side === this.#game.view.turn;
  }

  /**
   * A square is picked, by a click or a key.
   * @param {string} square
   */
  pick(square) {
    this.#drawings.clear();
    if (this.#choice.isOpen) {
      // A second click on the square takes what it says first.
      const isAgain = square === (this.#preview?.to ?? this.#selection?.path.at(-1));
      if (isAgain) this.#choice.takeFirst();
      else this.#choice.cancel();
      return;
    }
    if (this.#selection) this.#pickTarget(this.#selection, square);
    else if (this.#plan && !this.#plan.to) this.#pickPlanned(this.#plan.from, square);
    else this.#pickPiece(square);
  }

  /** @param {string} square */
  #pickPiece(square) {
    const isSecond = this.#plan !== null;
    this.#plan = null;
    if (this.#isMovable(square)) {
      this.#select(new Selection(square, this.#game.view.legal.filter((move) => move.from === square)));
    } else if (this.#isPlannable(square)) {
      this.#plan = { from: square, to: null };
      this.#setInspected(square);
      this.#mark();
    } else {
      if (isSecond) this.#narrator.tell();
      this.#setInspected(this.#piece(square) && square !== this.#inspected ? square : null);
      this.#mark();
    }
  }

  /**
   * The square to which a planned move goes, or another piece.
   * @param {string} from
   * @param {string} square
   */
  async #pickPlanned(from, square) {
    if (square === from) return this.drop();
    const { view } = this.#game;
    // On a square with a piece of one's own it can be meant to take back there.
    const doing = this.#isPlannable(square) ? await this.#game.ask({ call: 'attacks', square: from }) : null;
    if (view !== this.#game.view) return;
    if (this.#isPlannable(square) && !doing?.attacks.includes(square)) this.#pickPiece(square);
    else this.#planMove(from, square);
  }

  /**
   * @param {string} from
   * @param {string} to
   */
  #planMove(from, to) {
    this.#board.release();
    this.#plan = { from, to };
    this.#setInspected(null);
    this.#mark();
    say(`Planned: ${squareInWords(from, this.#piece(from))} to ${to}. It is made when it is your turn.`, { tone: 'hint' });
  }

  /** @param {Selection | null} selection */
  #select(selection) {
    this.#selection = selection;
    this.#setInspected(selection?.from ?? null);
    this.#mark();
    if (!selection) {
      this.#narrator.tell();
    } else if (selection.path.length > 0) {
      say(`By ${joined(selection.path)}. Pick the next square, or ${selection.path.at(-1)} again to end there.`);
    } else {
      const name = capital(squareInWords(selection.from, this.#piece(selection.from)));
      const count = selection.targets.size;
      announce(`${name}, picked. ${count === 0 ? 'No legal move' : count === 1 ? '1 square to go to' : `${count} squares to go to`}.`);
      const castles = [...selection.targets].filter(([, moves]) => moves.some((move) => move.isCastling));
      if (count === 0) this.#refuse(selection.from, null);
      else if (castles.length > 0) say(`It can castle: to ${joined(castles.map(([square]) => square))}.`, { isSilent: true });
      else this.#narrator.tell();
    }
  }

  /**
   * @param {Selection} selection
   * @param {string} square
   */
  #pickTarget(selection, square) {
    if (square === selection.from && selection.path.length === 0) {
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
      this.#preview = null;
      this.#grid.focus(move?.to ?? selection.from);
      if (move && number === this.#game.step) this.#make(move);
      else this.drop();
    } else if (this.#isMovable(square) && square !== selection.from) {
      this.#board.release();
      this.#selection = null;
      this.#pickPiece(square);
    } else {
      this.#board.release();
      this.drop();
      this.#refuse(selection.from, square);
      if (this.#piece(square)) this.#setInspected(square);
      this.#mark();
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
    const move = moves.length > 1 || hasSideEffect(moves[0]) ? await this.#choice.ask(this.#game.variant, moves) : moves[0];
    this.#show(null);
    if (!move || step !== this.#game.step) return false;
    this.#make(move);
    return true;
  }

  /** @param {Move} move */
  #make(move) {
    this.#selection = null;
    this.#board.setMarks([]);
    this.#game.play(move.text);
  }

  /** Drops what is picked. */
  drop() {
    this.#choice.cancel();
    this.#plan = null;
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
    if (this.#isPlannable(square)) {
      this.#plan = { from: square, to: null };
      this.#setInspected(square);
      this.#mark();
      return true;
    }
    if (!this.#isMovable(square)) return false;
    if (this.#selection?.from !== square) {
      this.#select(new Selection(square, this.#game.view.legal.filter((move) => move.from === square)));
    }
    return true;
  }

  /**
   * A piece was dragged from one square to another, or off the board.
   * @param {string} from
   * @param {string | null} to
   */
  #put(from, to) {
    const selection = this.#selection;
    if (!selection && this.#plan && this.#planner && to && to !== from) {
      this.#planMove(from, to);
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
    const moves = (square && this.#selection?.targets.get(square)) || [];
    this.#show(moves.find(hasSideEffect) ?? null);
  }

  /**
   * Shows what a move would do.
   * @param {Move | null} move
   */
  #show(move) {
    if (this.#preview === move) return;
    this.#preview = move;
    if (move && hasSideEffect(move)) say(move.words, { tone: 'refusal', isSilent: true });
    else this.#narrator.tell();
    this.#mark();
  }

  /**
   * @param {string | null} square
   */
  #setInspected(square) {
    this.#inspected = square;
    this.#explanation = [];
    for (const listener of this.#inspectors) listener(square);
  }

  /**
   * Marks what explains the piece that is asked about.
   * @param {string} square
   * @param {Mark[]} marks
   */
  explain(square, marks) {
    if (square !== this.#inspected) return;
    this.#explanation = marks;
    this.#mark();
  }

  /** Marks what a whole side attacks. @param {Mark[]} marks */
  setControl(marks) {
    this.#control = marks;
    this.#mark();
  }

  /** Whether the marks of legal moves are shown for this square, so that no others are needed. */
  isSelected(/** @type {string} */ square) {
    return this.#selection?.from === square;
  }

  /** Marks all that is to be marked, and names the squares. */
  #mark() {
    const { view } = this.#game;
    const scene = {
      view,
      mover: this.mayMove ? view.turn : this.#planner,
      plan: this.#plan,
      selection: this.#selection,
      inspected: this.#inspected,
      explanation: [...this.#control, ...this.#explanation],
      preview: this.#preview,
      showsTargets: settings.get('targets'),
    };
    this.#board.setMarks(marksOf(scene));
    this.#grid.describe(namesOf(scene));
  }
}
