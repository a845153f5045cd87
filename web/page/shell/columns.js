// How many columns the style sheet makes of the board and what is beside it: it alone decides that.

import { byId } from './dom.js';

/** @returns {1 | 2 | 3} */
export const columnsNow = () => /** @type {1} */ (Number(getComputedStyle(byId('play')).getPropertyValue('--columns')));

/**
 * Calls a function now, and whenever their number has changed.
 * @param {(columns: 1 | 2 | 3) => void} listener
 */
export function onColumns(listener) {
  let known = 0;
  const tell = () => {
    const columns = columnsNow();
    if (columns === known) return;
    known = columns;
    listener(columns);
  };
  addEventListener('resize', tell);
  tell();
}
