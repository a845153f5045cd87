// The position as a picture: an SVG document as the rules draw it, or its pixels.

import { isInHand } from '../game/hands.js';
import { isDark } from '../shell/theme.js';

/** @import { Screen } from '../shell/screen.js' */
/** @import { Game } from '../game/state.js' */

/** How many times larger than drawn the pixels are: a picture of about a thousand pixels. */
const SCALE = 3;

/**
 * The position that is looked at, from the side from which it is seen, with the way of the last move.
 * @param {Game} game
 * @param {Screen} screen
 * @returns {Promise<string>}
 */
export function drawSvg(game, screen) {
  const { lastMove } = game.view;
  const way = lastMove ? [lastMove.from, lastMove.to].filter((place) => !isInHand(place)) : [];
  const marks = way.map((square) => `#${square}`);
  return game.ask({ call: 'diagram', flip: screen.isFlipped, dark: isDark(), marks });
}

/**
 * An SVG document as PNG.
 * @param {string} document
 * @returns {Promise<Blob>}
 */
export async function toPng(document) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(document)}`;
  await image.decode();
  const canvas = globalThis.document.createElement('canvas');
  canvas.width = image.naturalWidth * SCALE;
  canvas.height = image.naturalHeight * SCALE;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the browser makes no picture'))), 'image/png'),
  );
}
