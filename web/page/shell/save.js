// What the user takes away as files.

import { html } from './dom.js';

/**
 * @param {string} name the name of the file
 * @param {Blob} content
 */
export function save(name, content) {
  const address = URL.createObjectURL(content);
  html('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * @param {string} name the name of the file without its ending
 * @param {string} pgn
 */
export const savePgn = (name, pgn) => save(`${name}.pgn`, new Blob([pgn], { type: 'application/x-chess-pgn' }));
