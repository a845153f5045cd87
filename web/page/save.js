// Texts that the user takes away as files.

import { html } from './dom.js';

/**
 * @param {string} name the name of the file without its ending
 * @param {string} pgn
 */
export function save(name, pgn) {
  const address = URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' }));
  html('a', { href: address, download: `${name}.pgn` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
