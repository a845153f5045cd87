// Mouse, pen and finger on the board: a click picks a square, a drag takes a piece from one to another. The right
// button draws.

/** @import { Board } from './board.js' */
/** @import { Grid } from './grid.js' */

/** How far the pointer goes before a press is a drag, in pixels. */
export const SLACK = 5;

/**
 * @param {Board} board
 * @param {Grid} grid
 * @param {{
 *   pick(square: string): void,
 *   lift(square: string): boolean,
 *   put(from: string, to: string | null): void,
 *   hover(square: string | null): void,
 *   draw(from: string, to: string): unknown,
 * }} act what the pointer does: picks a square, lifts a piece (if that may be), puts it down, is over a square,
 *   draws from one square to another, which may be the same
 */
export function listen(board, grid, act) {
  /** @type {{ id: number, from: string, x: number, y: number, isDrag: boolean, mayDrag: boolean } | null} */
  let press = null;
  const { element } = grid;
  listenToRight(board, element, act.draw);

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    const square = board.squareAt(event.clientX, event.clientY);
    if (!square) return;
    // The focus goes to the square without a ring, so that the keyboard can go on from there.
    event.preventDefault();
    element.classList.add('by-pointer');
    grid.focus(square);
    const isMovable = /** @type {HTMLElement} */ (event.target).classList.contains('movable');
    press = {
      id: event.pointerId,
      from: square,
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
    const square = board.squareAt(event.clientX, event.clientY);
    if (isDrag) {
      act.hover(null);
      act.put(from, square);
    } else if (square === from) {
      act.pick(square);
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
