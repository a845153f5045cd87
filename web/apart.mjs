// Takes the network out of the module of a game, into a module of its own that puts it back into the memory of the first
// one. Only the engine wants it, and the rules come over the line without it.

const HEADER = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
/** Sections, by their numbers. */
const IMPORTS = 2;
const DATA = 11;

/**
 * A number as modules have it: groups of seven bits, of which the last has the sign.
 * @param {number} value
 * @returns {number[]}
 */
const number = (value) => (value < 64 ? [value] : [(value & 127) | 128, ...number(value >>> 7)]);

/** @param {Iterable<number>} content @param {number} [length] */
const sized = (content, length = [...content].length) => Buffer.from([...number(length), ...content]);

/** @param {number} id @param {Uint8Array} content */
const section = (id, content) => Buffer.concat([Buffer.from([id]), sized(content)]);

/** @param {string} text */
const name = (text) => sized(Buffer.from(text));

/**
 * A module that writes bytes into a memory, `game.memory`.
 * @param {number} address
 * @param {Uint8Array} bytes
 */
function writing(address, bytes) {
  const memory = [...name('game'), ...name('memory'), 2, 0, 0];
  const data = [0, 0x41, ...number(address), 0x0b, ...sized(bytes)];
  return Buffer.concat([
    Buffer.from(HEADER),
    section(IMPORTS, Buffer.from([1, ...memory])),
    section(DATA, Buffer.from([1, ...data])),
  ]);
}

/**
 * @param {Buffer} module in which zeros take the place of the network
 * @param {Buffer} network
 * @returns {Promise<Buffer>} the module that writes the network
 */
export async function apart(module, network) {
  const compiled = await WebAssembly.compile(/** @type {any} */ (module));
  const host = Object.fromEntries(WebAssembly.Module.imports(compiled).map(({ name }) => [name, () => 0]));
  const { exports } = await WebAssembly.instantiate(compiled, { host });
  const memory = Buffer.from(/** @type {WebAssembly.Memory} */ (exports.memory).buffer);
  const [address, place] = [memory.indexOf(network), module.indexOf(network)];
  if (address < 0 || place < 0) throw new Error('the module has no such network');
  module.fill(0, place, place + network.length);
  return writing(address, network);
}
