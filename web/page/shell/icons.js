// The icons of buttons: strokes in a box of 24.

import { svg } from './dom.js';

const PATHS = {
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 6l-8 6 8 6z',
  forward: 'M9 6l8 6-8 6z',
  last: 'M18 5v14M6 6l8 6-8 6z',
  undo: 'M9 6L4 11l5 5M4 11h9a6 6 0 0 1 0 12h-1',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2h5c0-.8.4-1.5 1-2A6 6 0 0 0 12 3z',
  flip: 'M7 4v15M7 4L3.5 7.5M7 4l3.5 3.5M17 20V5M17 20l-3.5-3.5M17 20l3.5-3.5',
  resign: 'M6 21V4M6 4h11l-2.5 4L17 12H6',
  add: 'M12 5v14M5 12h14',
  pause: 'M9 5v14M15 5v14',
  play: 'M8 5l11 7-11 7z',
  settings: 'M4 7h9M17 7h3M4 17h3M11 17h9M15 4.5v5M9 14.5v5',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M19 5l-1.5 1.5M6.5 17.5L5 19',
  dark: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z',
  close: 'M6 6l12 12M18 6L6 18',
  engine: 'M4 19h16M5 15l4-5 4 3 6-8M15 5h4v4',
  threat: 'M12 4l9 16H3zM12 10v4M12 17v.5',
  attack: 'M12 5a7 7 0 1 0 0 14 7 7 0 0 0 0-14M12 2v5M12 17v5M2 12h5M17 12h5',
  note: 'M5 19l1-4L16 5l3 3L9 18zM13.5 7.5l3 3',
  lend: 'M5 9h11l-3-3M19 15H8l3 3',
};

/** @typedef {keyof typeof PATHS} Icon */

/** @param {Icon} name */
export function icon(name) {
  return svg('svg', { viewBox: '0 0 24 24', class: 'icon', 'aria-hidden': 'true' }, svg('path', { d: PATHS[name] }));
}
