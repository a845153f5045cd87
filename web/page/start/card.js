// What the cards of games have, on the start screen and in the gallery.

import { html } from '../shell/dom.js';

/** @import { Child } from '../shell/dom.js' */
/** @import { Calls } from '../../package/calls' */
/** @import { Backend } from '../types' */

/** @param {() => void} act @param {Child[]} content */
export const link = (act, ...content) => html('button', { type: 'button', class: 'link', onclick: act }, ...content);

/**
 * A game of a file has no pages of rules with pictures: its start position is drawn.
 * @param {Backend} backend
 * @param {string} game
 * @param {HTMLImageElement} picture
 * @param {Calls['diagram']['takes']} [diagram] what is drawn instead
 */
export async function drawStart(backend, game, picture, diagram = {}) {
  const drawn = await backend.call(game, { call: 'diagram', ...diagram });
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}
