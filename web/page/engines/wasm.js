// Rules and engines as WebAssembly: a module for each game, loaded when the game is chosen, and one for all games
// whose names have their rules in them.

import { isWritten, nameIn, textOf } from '../game/coded.js';
import { Written } from './written.js';

/** @import { Host } from './backend.js' */
/** @import { Backend, EngineLike } from '../types' */

/**
 * The package lies beside the page where the page is built for static hosts.
 * @returns {Promise<typeof import('../../package/index.js')>}
 */
const load = () =>
  import(new URL('package/index.js', document.baseURI).href).catch(({ message }) => {
    throw new Error(`this site lacks the engine for browsers: ${message}`);
  });

/**
 * @param {Host} host
 * @returns {Promise<Backend>}
 */
export async function wasm({ games, levels, puzzles = [], canWrite = false }) {
  const { RemoteRules, Engine, checkRules } = await load();
  /** @type {Map<string, Promise<import('../../package/index.js').RemoteRules>>} */
  const known = new Map();
  /** @param {string} game */
  const rulesOf = (game) => {
    const rules = known.get(game) ?? RemoteRules.load(game);
    // A load that failed, perhaps for want of a network, is tried again.
    rules.catch(() => known.delete(game));
    known.set(game, rules);
    return rules;
  };
  const written = new Written(async (text, wanted) => {
    const rules = await RemoteRules.load(wanted, { rules: text });
    return {
      name: rules.game,
      call: ({ call, ...takes }) => rules.call(/** @type {any} */ (call), /** @type {any} */ (takes)),
      close: () => rules.terminate(),
      hasEnded: () => rules.hasEnded,
    };
  });
  return {
    kind: 'wasm',
    games,
    levels,
    puzzles,
    async call(game, { call, ...takes }) {
      if (isWritten(game)) return written.call(game, { call, ...takes });
      let rules = await rulesOf(game);
      if (rules.hasEnded) {
        known.delete(game);
        rules = await rulesOf(game);
      }
      return rules.call(call, /** @type {any} */ (takes));
    },
    newEngine: (game) =>
      engine(isWritten(game) ? textOf(game).then((rules) => Engine.load(nameIn(game), { rules })) : Engine.load(game)),
    check: canWrite ? checkRules : null,
  };
}

/**
 * @param {Promise<import('../../package/index.js').Engine>} loading
 * @returns {EngineLike}
 */
function engine(loading) {
  // What is said before the engine is there waits in the order of the promise's callbacks. If it does not come,
  // `onEnd` says why.
  /** @param {(loaded: import('../../package/index.js').Engine) => void} act */
  const then = (act) => void loading.then(act, () => undefined);
  /** @param {string} line */
  const send = (line) => then((loaded) => loaded.postMessage(line));
  return {
    send,
    onLine: (callback) => then((loaded) => loaded.addMessageListener(callback)),
    onEnd: (callback) =>
      void loading.then(
        (loaded) => {
          loaded.onerror = ({ message }) => {
            loaded.terminate();
            callback(message);
          };
        },
        ({ message }) => callback(message),
      ),
    stop: () => send('stop'),
    close: () => then((loaded) => loaded.terminate()),
  };
}
