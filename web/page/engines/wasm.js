// Rules and engines as WebAssembly: a module for each game, loaded when the game is chosen, and one for all games
// whose names have their rules in them.

import { isWritten, nameIn, textOf } from '../game/coded.js';

/** @import { Host } from './backend.js' */
/** @import { Backend, EngineLike } from '../types' */

/**
 * The package lies beside the page where the page is built for static hosts.
 * @returns {Promise<typeof import('../../package/index.js')>}
 */
const load = () => import(new URL('package/index.js', document.baseURI).href);

/** How many written games are kept ready: each edit makes another. */
const MOST_WRITTEN = 4;

/**
 * @param {Host} host
 * @returns {Promise<Backend>}
 */
export async function wasm({ games, levels, puzzles = [], canWrite = false }) {
  const { Rules, Engine, checkRules } = await load();
  /** @type {Map<string, Promise<import('../../package/index.js').Rules>>} */
  const known = new Map();
  /** @param {string} game */
  const rulesOf = (game) => {
    const rules = known.get(game) ?? (isWritten(game) ? readWritten(game) : Rules.load(game));
    // The one asked for last is the last to go.
    known.delete(game);
    // A load that failed, perhaps for want of a network, is tried again.
    rules.catch(() => known.delete(game));
    known.set(game, rules);
    const written = [...known.keys()].filter(isWritten);
    for (const old of written.slice(0, -MOST_WRITTEN)) known.delete(old);
    return rules;
  };
  /** @param {string} game */
  const readWritten = async (game) => {
    const text = await textOf(game);
    const checked = await checkRules(text, { game: nameIn(game) });
    return Rules.load(checked.game, { rules: text });
  };
  return {
    kind: 'wasm',
    games,
    levels,
    puzzles,
    async call(game, { call, ...takes }) {
      const rules = await rulesOf(game);
      const reply = rules.call(call, /** @type {any} */ (takes));
      return isWritten(game) ? named(call, reply, rules.game, game) : reply;
    },
    newEngine: (game) =>
      engine(isWritten(game) ? textOf(game).then((rules) => Engine.load(nameIn(game), { rules })) : Engine.load(game)),
    check: canWrite ? checkRules : null,
  };
}

/**
 * A reply about a written game, which the page knows by the name that has its rules in it.
 * @param {string} call
 * @param {any} reply
 * @param {string} name what the module calls it
 * @param {string} game
 */
function named(call, reply, name, game) {
  if (call === 'variant') return { ...reply, name: game };
  if (call === 'position') return { ...reply, game };
  if (call === 'readPgn')
    return reply.map((/** @type {any} */ read) => (read.game === name ? { ...read, game } : read));
  return reply;
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
