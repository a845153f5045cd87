// The dialog in which a position is put together: a board to click on, and the pieces to put there. The rules
// say after each change whether it is a position of the game, and if not, why.

import { Board } from '../board/board.js';
import { openDialog } from '../shell/dialog.js';
import { html, set, setText } from '../shell/dom.js';
import { Grid } from '../board/grid.js';
import { icon } from '../shell/icons.js';
import { SLACK, listen } from '../board/pointer.js';
import { countsOf } from '../game/hands.js';
import { people, recordOf } from '../game/record.js';
import { capital } from '../game/words.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { GameRecord } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { Backend, Kind, Side, View } from '../types' */

/** @type {Side[]} */
const SIDES = ['white', 'black'];

/** The most pieces of a kind in a hand. */
const MOST_IN_HAND = 255;

/** What a click on a square does: put this piece there, or take away what is there. */
/** @typedef {string | null} Tool */

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {Game} game
 * @property {Screen} screen
 * @property {Figures} figures
 * @property {(record: GameRecord) => Promise<void>} begin puts a game on the board
 * @property {() => void} [playFromHere] asks how to play on from there
 */

/**
 * Asks for a position, beginning with the one that is looked at, and puts it on the board.
 * @param {Parts} parts
 */
export async function askForPosition(parts) {
  const editor = new Editor(parts);
  await editor.open();
}

class Editor {
  #parts;
  #board;
  #grid;
  /** @type {Map<string, string>} The pieces as the FEN writes them, by their squares. */ #pieces = new Map();
  /** @type {Map<string, number>} How many there are in hand, by the tokens. */ #inHand = new Map();
  /** @type {Map<string, { side: Side, kind: Kind }>} What tokens stand for. */ #meant = new Map();
  /** @type {Side} */ #turn = 'white';
  /** @type {Set<string>} The castling rights that the user has taken away. */ #without = new Set();
  /** @type {Tool} */ #tool = null;
  /** @type {string | null} The FEN, if it is a position of the game. */ #fen = null;
  /** Counts the changes, so that a late answer is known to be late. */ #step = 0;

  #palette = html('div', { class: 'palettes', role: 'radiogroup', 'aria-label': 'Piece to put' });
  #hands = html('fieldset', { class: 'choices editor-hands', hidden: true }, html('legend', {}, 'In hand'));
  #castling = html('div', { class: 'row castling' });
  #field = html('input', { id: 'editor-fen', spellcheck: 'false' });
  #refusal = html('p', { class: 'refusal', role: 'status' });
  #use = html('button', { class: 'primary', value: 'use' }, 'Use this position');
  #against = html('button', { class: 'secondary', value: 'against' }, 'Play it against …');
  #turns = /** @type {Record<Side, HTMLInputElement>} */ ({});

  /** @param {Parts} parts */
  constructor(parts) {
    this.#parts = parts;
    this.#board = new Board(parts.figures);
    this.#grid = new Grid(this.#board, {
      pick: (square) => this.#click(square),
      drop: () => undefined,
      step: () => undefined,
    });
    listen(this.#board, this.#grid, {
      pick: (square) => this.#click(square),
      lift: (square) => this.#pieces.has(square),
      put: (from, to) => this.#move(from, to),
      hover: () => undefined,
      draw: (from, to) => from === to && this.#move(from, null),
    });
  }

  async open() {
    const { variant, view } = this.#parts.game;
    await this.#parts.figures.load(
      variant.name,
      variant.kinds.flatMap(({ figures }) => Object.values(figures)),
    );
    const { closed } = this.#build();
    this.#board.setVariant(variant, this.#parts.screen.isFlipped);
    this.#grid.setVariant(variant);
    for (const kind of variant.kinds) for (const side of SIDES) this.#meant.set(kind[side], { side, kind });
    this.#offer();
    this.#offerHands();
    this.#take(view);
    await this.#check();
    const answer = await closed;
    if (!answer || !this.#fen) return;
    await this.#begin(this.#fen);
    if (answer === 'against') this.#parts.playFromHere?.();
  }

  #build() {
    const { variant } = this.#parts.game;
    const picture = html('div', {
      class: 'board editor-board',
      style: `--files:${variant.files};--ranks:${variant.ranks}`,
    });
    picture.append(this.#board.picture, this.#grid.element);
    /** @param {string} label @param {() => void} act */
    const button = (label, act) => html('button', { type: 'button', class: 'secondary', onclick: act }, label);
    const turn = html('div', { class: 'segments' });
    for (const side of SIDES) {
      const input = html('input', { type: 'radio', name: 'editor-turn', value: side });
      input.addEventListener('change', () => {
        this.#turn = side;
        this.#check();
      });
      this.#turns[side] = input;
      turn.append(html('label', {}, input, html('span', {}, capital(side))));
    }
    this.#field.addEventListener('change', () => this.#read(this.#field.value));
    // Enter in the field of the FEN reads it, and does not close the dialog.
    this.#field.addEventListener('keydown', (event) => {
      if (event.key !== 'Enter') return;
      event.preventDefault();
      this.#read(this.#field.value);
    });
    const tools = html(
      'div',
      { class: 'editor-side' },
      this.#palette,
      this.#hands,
      html(
        'div',
        { class: 'row' },
        button('Empty', () => this.#empty()),
        button('Start position', () => this.#read(variant.startFen)),
        button('Turn the board', () => this.#flip()),
      ),
      html('fieldset', { class: 'choices' }, html('legend', {}, 'To move'), turn),
      this.#castling,
      html('div', { class: 'field' }, html('label', { for: 'editor-fen' }, 'FEN'), this.#field),
      this.#refusal,
    );
    return openDialog(
      { title: 'Set up a position', className: 'editor', isWork: true },
      html('div', { class: 'editor-columns' }, picture, tools),
      html('footer', {}, this.#use, this.#parts.playFromHere ? this.#against : null),
    );
  }

  /** @param {string} fen */
  #begin(fen) {
    const { variant } = this.#parts.game;
    return this.#parts.begin(recordOf({ game: variant.name, fen, moves: [], players: people(), control: null }));
  }

  /** Shows the pieces on offer: those of both sides, the usual ones first, and an empty square. */
  #offer() {
    const { variant } = this.#parts.game;
    const isUsual = (/** @type {Kind} */ kind) => variant.startKinds.includes(kind.token);
    const kinds = [...variant.kinds.filter(isUsual), ...variant.kinds.filter((kind) => !isUsual(kind))];
    const rows = SIDES.map((side) =>
      html('div', { class: 'palette' }, ...kinds.map((kind) => this.#offered(kind, side))),
    );
    const take = this.#item(null, 'Take away', icon('close'));
    this.#palette.replaceChildren(take, ...rows);
  }

  /** Shows what can be in hand, each with how many there are. */
  #offerHands() {
    const { kinds, hands } = this.#parts.game.variant;
    if (!hands || hands.areEndless) return;
    this.#hands.hidden = false;
    const rows = SIDES.map((side) =>
      html('div', { class: 'editor-hand' }, ...hands.kinds.map((kind) => this.#counter(kinds[kind], side))),
    );
    this.#hands.append(...rows);
  }

  /**
   * A field for how many pieces a side has in hand.
   * @param {Kind} kind
   * @param {Side} side
   */
  #counter(kind, side) {
    const token = kind[side];
    const name = `${side} ${kind.name} in hand`;
    const about = { type: 'number', min: 0, max: MOST_IN_HAND, value: 0, 'data-token': token, 'aria-label': name };
    const input = html('input', { ...about, title: name });
    input.addEventListener('input', () => {
      const count = Math.min(Math.max(Math.trunc(Number(input.value)) || 0, 0), MOST_IN_HAND);
      this.#inHand.set(token, count);
      this.#check();
    });
    input.addEventListener('change', () => this.#showHands());
    // Enter closes no dialog.
    input.addEventListener('keydown', (event) => event.key === 'Enter' && event.preventDefault());
    return html('label', {}, this.#parts.figures.picture(kind.figures[side]), input);
  }

  #showHands() {
    for (const input of this.#hands.querySelectorAll('input'))
      input.value = String(this.#inHand.get(input.dataset.token ?? '') ?? 0);
  }

  /**
   * A piece on offer: a click chooses it, and a mouse or a pen can drag it to its square.
   * @param {Kind} kind
   * @param {Side} side
   */
  #offered(kind, side) {
    const token = kind[side];
    const { figures } = this.#parts;
    const item = this.#item(token, `${side} ${kind.name}`, figures.picture(kind.figures[side]));
    set(item, { title: `${kind.name}: ${kind.words}` });
    item.addEventListener('pointerdown', (event) => {
      if (event.button !== 0 || event.pointerType === 'touch') return;
      event.preventDefault();
      item.setPointerCapture(event.pointerId);
      const { width } = this.#board.picture.getBoundingClientRect();
      const size = width / this.#parts.game.variant.files;
      /** @type {Element | null} */
      let ghost = null;
      const move = (/** @type {PointerEvent} */ { clientX, clientY }) => {
        if (!ghost && Math.hypot(clientX - event.clientX, clientY - event.clientY) < SLACK) return;
        if (!ghost) {
          ghost = figures.picture(kind.figures[side], 'palette-ghost');
          item.after(ghost);
        }
        ghost.setAttribute('style', `width:${size}px;left:${clientX - size / 2}px;top:${clientY - size / 2}px`);
      };
      const over = new AbortController();
      const end = (/** @type {PointerEvent} */ { type, clientX, clientY }) => {
        over.abort();
        ghost?.remove();
        const square = ghost && type === 'pointerup' ? this.#board.squareAt(clientX, clientY) : null;
        if (!square) return;
        this.#pieces.set(square, token);
        this.#check();
      };
      item.addEventListener('pointermove', move, over);
      item.addEventListener('pointerup', end, over);
      item.addEventListener('pointercancel', end, over);
    });
    return item;
  }

  /**
   * A choice of the palette.
   * @param {Tool} tool
   * @param {string} name
   * @param {Element} picture
   */
  #item(tool, name, picture) {
    const item = html('button', {
      type: 'button',
      role: 'radio',
      class: 'palette-item',
      'aria-checked': String(tool === this.#tool),
      'aria-label': name,
      title: name,
    });
    item.append(picture);
    item.addEventListener('click', () => {
      this.#tool = tool;
      for (const other of this.#palette.querySelectorAll('[role=radio]')) {
        other.setAttribute('aria-checked', String(other === item));
      }
    });
    return item;
  }

  /** @param {string} square */
  #click(square) {
    if (this.#tool === null || this.#pieces.get(square) === this.#tool) this.#pieces.delete(square);
    else this.#pieces.set(square, this.#tool);
    this.#check();
  }

  /**
   * Puts a piece on another square, or takes it off the board.
   * @param {string} from
   * @param {string | null} to
   */
  #move(from, to) {
    const token = this.#pieces.get(from);
    this.#board.release();
    if (!token || from === to) return;
    this.#pieces.delete(from);
    if (to) this.#pieces.set(to, token);
    this.#check();
  }

  #empty() {
    this.#pieces.clear();
    this.#inHand.clear();
    this.#showHands();
    this.#check();
  }

  #flip() {
    this.#board.flip(!this.#board.isFlipped);
    this.#grid.setVariant(this.#parts.game.variant);
    this.#describe();
  }

  /**
   * Takes the pieces of a FEN. If it is bad, it says why, and nothing changes.
   * @param {string} fen
   */
  async #read(fen) {
    const { backend, game } = this.#parts;
    try {
      this.#take(await backend.call(game.variant.name, { call: 'position', fen }));
      await this.#check();
    } catch (error) {
      setText(this.#refusal, /** @type {Error} */ (error).message);
    }
  }

  /** @param {View} view */
  #take(view) {
    const { variant } = this.#parts.game;
    this.#pieces = new Map(view.pieces.map(({ square, token }) => [square, token]));
    for (const { token, side, kind } of view.pieces) this.#meant.set(token, { side, kind: variant.kinds[kind] });
    this.#inHand = new Map(Object.entries(countsOf(view, variant)));
    this.#showHands();
    this.#turn = view.turn;
    this.#turns[view.turn].checked = true;
    this.#without.clear();
    const rights = view.fen.split(' ')[2];
    const all = variant.startFen.split(' ')[2];
    for (const letter of all) if (letter !== '-' && !rights.includes(letter)) this.#without.add(letter);
  }

  /** Shows what is put together, and asks the rules whether it can be. */
  async #check() {
    const step = ++this.#step;
    const { backend, game } = this.#parts;
    const { name } = game.variant;
    const inHand = Object.fromEntries(this.#inHand);
    const setup = { pieces: Object.fromEntries(this.#pieces), inHand, turn: this.#turn };
    this.#draw();
    try {
      let made = await backend.call(name, { call: 'setup', ...setup });
      const possible = [...made.castling];
      const kept = possible.filter((letter) => !this.#without.has(letter)).join('');
      if (kept !== made.castling) made = await backend.call(name, { call: 'setup', ...setup, castling: kept || '-' });
      const view = await backend.call(name, { call: 'position', fen: made.fen });
      if (step !== this.#step) return;
      this.#fen = made.fen;
      this.#field.value = made.fen;
      setText(this.#refusal, '');
      this.#offerCastling(possible);
      // Neighbors may lend the pieces powers, which their pictures show.
      await this.#parts.figures.load(
        name,
        view.pieces.map(({ figure }) => figure),
      );
      if (step === this.#step) this.#board.setView(view, false);
    } catch (error) {
      if (step !== this.#step) return;
      this.#fen = null;
      setText(this.#refusal, /** @type {Error} */ (error).message);
      this.#offerCastling([]);
    }
    this.#use.disabled = this.#fen === null;
    this.#against.disabled = this.#fen === null;
  }

  /** @param {string[]} letters */
  #offerCastling(letters) {
    const items = letters.map((letter) => {
      const input = html('input', { type: 'checkbox', checked: !this.#without.has(letter) });
      input.addEventListener('change', () => {
        if (input.checked) this.#without.delete(letter);
        else this.#without.add(letter);
        this.#check();
      });
      return html('label', {}, input, ` ${letter}`);
    });
    this.#castling.replaceChildren(...(items.length > 0 ? [html('span', {}, 'Castling'), ...items] : []));
  }

  /** Shows the pieces as they are by themselves. */
  #draw() {
    const pieces = [...this.#pieces].flatMap(([square, token]) => {
      const meant = this.#meant.get(token);
      if (!meant) return [];
      const { side, kind } = meant;
      return [
        { square, token, side, name: kind.name, kind: kind.index, powers: [], lent: [], figure: kind.figures[side] },
      ];
    });
    this.#board.setView(/** @type {View} */ (/** @type {unknown} */ ({ pieces, lastMove: null })), false);
    this.#describe();
  }

  #describe() {
    this.#grid.describe((square) => {
      const token = this.#pieces.get(square);
      const meant = this.#meant.get(token ?? '');
      const piece = meant ? `${meant.side} ${meant.kind.name}` : 'empty';
      return { name: `${square}, ${piece}`, isSelected: false, isMovable: token !== undefined, isTarget: true };
    });
  }
}
