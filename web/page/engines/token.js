// What tells the program behind the page that its user asks. The address of the first visit has it; from then on the
// browser keeps it for this port alone, as it does not keep cookies, and the address may be shared.

import { storageOf } from '../game/library.js';

const KEY = 'vertumnus-token';

/** @type {string | null} */
let token = null;

/** Takes the token out of the address, or from where an earlier visit has kept it. */
export function takeToken() {
  const storage = storageOf('localStorage');
  const address = new URL(location.href);
  const told = address.searchParams.get('token');
  if (told === null) {
    token = storage?.getItem(KEY) ?? null;
    return;
  }
  token = told;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  try {
    storage?.setItem(KEY, told);
  } catch {
    // A browser without room has it until the page is loaded again.
  }
}

/** What goes with each request. @returns {Record<string, string>} */
export const credentials = () => (token === null ? {} : { Authorization: `Bearer ${token}` });
