// A text of rules from anywhere, looked at in a worker that is ended after its time.

import { compile } from './module.js';
import { RemoteRules } from './remote.js';
import { WRITTEN } from './rules.js';
import { workers } from './workers.js';

/** @import { RulesChecked } from './calls' */

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
export async function checkRules(text, { base, game = null, limit } = {}) {
  const { length } = new TextEncoder().encode(text);
  if (length > MOST_BYTES) throw new Error(`the text has ${length} bytes; at most ${MOST_BYTES} are read`);
  const [module, startWorker] = await Promise.all([compile(WRITTEN, base), workers()]);
  const rules = new RemoteRules(WRITTEN, startWorker, module);
  try {
    return await rules.read('checkRules', { text, game }, limit);
  } finally {
    rules.terminate();
  }
}
