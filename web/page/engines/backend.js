// Where rules and engines come from: from `vertumnus serve`, if it serves the page, otherwise from WebAssembly.

import { native } from './native.js';
import { credentials, takeToken } from './token.js';
import { wasm } from './wasm.js';

/** @import { Backend, GameName, Level } from '../types' */

/**
 * What `backend.json` beside the page says of its host.
 * @typedef {object} Host
 * @property {boolean} native whether the host answers for rules and engines
 * @property {GameName[]} games
 * @property {Level[]} levels
 * @property {string[]} [puzzles] the games of which it has puzzles
 * @property {boolean} [canWrite] whether it has the module that reads games from texts
 */

/**
 * Finds out who serves the page.
 * @returns {Promise<Backend>} rejected if the host does not say it
 */
export async function connect() {
  takeToken();
  const answer = await fetch('backend.json', { headers: credentials() });
  if (answer.status === 403) throw new Error((await answer.text()).trim());
  if (!answer.ok) throw new Error(`the host has no backend.json; it answers ${answer.status}`);
  /** @type {Host} */
  const host = await answer.json();
  return host.native ? native(host) : wasm(host);
}
