// The picture of a position: squares, pieces, marks and arrows. Says nothing about what may be done with them.

import { allHeld, isInHand, tokenOf } from '../game/hands.js';
import { setText, svg } from '../shell/dom.js';
import { SEEN_BY_BLACK, SIDE } from './figures.js';
import { mayMove, settings } from '../shell/settings.js';

/** @import { Piece, Variant, View } from '../types' */
/** @import { Figures } from './figures.js' */
/** @import { TargetKind } from './selection.js' */

/**
 * A mark on a square, with what else it needs.
 * @typedef {{ square: string, type: 'selected' | 'planned' | 'last' | 'check' | 'lender' | 'borrower' | 'guard' | 'doomed' | 'emptied' | 'converted' | 'frozen' }
 *   | { square: string, type: 'reach' | 'threat', isLent?: boolean }
 *   | { square: string, type: 'stop', number: number }
 *   | { square: string, type: 'control' | 'lent', count: number }
 *   | { square: string, type: 'target', kind: TargetKind, captures: boolean, becomes: string | null, isLent?: boolean }} Mark
 */

/**
 * An arrow, or a circle if it goes nowhere; `kind` is its style, `label` stands at its end, and `figure` in the circle.
 * @typedef {{ from: string, to: string, kind: string, label?: string, figure?: string, weight?: number }} Arrow
 */

const LAYERS = /** @type {const} */ ([
  'squares',
  'tints',
  'names',
  'drag',
  'under',
  'pieces',
  'over',
  'arrows',
  'gestures',
]);

/** The marks that lie below the pieces, as tints. */
const TINTS = ['selected', 'planned', 'last', 'check', 'lender'];

/** How long a flight takes from stop to stop, in milliseconds. */
const LEG = 220;

export class Board {
  #figures;
  /** @type {Variant | null} */ #variant = null;
  /** @type {View | null} */ #view = null;
  #layers = /** @type {Record<typeof LAYERS[number], SVGGElement>} */ ({});
  /** @type {Map<string, SVGGElement>} The pieces by their squares. */
  #pieces = new Map();
  /** @type {Map<string, Arrow[]>} */ #arrows = new Map();
  #isFlipped = false;
  /** @type {SVGGElement | null} */ #held = null;

  /** The picture. */
  picture = svg('svg', { class: 'board-picture', 'aria-hidden': 'true' });

  /** @param {Figures} figures */
  constructor(figures) {
    this.#figures = figures;
    for (const layer of LAYERS) {
      this.#layers[layer] = svg('g', { class: `layer-${layer}` });
      this.picture.append(this.#layers[layer]);
    }
  }

  get isFlipped() {
    return this.#isFlipped;
  }

  /** @param {boolean} isFlipped */
  flip(isFlipped) {
    if (this.#isFlipped === isFlipped) return;
    this.#isFlipped = isFlipped;
    this.#redraw();
  }

  /** Draws everything again, after a change of the settings. */
  refresh() {
    this.#redraw();
  }

  #redraw() {
    if (!this.#variant) return;
    this.picture.classList.toggle(SEEN_BY_BLACK, this.#isFlipped);
    this.#drawSquares(this.#variant);
    this.#pieces.clear();
    this.#layers.pieces.replaceChildren();
    if (this.#view) this.#drawPieces(this.#view, false);
    this.#drawArrows();
  }

  /**
   * Shows another board.
   * @param {Variant} variant
   * @param {boolean} isFlipped whether Black is at the bottom
   */
  setVariant(variant, isFlipped) {
    this.#variant = variant;
    this.#isFlipped = isFlipped;
    this.#view = null;
    this.#layers.gestures.replaceChildren();
    this.picture.setAttribute('viewBox', `0 0 ${variant.files * SIDE} ${variant.ranks * SIDE}`);
    this.#arrows.clear();
    this.setMarks([]);
    this.#redraw();
  }

  /**
   * Shows a position. Its figures are loaded.
   * @param {View} view
   * @param {boolean} [slides] whether pieces slide to their new squares
   */
  setView(view, slides = true) {
    const before = this.#view;
    this.#view = view;
    const moves = slides && mayMove();
    this.#drawPieces(view, moves);
    if (moves && before && isNext(before, view)) this.#gesture(before, view);
  }

  /**
   * The column and row of a square as they are seen, from the upper left corner.
   * @param {string} square
   */
  cell(square) {
    const { files, ranks } = this.#board;
    const file = square.charCodeAt(0) - 97;
    const rank = Number(square.slice(1)) - 1;
    return this.#isFlipped ? { column: files - 1 - file, row: rank } : { column: file, row: ranks - 1 - rank };
  }

  get #board() {
    if (!this.#variant) throw new Error('the board has no game');
    return this.#variant;
  }

  /** @param {string} square */
  #corner(square) {
    const { column, row } = this.cell(square);
    return { x: column * SIDE, y: row * SIDE };
  }

  /** @param {string} square */
  #middle(square) {
    const { x, y } = this.#corner(square);
    return { x: x + SIDE / 2, y: y + SIDE / 2 };
  }

  /** @param {Variant} variant */
  #drawSquares(variant) {
    const squares = variant.squares.filter((square) => square !== null);
    const cells = squares.map((square) => {
      const { x, y } = this.#corner(square);
      return svg('rect', { x, y, width: SIDE, height: SIDE, class: `square ${variant.colors[square]}` });
    });
    this.#layers.squares.replaceChildren(...cells);
    this.#layers.names.replaceChildren();
    if (!settings.get('coordinates')) return;
    // A name stands in the last square of its row or column that the board has.
    const cellsSeen = squares.map((square) => this.cell(square));
    for (const square of squares) {
      const { x, y } = this.#corner(square);
      const { column, row } = this.cell(square);
      const color = variant.colors[square];
      if (!cellsSeen.some((cell) => cell.column === column && cell.row > row)) {
        const name = svg('text', { x: x + SIDE - 2.5, y: y + SIDE - 3, class: `name ${color}`, 'text-anchor': 'end' });
        setText(name, square[0]);
        this.#layers.names.append(name);
      }
      if (!cellsSeen.some((cell) => cell.row === row && cell.column < column)) {
        const name = svg('text', { x: x + 2.5, y: y + 9.5, class: `name ${color}` });
        setText(name, square.slice(1));
        this.#layers.names.append(name);
      }
    }
  }

  /**
   * @param {View} view
   * @param {boolean} slides
   */
  #drawPieces(view, slides) {
    const old = this.#pieces;
    /** @type {Map<string, SVGGElement>} */
    const next = new Map();
    /** @type {Piece[]} */
    const arrived = [];
    for (const piece of view.pieces) {
      const element = old.get(piece.square);
      if (element?.dataset.token === piece.token) {
        next.set(piece.square, element);
        old.delete(piece.square);
      } else {
        arrived.push(piece);
      }
    }
    const jumps = arrived.length > 4;
    for (const piece of arrived) {
      const from = slides && !jumps ? this.#origin(view, piece, old) : undefined;
      const brought = this.#broughtTo(piece.square, view);
      const element = (from && old.get(from)) || brought || svg('g', { class: 'piece' });
      if (brought) delete brought.dataset.place;
      if (from) old.delete(from);
      else if (slides && !brought) element.classList.add('appears');
      next.set(piece.square, element);
    }
    for (const element of old.values()) this.#remove(element, slides && !jumps);
    for (const piece of view.pieces) {
      const element = /** @type {SVGGElement} */ (next.get(piece.square));
      this.#dress(element, piece);
      // A piece that the user has put there is there already.
      this.#place(element, piece.square, slides && element !== this.#held);
      if (element.parentNode !== this.#layers.pieces) this.#layers.pieces.append(element);
    }
    // The mover passes above what stands on its way.
    const mover = view.lastMove && next.get(view.lastMove.to);
    if (mover && slides) this.#layers.pieces.append(mover);
    this.#pieces = next;
    this.release();
  }

  /**
   * What a move does besides going there is seen: a flight goes by its stops, a ring spreads from a piece that becomes
   * another, and red ones from where pieces vanish.
   * @param {View} before
   * @param {View} view the position after the move
   */
  #gesture(before, view) {
    const { lastMove } = view;
    if (!lastMove) return;
    const { from, to, stops, emptied } = lastMove;
    const mover = this.#pieces.get(to);
    const isFlight = stops.length > 1 && mover && mover !== this.#held;
    if (isFlight) {
      const way = [from, ...stops].map((square) => this.#corner(square));
      mover.animate(
        way.map(({ x, y }) => ({ transform: `translate(${x}px, ${y}px)` })),
        { duration: LEG * stops.length, easing: 'ease-in-out' },
      );
    }
    const delay = isFlight ? LEG * stops.length : LEG;
    const token = (/** @type {View} */ { pieces }, /** @type {string} */ square) =>
      pieces.find((piece) => piece.square === square)?.token;
    const vanished = emptied.filter((square) => square === to || !stops.includes(square));
    const was = isInHand(from) ? tokenOf(from) : token(before, from);
    if (mover && was !== token(view, to)) this.#ring(to, 'becomes', delay);
    // A pawn that is taken in passing is taken, and does not vanish.
    if (vanished.length > 1) for (const square of vanished) this.#ring(square, 'vanishes', delay);
  }

  /**
   * @param {string} square
   * @param {'becomes' | 'vanishes'} kind
   * @param {number} delay in milliseconds
   */
  #ring(square, kind, delay) {
    const { x: cx, y: cy } = this.#middle(square);
    const ring = svg('circle', {
      cx,
      cy,
      r: SIDE * 0.45,
      class: `gesture ${kind}`,
      style: `animation-delay: ${delay}ms`,
    });
    ring.addEventListener('animationend', () => ring.remove());
    this.#layers.gestures.append(ring);
  }

  /**
   * Where a piece that is new on its square has come from.
   * @param {View} view
   * @param {Piece} piece
   * @param {Map<string, SVGGElement>} left the pieces that are no longer on their squares
   */
  #origin(view, piece, left) {
    const last = view.lastMove;
    const from = last && piece.square === last.to ? left.get(last.from) : undefined;
    if (last && from?.dataset.side === piece.side) return last.from;
    return [...left.entries()].find(([, element]) => element.dataset.token === piece.token)?.[0];
  }

  /**
   * @param {SVGGElement} element
   * @param {boolean} fades
   */
  #remove(element, fades) {
    if (!fades) return element.remove();
    element.classList.add('vanishes');
    setTimeout(() => element.remove(), 200);
  }

  /**
   * @param {SVGGElement} element
   * @param {Pick<Piece, 'token' | 'side' | 'figure' | 'lent'>} piece
   */
  #dress(element, piece) {
    element.dataset.token = piece.token;
    element.dataset.side = piece.side;
    const look = `${piece.figure} ${settings.get('letters')}`;
    if (element.dataset.look === look) return;
    element.dataset.look = look;
    element.replaceChildren(...loans(piece), this.#figures.use(piece.figure));
    if (settings.get('letters')) {
      const letters = svg('text', { x: SIDE / 2, y: SIDE - 2, class: 'letters', 'text-anchor': 'middle' });
      setText(letters, piece.token.replace(/[{}~]/g, '').toUpperCase());
      element.append(letters);
    }
  }

  /**
   * @param {SVGGElement} element
   * @param {string} square
   * @param {boolean} slides
   */
  #place(element, square, slides) {
    const { x, y } = this.#corner(square);
    element.classList.toggle('slides', slides);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /**
   * Marks squares, in place of the marks before.
   * @param {Mark[]} marks
   */
  setMarks(marks) {
    const { tints, under, over } = this.#layers;
    tints.replaceChildren();
    under.replaceChildren();
    over.replaceChildren();
    for (const mark of marks) {
      const { x, y } = this.#corner(mark.square);
      const { x: cx, y: cy } = this.#middle(mark.square);
      if (TINTS.includes(mark.type)) {
        tints.append(svg('rect', { x, y, width: SIDE, height: SIDE, class: `tint ${mark.type}` }));
      } else if (mark.type === 'target') {
        this.#markTarget(mark, x, y);
      } else if (mark.type === 'stop') {
        over.append(svg('circle', { cx: x + 9, cy: y + 9, r: 7.5, class: 'stop' }));
        const number = svg('text', { x: x + 9, y: y + 12.4, class: 'stop-number', 'text-anchor': 'middle' });
        setText(number, String(mark.number));
        over.append(number);
      } else if (mark.type === 'control' || mark.type === 'lent') {
        const strength = Math.min(mark.count, 4);
        tints.append(
          svg('rect', {
            x,
            y,
            width: SIDE,
            height: SIDE,
            class: `tint ${mark.type}`,
            'fill-opacity': 0.12 + 0.13 * strength,
          }),
        );
        const number = svg('text', { x: x + 2.5, y: y + SIDE - 3, class: `count ${mark.type}` });
        setText(number, String(mark.count));
        over.append(number);
      } else if (mark.type === 'doomed') {
        over.append(svg('path', { d: cross(cx, cy, 13), class: 'doomed' }));
      } else if (mark.type === 'converted') {
        over.append(sign(mark, x + 3, y + 3, 'M7 0A7 7 0 0 1 7 14Z'));
      } else if (mark.type === 'frozen') {
        over.append(sign(mark, x + 3, y + SIDE - 17, FLAKE));
      } else if (mark.type === 'emptied') {
        under.append(svg('path', { d: cross(cx, cy, 9), class: 'emptied' }));
      } else if (mark.type === 'reach') {
        under.append(svg('circle', { cx, cy, r: 5.5, class: `reach${ofLoan(mark)}` }));
      } else if (mark.type === 'borrower') {
        under.append(svg('rect', { x: x + 2, y: y + 2, width: SIDE - 4, height: SIDE - 4, rx: 4, class: 'borrower' }));
      } else if (mark.type === 'guard') {
        under.append(svg('circle', { cx, cy, r: 5.5, class: 'guard' }));
      } else if (mark.type === 'threat') {
        over.append(svg('circle', { cx, cy, r: 20, class: `threat${ofLoan(mark)}` }));
      }
    }
  }

  /**
   * @param {Extract<Mark, { type: 'target' }>} mark
   * @param {number} x
   * @param {number} y
   */
  #markTarget({ square, kind, captures, becomes, isLent }, x, y) {
    const { over } = this.#layers;
    const { x: cx, y: cy } = this.#middle(square);
    const tone = kind === 'vanish' ? ' danger' : ofLoan({ isLent });
    over.append(
      captures
        ? svg('circle', { cx, cy, r: 20, class: `target-ring${tone}` })
        : svg('circle', { cx, cy, r: 6.5, class: `target-dot${tone}` }),
    );
    if (kind === 'move' || kind === 'capture') return;
    const badge = svg('g', { class: `badge is-${kind}`, transform: `translate(${x + SIDE - 21} ${y + 1})` });
    badge.append(svg('circle', { cx: 10, cy: 10, r: 10 }));
    if (becomes) {
      const figure = this.#figures.use(becomes, 17);
      figure.setAttribute('x', '1.5');
      figure.setAttribute('y', '1.2');
      badge.append(figure);
    } else if (kind === 'choice') {
      const question = svg('text', { x: 10, y: 14.8, 'text-anchor': 'middle' });
      setText(question, '?');
      badge.append(question);
    } else if (kind === 'castle') {
      // King and rook change their places.
      badge.append(svg('path', { d: 'M4.5 7.2h9.5l-2.6-2.6M15.5 12.8h-9.5l2.6 2.6' }));
    } else {
      badge.append(svg('path', { d: cross(10, 10, 4.5) }));
    }
    over.append(badge);
  }

  /**
   * Shows arrows in place of those before of the same group.
   * @param {string} group who shows them: `hint`, `analysis`, …
   * @param {Arrow[]} arrows
   */
  setArrows(group, arrows) {
    if (arrows.length === 0) this.#arrows.delete(group);
    else this.#arrows.set(group, arrows);
    this.#drawArrows();
  }

  #drawArrows() {
    const all = [...this.#arrows.values()].flat();
    this.#layers.arrows.replaceChildren(...all.map((arrow) => this.#arrow(arrow)));
  }

  /** @param {Arrow} arrow */
  #arrow({ from, to, kind, label, figure, weight = 1 }) {
    const [start, end] = [this.#middle(from), this.#middle(to)];
    if (from === to) {
      const { x, y } = this.#corner(to);
      const circle = svg('circle', { cx: start.x, cy: start.y, r: SIDE / 2 - 2, class: `circle ${kind}` });
      const hinted = svg('g', { class: 'hinted', transform: `translate(${x} ${y})` });
      if (figure) hinted.append(this.#figures.use(figure));
      return svg('g', {}, hinted, circle);
    }
    const [dx, dy] = [end.x - start.x, end.y - start.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ux, uy] = [dx / length, dy / length];
    /** @param {number} along @param {number} across */
    const at = (along, across) =>
      `${(start.x + ux * along - uy * across).toFixed(1)} ${(start.y + uy * along + ux * across).toFixed(1)}`;
    const half = 3.2 * weight;
    const neck = length - 15;
    const outline = [at(10, half), at(neck, half), at(neck, half * 2.8), at(length - 1, 0), at(neck, -half * 2.8)];
    const path = svg('path', {
      d: `M${[...outline, at(neck, -half), at(10, -half)].join('L')}Z`,
      class: `arrow ${kind}`,
    });
    if (!label) return path;
    const text = svg('text', { x: end.x, y: end.y + 4, class: `arrow-label ${kind}`, 'text-anchor': 'middle' });
    setText(text, label);
    return svg('g', {}, path, text);
  }

  /**
   * Lifts the piece on a square or in hand, for `drag`.
   * @param {string} place
   */
  hold(place) {
    if (isInHand(place)) {
      this.#held = this.#bring(place);
      return;
    }
    this.#held = this.#pieces.get(place) ?? null;
    if (!this.#held) return;
    const ghost = /** @type {SVGGElement} */ (this.#held.cloneNode(true));
    ghost.classList.add('ghost');
    this.#layers.drag.replaceChildren(ghost);
    this.#held.classList.add('held');
    this.#held.classList.remove('slides');
    this.#layers.pieces.append(this.#held);
  }

  /** Takes a piece out of a hand. @param {string} place */
  #bring(place) {
    const held = this.#view && allHeld(this.#view).find((one) => one.place === place);
    if (!held) return null;
    const element = svg('g', { class: 'piece held', 'data-place': place });
    this.#dress(element, { ...held, lent: [] });
    this.#layers.pieces.append(element);
    return element;
  }

  /**
   * The piece that the user has brought to a square out of the hand, if that was the last move.
   * @param {string} square
   * @param {View} view
   */
  #broughtTo(square, { lastMove }) {
    const isIt = lastMove?.to === square && this.#held?.dataset.place === lastMove.from;
    return isIt ? this.#held : null;
  }

  /**
   * Puts the middle of the piece that is held at a point of the screen.
   * @param {number} x
   * @param {number} y
   */
  drag(x, y) {
    const matrix = this.picture.getScreenCTM();
    if (!this.#held || !matrix) return;
    const point = new DOMPoint(x, y).matrixTransform(matrix.inverse());
    this.#held.style.transform = `translate(${point.x - SIDE / 2}px, ${point.y - SIDE / 2}px)`;
    const ghosts = this.#layers.drag.querySelectorAll('.ghost');
    const square = this.squareAt(x, y);
    const corner = square && this.#corner(square);
    const below = corner ? [svg('rect', { ...corner, width: SIDE, height: SIDE, class: 'below' })] : [];
    this.#layers.drag.replaceChildren(...ghosts, ...below);
  }

  /**
   * Puts the piece that is held on a square for as long as its move is not decided.
   * @param {string} square
   */
  rest(square) {
    this.#layers.drag.replaceChildren();
    if (this.#held) this.#place(this.#held, square, false);
  }

  /** Lets the piece that is held go back to its square, or to the hand. */
  release() {
    const held = this.#held;
    if (!held) return;
    this.#held = null;
    this.#layers.drag.replaceChildren();
    held.classList.remove('held');
    const [square] = [...this.#pieces].find(([, element]) => element === held) ?? [];
    if (square) this.#place(held, square, false);
    else held.remove();
  }

  /**
   * The square at a point of the screen; `null` if the board has none there.
   * @param {number} x
   * @param {number} y
   */
  squareAt(x, y) {
    const { files, ranks, squares } = this.#board;
    const { left, top, width, height } = this.picture.getBoundingClientRect();
    const column = Math.floor(((x - left) / width) * files);
    const row = Math.floor(((y - top) / height) * ranks);
    if (column < 0 || column >= files || row < 0 || row >= ranks) return null;
    const [file, rank] = this.#isFlipped ? [files - 1 - column, row] : [column, ranks - 1 - row];
    return squares[rank * files + file];
  }
}

/**
 * @param {number} x
 * @param {number} y
 * @param {number} size
 */
function cross(x, y, size) {
  return `M${x - size} ${y - size}L${x + size} ${y + size}M${x + size} ${y - size}L${x - size} ${y + size}`;
}

/** A snowflake: three lines through the middle of a sign. */
const FLAKE = 'M7 2.2V11.8M2.8 4.6L11.2 9.4M2.8 9.4L11.2 4.6';

/**
 * A sign of what a piece is, on a disc at the left edge of its square.
 * @param {Mark} mark
 * @param {number} x
 * @param {number} y
 * @param {string} d what the sign has, within 14 units
 */
function sign({ type }, x, y, d) {
  const disc = svg('circle', { cx: 7, cy: 7, r: 7 });
  return svg('g', { class: `sign ${type}`, transform: `translate(${x} ${y})` }, disc, svg('path', { d }));
}

/** What stands behind the badges of lent powers, which the drawing has along its right edge. @param {Pick<Piece, 'lent'>} piece */
const loans = ({ lent }) => {
  const height = (44 / Math.max(3, lent.length)) * lent.length;
  return lent.length > 0 ? [svg('rect', { x: SIDE - 15.5, y: 0.5, width: 15, height, rx: 3, class: 'loans' })] : [];
};

/** The class of a way by lent powers. @param {{ isLent?: boolean }} mark */
const ofLoan = ({ isLent }) => (isLent ? ' lent' : '');

/** Whether a position comes of another one by one move. @param {View} before @param {View} view */
const isNext = ({ moves }, { moves: later }) =>
  later.length === moves.length + 1 && moves.every((move, ply) => later[ply] === move);
