// The WebAssembly module of a game: texts in, texts out.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The module cannot be had, or has broken down. */
export class ModuleError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = 'ModuleError';
  }
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const compiled = new Map();

/**
 * The compiled module of a game. It is loaded once.
 * @param {string} game
 * @param {string | URL} [base] the address of the folder that has the modules; by default `games/` beside this file
 * @returns {Promise<WebAssembly.Module>}
 */
export function compile(game, base) {
  return compiledOf(game, '', base);
}

/**
 * What the engine of a game wants beside the module, compiled.
 * @param {string} game
 * @param {string | URL} [base]
 */
export function compileNetwork(game, base) {
  return compiledOf(game, '.network', base);
}

/**
 * @param {string} game
 * @param {'' | '.network'} part
 * @param {string | URL} [base]
 * @returns {Promise<WebAssembly.Module>}
 */
function compiledOf(game, part, base) {
  if (!/^[a-z0-9]+$/.test(game)) return Promise.reject(new ModuleError(`'${game}' is not the name of a game`));
  const address = addressOf(`${game}${part}.wasm`, base);
  let module = compiled.get(address.href);
  if (!module) {
    module = load(address).catch((error) => {
      compiled.delete(address.href);
      throw new ModuleError(`${address} cannot be loaded: ${error.message}`, { cause: error });
    });
    compiled.set(address.href, module);
  }
  return module;
}

/**
 * The bytes of the network of a game that is played as a text.
 * @param {string} game
 * @param {string | URL} [base]
 */
export async function readNetwork(game, base) {
  const found = await read(addressOf(`${game}.vnn`, base));
  return found instanceof Response ? new Uint8Array(await found.arrayBuffer()) : found;
}

/** @param {string} file @param {string | URL} [base] */
const addressOf = (file, base = new URL('games/', import.meta.url)) =>
  new URL(file, new URL(base, globalThis.location?.href));

/** @param {URL} address */
async function load(address) {
  const found = await read(address);
  // Not every host knows the type of the file.
  if (found instanceof Response && found.headers.get('content-type') === 'application/wasm') {
    return WebAssembly.compileStreaming(found);
  }
  return WebAssembly.compile(found instanceof Response ? await found.arrayBuffer() : found);
}

/** What stands there: of a file, its bytes. @param {URL} address */
async function read(address) {
  if (address.protocol === 'file:') {
    const { readFile } = await import('node:fs/promises');
    return new Uint8Array(await readFile(address));
  }
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
  return response;
}

/**
 * What the module offers.
 * @typedef {object} Exports
 * @property {WebAssembly.Memory} memory
 * @property {(length: number) => number} alloc
 * @property {(text: number, length: number) => void} call
 * @property {(text: number, length: number) => number} line
 * @property {(bytes: number, length: number) => number} network only the module that reads games from texts has it
 */

/** A module at work. Once it has thrown a {@link ModuleError}, it throws nothing else. */
export class Instance {
  /** @type {Exports} */ #exports;
  /** @type {(text: string) => void} */ #emit = () => {};
  #emitLine;
  #reason = '';
  /** @type {ModuleError | null} */ #broken = null;

  /**
   * @param {WebAssembly.Module} module
   * @param {object} [host]
   * @param {WebAssembly.Module | null} [host.network] without it, no line may be told
   * @param {(line: string) => void} [host.onLine] takes what the engine says
   * @param {() => boolean} [host.isStopped] whether the search must end; asked many times a second
   */
  static async of(module, { network = null, onLine = () => {}, isStopped = () => false } = {}) {
    const instance = new Instance(onLine);
    /** @param {number} text @param {number} length */
    const read = (text, length) => decoder.decode(new Uint8Array(instance.#exports.memory.buffer, text, length));
    const host = {
      now: () => performance.now(),
      seed: () => crypto.getRandomValues(new BigUint64Array(1))[0],
      stopped: () => Number(isStopped()),
      /** @param {number} text @param {number} length */
      emit: (text, length) => instance.#emit(read(text, length)),
      /** @param {number} text @param {number} length */
      fail: (text, length) => {
        instance.#reason = read(text, length);
      },
    };
    const { exports } = await WebAssembly.instantiate(module, { host });
    instance.#exports = /** @type {any} */ (exports);
    if (network) await WebAssembly.instantiate(network, { game: exports });
    return instance;
  }

  /** @param {(line: string) => void} onLine */
  constructor(onLine) {
    this.#exports = /** @type {any} */ (null);
    this.#emitLine = (/** @type {string} */ text) => text.trimEnd().split('\n').forEach(onLine);
  }

  /**
   * Asks the rules, in JSON.
   * @param {string} request
   * @returns {string}
   */
  call(request) {
    let reply = '';
    this.#run('call', request, (text) => {
      reply = text;
    });
    return reply;
  }

  /**
   * Tells the engine a line of UCI. Returns when the search that it starts has ended.
   * @param {string} line
   * @returns {boolean} whether the engine goes on
   */
  line(line) {
    return this.#run('line', line, this.#emitLine) !== 0;
  }

  /**
   * Gives the games of a text that was read a network, if it is for their rules.
   * @param {Uint8Array} bytes
   */
  network(bytes) {
    this.#run('network', bytes, () => {});
  }

  /** The memory that the module has taken, in bytes. */
  get memory() {
    return this.#exports.memory.buffer.byteLength;
  }

  /** @param {'call' | 'line' | 'network'} name @param {string | Uint8Array} what @param {(text: string) => void} emit */
  #run(name, what, emit) {
    if (this.#broken) throw this.#broken;
    this.#emit = emit;
    try {
      const bytes = typeof what === 'string' ? encoder.encode(what) : what;
      const address = this.#exports.alloc(bytes.length);
      new Uint8Array(this.#exports.memory.buffer, address, bytes.length).set(bytes);
      return this.#exports[name](address, bytes.length);
    } catch (error) {
      const reason = this.#reason || /** @type {Error} */ (error).message;
      this.#broken = new ModuleError(reason.replaceAll(/\s+/g, ' '), { cause: error });
      throw this.#broken;
    }
  }
}
