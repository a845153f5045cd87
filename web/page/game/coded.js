// A text of rules as the name of a game: `rules=CODE.NAME`, where the code is the text, compressed. So a record, a
// link and the browser's memory hold the whole game, and nobody has to ask for the text.

/** The most characters of a code. What is longer is not looked at. */
export const MOST_CODED = 32_768;

/** The most bytes of a text, as the format has it. Nothing is decompressed beyond. */
export const MOST_BYTES = 128 * 1024;

const PATTERN = /^rules=([\w-]+)(?:\.([\w-]+))?$/;

/** Whether the name of a game has its rules in it. @param {string} game */
export const isWritten = (game) => game.startsWith('rules=');

/**
 * The name of a game of a text.
 * @param {string} text
 * @param {string} name which of its games
 */
export async function coded(text, name) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST_BYTES) throw new Error(`The text has ${bytes.length} bytes; at most ${MOST_BYTES} are read.`);
  const squeezed = await bytesOf(new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate')), Infinity);
  const code = toBase64Url(squeezed);
  if (code.length > MOST_CODED) {
    throw new Error(`Compressed, the text has ${code.length} characters; at most ${MOST_CODED} go into a link.`);
  }
  return `rules=${code}.${name}`;
}

/** Which game of its text a name means; `null` for the first. @param {string} game */
export const nameIn = (game) => PATTERN.exec(game)?.[2] ?? null;

/** What people call a game in the names of files. @param {string} game */
export const shortName = (game) => (isWritten(game) ? (nameIn(game) ?? 'game') : game);

/**
 * The text of a game. It may come from anybody: whoever shows it shows text.
 * @param {string} game
 * @returns {Promise<string>} rejected with a reason in one line
 */
export async function textOf(game) {
  if (game.length > MOST_CODED + 200) {
    throw new Error(`The rules in the link have ${game.length} characters; at most ${MOST_CODED} are read.`);
  }
  const code = PATTERN.exec(game)?.[1];
  if (!code) throw new Error('The link has no rules that can be read.');
  let bytes;
  try {
    const stream = new Blob([fromBase64Url(code)]).stream().pipeThrough(new DecompressionStream('deflate'));
    bytes = await bytesOf(stream, MOST_BYTES);
  } catch {
    throw new Error('The rules in the link are damaged: perhaps it was cut off.');
  }
  if (!bytes) throw new Error(`The rules in the link have more than ${MOST_BYTES} bytes.`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Error('The rules in the link are no text.');
  }
}

/**
 * All bytes of a stream; `null` if there are more than so many: the rest is not asked for.
 * @param {ReadableStream<Uint8Array>} stream
 * @param {number} most
 */
async function bytesOf(stream, most) {
  const reader = stream.getReader();
  /** @type {Uint8Array<ArrayBuffer>[]} */
  const parts = [];
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) {
      reader.cancel().catch(() => undefined);
      return null;
    }
    parts.push(new Uint8Array(value));
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** @param {Uint8Array | null} bytes */
function toBase64Url(bytes) {
  const text = Array.from(bytes ?? [], (byte) => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** @param {string} code */
function fromBase64Url(code) {
  const text = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}
