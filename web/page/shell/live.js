// What the page says: once to be read, and once to those who listen. What it has said on something that the user did
// stands until the user does something else, whatever happens in the game meanwhile.

import { byId, setText } from './dom.js';

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/**
 * Says something to screen readers.
 * @param {string} text
 */
export function announce(text) {
  const region = byId('live');
  setText(region, '');
  // A region that is filled in the same moment as it is emptied is often not read again.
  clearTimeout(timer);
  timer = setTimeout(() => {
    setText(region, text);
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

/** @typedef {{ text: string, tone: string, detail: string, actions: Action[] }} Said */

/** @type {Said | null} */
let said = null;
/** @type {Set<() => void>} */
const listeners = new Set();

/** What was said last and still holds. */
export const lastSaid = () => said;

/**
 * Calls a function when that changes.
 * @param {() => void} listener
 */
export function onSaid(listener) {
  listeners.add(listener);
}

/** @param {Said | null} next */
function change(next) {
  if (said === next) return;
  said = next;
  for (const listener of listeners) listener();
}

/**
 * Says something to the user.
 * @param {string} text
 * @param {Manner} [manner]
 */
export function say(text, { tone, detail = '', isSilent = false, actions = [] } = {}) {
  change({ text, tone: tone ?? '', detail, actions });
  if (!isSilent) announce(text);
}

/** Says no more what was said: the user has gone on. */
export const hush = () => change(null);
