// Mouse, pen and finger on the board: a click picks a square, a drag takes a piece from one to another. The right
// button draws.

/** @import { Board } from './board.js' */
/** @import { Grid } from './grid.js' */

/** How far the pointer goes before a press is a drag, in pixels. */
export const SLACK = 5;

/**
 * What the pointer does: picks a place, lifts a piece (if that may be), puts it down, is over a square.
 * @typedef {object} Acts
 * @property {(place: string) => void} pick
 * @property {(place: string) => boolean} lift
 * @property {(from: string, to: string | null) => void} put
 * @property {(square: string | null) => void} hover
 */

/**
 * @param {Board} board
 * @param {Grid} grid
 * @param {Acts & { draw(from: string, to: string): unknown }} act what else the pointer does: draws from one square to
 *   another, which may be the same
 */
export function listen(board, grid, act) {
  const { element } = grid;
  listenToRight(board, element, act.draw);
  listenTo(element, board, act, ({ type, clientX, clientY }) => {
    const square = board.squareAt(clientX, clientY);
    if (square && type === 'pointerdown') {
      // The focus goes to the square without a ring, so that the keyboard can go on from there.
      element.classList.add('by-pointer');
      grid.focus(square);
    }
    return square;
  });
}

/**
 * Listens to the pointer on an element from which pieces go to the board.
 * @param {HTMLElement} element
 * @param {Board} board
 * @param {Acts} act
 * @param {(event: PointerEvent) => string | null} placeAt
 */
export function listenTo(element, board, act, placeAt) {
  /** @type {{ id: number, from: string, x: number, y: number, isDrag: boolean, mayDrag: boolean } | null} */
  let press = null;

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const from = placeAt(event);
    if (!from) return;
    event.preventDefault();
    const isMovable = /** @type {Element} */ (event.target).closest('.movable') !== null;
    press = {
      id: event.pointerId,
      from,
      x: event.clientX,
      y: event.clientY,
      isDrag: false,
      mayDrag: isMovable,
    };
    if (isMovable) element.setPointerCapture(event.pointerId);
  });

  element.addEventListener('pointermove', (event) => {
    if (!press) {
      if (event.pointerType === 'mouse') act.hover(board.squareAt(event.clientX, event.clientY));
      return;
    }
    if (event.pointerId !== press.id || !press.mayDrag) return;
    if (!press.isDrag && Math.hypot(event.clientX - press.x, event.clientY - press.y) > SLACK) {
      if (!act.lift(press.from)) {
        press = null;
        return;
      }
      press.isDrag = true;
      board.hold(press.from);
      element.classList.add('dragging');
    }
    if (press.isDrag) {
      board.drag(event.clientX, event.clientY);
      act.hover(board.squareAt(event.clientX, event.clientY));
    }
  });

  element.addEventListener('pointerup', (event) => {
    if (!press || event.pointerId !== press.id) return;
    const { from, isDrag } = press;
    press = null;
    element.classList.remove('dragging');
    if (isDrag) {
      act.hover(null);
      act.put(from, board.squareAt(event.clientX, event.clientY));
    } else if (placeAt(event) === from) {
      act.pick(from);
    }
  });

  element.addEventListener('pointercancel', () => {
    if (press?.isDrag) board.release();
    press = null;
    element.classList.remove('dragging');
    act.hover(null);
  });

  element.addEventListener('pointerleave', () => {
    if (!press) act.hover(null);
  });
}

/**
 * @param {Board} board
 * @param {HTMLElement} element
 * @param {(from: string, to: string) => unknown} draw
 */
function listenToRight(board, element, draw) {
  /** @type {string | null} */
  let from = null;
  element.addEventListener('contextmenu', (event) => event.preventDefault());
  element.addEventListener('pointerdown', (event) => {
    if (event.button === 2) from = board.squareAt(event.clientX, event.clientY);
  });
  addEventListener('pointerup', (event) => {
    if (event.button !== 2) return;
    const to = from && board.squareAt(event.clientX, event.clientY);
    if (from && to) draw(from, to);
    from = null;
  });
}
