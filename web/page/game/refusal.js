// What the rules refuse: an error with the name that those of the package have, too.

/**
 * @typedef {Error & { kind: string, index?: number }} Refusal an error named `CallError`: `kind` says what is
 *   wrong (`BadFen`, `BadMove`, …), and `index` which of the moves is bad
 */

/**
 * The rules' answer to a request that they refuse.
 * @param {import('../../package/calls').CallErrorData} data
 * @returns {Refusal}
 */
export function refusal({ kind, message, index }) {
  return Object.assign(new Error(message), { name: 'CallError', kind, index });
}

/**
 * Whether the rules have refused a request; otherwise something has failed.
 * @param {unknown} error
 * @returns {error is Refusal}
 */
export function isRefusal(error) {
  return error instanceof Error && error.name === 'CallError';
}
