// A text of rules from anywhere, looked at in a worker that is ended after its time.

import { compile } from './module.js';
import { RemoteRules } from './remote.js';
import { WRITTEN } from './rules.js';
import { workers } from './workers.js';

/** @import { RulesChecked } from './calls' */

/** How long a text may take, in milliseconds. */
const LIMIT = 2000;

/** The most bytes of a text. Nothing is done for a longer one. */
const MOST_BYTES = 128 * 1024;

/**
 * What is wrong with a text, and the rules of one of its games in words. Nothing of it reaches the thread of the
 * page but what this answers.
 * @param {string} text in the format of Fairy-Stockfish's `variants.ini`
 * @param {object} [options]
 * @param {string | URL} [options.base] the address of the folder that has the modules
 * @param {string | null} [options.game] by default the first that can be played
 * @param {number} [options.limit] how long it may take, in milliseconds
 * @returns {Promise<RulesChecked>}
 */
export async function checkRules(text, { base, game = null, limit = LIMIT } = {}) {
  const { length } = new TextEncoder().encode(text);
  if (length > MOST_BYTES) throw new Error(`the text has ${length} bytes; at most ${MOST_BYTES} are read`);
  const [module, startWorker] = await Promise.all([compile(WRITTEN, base), workers()]);
  const rules = new RemoteRules(WRITTEN, startWorker, { module, rules: null });
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  try {
    // A worker that is slow to come takes nothing of the text's time.
    await rules.call('games');
    const late = new Promise((/** @type {(never: never) => void} */ _, reject) => {
      timer = setTimeout(() => reject(new Error(`the text takes longer than ${limit / 1000} s to read`)), limit);
    });
    return await Promise.race([rules.call('checkRules', { text, game }), late]);
  } finally {
    clearTimeout(timer);
    rules.terminate();
  }
}
