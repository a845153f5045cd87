// The worker of `engine.js`. It gets the compiled module, the engine's network and a flag first, then lines of UCI, each
// with the number. It answers with lines, and says when each is done. Questions to the rules are answered in their turn.

import { Instance, readNetwork } from './module.js';
import { loadGame } from './rules.js';

/** @typedef {{ text: string, game: string | null, base?: string }} WrittenRules `base`: where networks are */
/** @typedef {{ module: WebAssembly.Module, network?: WebAssembly.Module, flag: Int32Array | null, rules: WrittenRules | null }} Start */
/** @typedef {{ line: string, number: number }} Order */
/** @typedef {{ request: string }} Question a call of the rules, as JSON */
/** @typedef {{ line: string } | { reply: string } | { done: boolean } | { error: string }} News */

/** @type {{ postMessage(news: News): void }} */
let page;
/** @type {Promise<Instance>} */
let instance;
/** @type {Int32Array | null} */
let flag = null;
/** The number of the line in work. The flag has that of the newest one to be stopped. */
let number = 0;

/** @param {Start | Order | Question} message */
async function take(message) {
  try {
    if ('module' in message) {
      flag = message.flag;
      instance = Instance.of(message.module, {
        network: message.network,
        onLine: (line) => page.postMessage({ line }),
        isStopped: () => flag !== null && Atomics.load(flag, 0) >= number,
      });
      const { rules } = message;
      if (rules) instance = instance.then((engine) => begin(engine, rules));
      await instance;
    } else if ('request' in message) {
      page.postMessage({ reply: (await instance).call(message.request) });
    } else {
      const engine = await instance;
      number = message.number;
      page.postMessage({ done: engine.line(message.line) });
    }
  } catch (error) {
    page.postMessage({ error: /** @type {Error} */ (error).message });
  }
}

/**
 * Sets up the game of a text, with the network for its rules if there is one.
 * @param {Instance} engine
 * @param {WrittenRules} rules
 */
async function begin(engine, { text, game, base }) {
  const name = loadGame(engine, text, game);
  const { network } = JSON.parse(engine.call(JSON.stringify({ call: 'variant', game: name }))).ok;
  // It also plays without.
  const bytes = network && (await readNetwork(network, base).catch(() => null));
  if (bytes) engine.network(bytes);
  engine.line(`setoption name UCI_Variant value ${name}`);
  return engine;
}

if ('DedicatedWorkerGlobalScope' in globalThis) {
  page = self;
  self.onmessage = ({ data }) => take(data);
} else {
  const { parentPort } = await import('node:worker_threads');
  page = /** @type {any} */ (parentPort);
  parentPort?.on('message', take);
}
