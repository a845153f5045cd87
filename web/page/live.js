// What is said beside the board: once to be read, and once to those who listen.

import { byId } from './dom.js';

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = byId('live');
  region.textContent = '';
  // A region that is filled in the same moment as it is emptied is often not read again.
  clearTimeout(timer);
  timer = setTimeout(() => {
    region.textContent = text;
  }, 30);
}

/** @typedef {'' | 'refusal' | 'hint' | 'result'} Tone */

/**
 * Shows a message at the board.
 * @param {string} text
 * @param {Tone} [tone]
 * @param {boolean} [aloud] whether screen readers say it too
 */
export function say(text, tone = '', aloud = true) {
  const message = byId('message');
  message.textContent = text;
  message.dataset.tone = tone;
  if (aloud && text) announce(text);
}
