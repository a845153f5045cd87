// What is said beside the board: once to be read, and once to those who listen.

import { byId, html } from './dom.js';

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

/**
 * How a message is shown.
 * @typedef {object} Manner
 * @property {'refusal' | 'hint' | 'result'} [tone]
 * @property {string} [detail] what follows in smaller letters
 * @property {boolean} [isSilent] whether it is only shown; otherwise screen readers say it too
 * @property {Action[]} [actions] buttons beside it
 */

/** @typedef {{ label: string, act: () => void }} Action */

/**
 * Shows a message in place of the one before: at the board, or where there is none, above the games.
 * @param {string} text
 * @param {Manner} [manner]
 */
export function say(text, { tone, detail, isSilent = false, actions = [] } = {}) {
  const message = byId(byId('play').hidden ? 'notice' : 'message');
  message.hidden = false;
  message.dataset.tone = tone ?? '';
  message.replaceChildren(html('div', {}, html('p', {}, text), detail ? html('p', { class: 'detail' }, detail) : null));
  if (actions.length > 0) {
    const button = (/** @type {Action} */ { label, act }) =>
      html('button', { type: 'button', class: 'secondary', onclick: act }, label);
    message.append(html('div', { class: 'message-actions' }, ...actions.map(button)));
  }
  if (!isSilent) announce(text);
}
