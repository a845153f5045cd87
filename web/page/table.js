// The board as it is played on: what is picked, what is marked, and what a refused move is told.

import { Choice } from './choice.js';
import { announce, say } from './live.js';
import { Grid } from './grid.js';
import { listen } from './pointer.js';
import { isRefusal } from './refusal.js';
import { Selection, hasSideEffect, targetKind } from './selection.js';
import { settings } from './settings.js';
import { play } from './sound.js';
import { capital, joined, moveInWords, squareInWords, turnInWords } from './words.js';

/** @import { Board, Mark } from './board.js' */
/** @import { Figures } from './figures.js' */
/** @import { Game, Change } from './state.js' */
/** @import { Move, Piece, View } from './types' */
/** @import { Step } from './selection.js' */

export class Table {
  #game;
  #board;
  #figures;
  #grid;
  #choice;
  #onNewGame;
  /** @type {Selection | null} The piece whose move is being picked. */ #selection = null;
  /** @type {string | null} The square that is explained. */ #inspected = null;
  /** @type {Mark[]} What explains it. */ #explanation = [];
  /** @type {Move | null} A move that is shown before it is made. */ #preview = null;
  /** @type {((square: string | null) => void)[]} */ #inspectors = [];

  /** Fulfilled when the game is on the board. */
  opened = Promise.resolve();

  /**
   * @param {Game} game
   * @param {Board} board
   * @param {Figures} figures
   * @param {HTMLElement} host
   * @param {() => void} onNewGame what the button does that is offered after the end
   */
  constructor(game, board, figures, host, onNewGame) {
    this.#game = game;
    this.#onNewGame = onNewGame;
    this.#board = board;
    this.#figures = figures;
    this.#grid = new Grid(board, {
      pick: (square) => this.pick(square),
      drop: () => this.drop(),
      step: (plies) => game.look({ ...game.place, ply: game.place.ply + plies }),
    });
    host.append(board.picture, this.#grid.element);
    this.#choice = new Choice(board, figures, host);
    this.#choice.onPreview = (move) => this.#show(move);
    listen(board, this.#grid, {
      pick: (square) => this.pick(square),
      lift: (square) => this.#lift(square),
      put: (from, to) => this.#put(from, to),
      hover: (square) => this.#hover(square),
    });
    game.subscribe((change) => this.#onChange(change));
    this.opened = this.open();
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
    this.#board.setVariant(variant, players.white.kind === 'engine' && players.black.kind === 'person');
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
    if (change.type === 'new') {
      this.opened = this.open();
      return;
    }
    if (change.type === 'move') {
      const { move, before, after } = change;
      announce(moveInWords(move, before, after, this.#game.variant));
      if (after.outcome) play('end');
      else if (hasSideEffect(move)) play('vanish');
      else if (after.isCheck) play('check');
      else play(move.victims.length > 0 ? 'capture' : 'move');
      // A move of the game does not disturb the user who looks elsewhere.
      if (after !== this.#game.view) return;
    } else if (change.type === 'end') {
      play('end');
      announce(this.#game.outcome?.text ?? '');
    }
    this.#forget();
    this.#display(true);
  }

  /** Lets go of all that is picked. */
  #forget() {
    this.#choice.cancel();
    this.#selection = null;
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
    this.#mark();
    this.#sayTurn();
  }

  /** Shows whose turn it is and what the last move did, or how the game has ended. */
  #sayTurn() {
    const { outcome, isCurrent, view } = this.#game;
    const detail = view.lastMove?.words;
    if (outcome && isCurrent) {
      const action = { label: 'New game', act: this.#onNewGame };
      say(outcome.text, { tone: 'result', detail: `${outcome.result}, ${outcome.reason}`, isSilent: true, action });
    } else {
      say(turnInWords(view), { detail, isSilent: true });
    }
  }

  /** Whether the user may move: at the end of the game if it is a person's turn, elsewhere as a variation. */
  get mayMove() {
    const { isCurrent, outcome, players, view } = this.#game;
    if (!isCurrent) return true;
    return !outcome && players[view.turn].kind === 'person';
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
    if (this.#choice.isOpen) {
      // A second click on the square takes what it says first.
      const isAgain = square === (this.#preview?.to ?? this.#selection?.path.at(-1));
      if (isAgain) this.#choice.takeFirst();
      else this.#choice.cancel();
      return;
    }
    if (this.#selection) this.#pickTarget(this.#selection, square);
    else this.#pickPiece(square);
  }

  /** @param {string} square */
  #pickPiece(square) {
    if (this.#isMovable(square)) {
      this.#select(new Selection(square, this.#game.view.legal.filter((move) => move.from === square)));
    } else {
      this.#setInspected(this.#piece(square) && square !== this.#inspected ? square : null);
      this.#mark();
    }
  }

  /** @param {Selection | null} selection */
  #select(selection) {
    this.#selection = selection;
    this.#setInspected(selection?.from ?? null);
    this.#mark();
    if (!selection) {
      this.#sayTurn();
    } else if (selection.path.length > 0) {
      say(`By ${joined(selection.path)}. Pick the next square, or ${selection.path.at(-1)} again to end there.`);
    } else {
      const name = capital(squareInWords(selection.from, this.#piece(selection.from)));
      const count = selection.targets.size;
      announce(`${name}, picked. ${count === 0 ? 'No legal move' : `${count} squares to go to`}.`);
      if (count === 0) this.#why(selection.from, null);
      else this.#sayTurn();
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
      this.#why(selection.from, square);
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
    this.#board.release();
    this.#select(null);
  }

  /**
   * Says why a move is refused, in the words of the rules.
   * @param {string} from
   * @param {string | null} to `null` asks why a piece cannot move at all
   */
  async #why(from, to) {
    if (to === null) {
      say(`The ${this.#piece(from)?.name} on ${from} has no legal move.`, { tone: 'refusal' });
      return;
    }
    try {
      const objection = await this.#game.ask({ call: 'objection', from, to });
      if (objection) say(`${this.#piece(from)?.name} ${from} to ${to}: ${objection}.`, { tone: 'refusal' });
    } catch (error) {
      if (isRefusal(error)) say(error.message, { tone: 'refusal' });
      else throw error;
    }
  }

  /**
   * A piece is about to be dragged.
   * @param {string} square
   */
  #lift(square) {
    if (this.#choice.isOpen) this.#choice.cancel();
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
    if (!selection || !to || to === from) {
      this.#board.release();
      return;
    }
    const step = selection.pick(to);
    if (step.type === 'none') {
      this.#board.release();
      this.#why(from, to);
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
    else this.#sayTurn();
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

  /** Whether the marks of legal moves are shown for this square, so that no others are needed. */
  isSelected(/** @type {string} */ square) {
    return this.#selection?.from === square;
  }

  /** Marks all that is to be marked, and names the squares. */
  #mark() {
    const { view } = this.#game;
    /** @type {Mark[]} */
    const marks = [];
    if (view.lastMove) {
      for (const square of new Set([view.lastMove.from, view.lastMove.to])) marks.push({ square, type: 'last' });
    }
    if (view.isCheck && view.king) marks.push({ square: view.king, type: 'check' });
    if (this.#inspected) marks.push({ square: this.#inspected, type: 'selected' });
    marks.push(...this.#explanation);
    /** @type {Map<string, string>} */
    const told = new Map();
    if (this.#selection) {
      this.#selection.path.forEach((square, index) => marks.push({ square, type: 'stop', number: index + 1 }));
      for (const [square, moves] of this.#selection.targets) {
        const target = targetKind(moves, square);
        if (settings.get('targets')) marks.push({ square, type: 'target', ...target });
        told.set(square, targetInWords[target.kind]);
      }
    }
    if (this.#preview) {
      const { victims, survives, from, to } = this.#preview;
      for (const { square } of victims) if (square !== to) marks.push({ square, type: 'doomed' });
      if (!survives) marks.push({ square: from, type: 'doomed' });
    }
    this.#board.setMarks(marks);
    this.#grid.describe((square) => {
      const piece = this.#piece(square);
      const words = told.get(square) ?? (view.isCheck && square === view.king ? 'in check' : undefined);
      return {
        name: squareInWords(square, piece) + (words ? `, ${words}` : ''),
        isSelected: this.#selection?.from === square,
        isMovable: this.#isMovable(square),
        isTarget: told.has(square),
      };
    });
  }
}

/** @type {Record<import('./selection.js').TargetKind, string>} */
const targetInWords = {
  move: 'can move here',
  capture: 'can be captured',
  change: 'changes here',
  choice: 'a choice here',
  vanish: 'pieces vanish',
};
