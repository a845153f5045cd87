// The address of the page holds the game: `#combination/fen=…&moves=…`, with `_` for a blank; or a puzzle:
// `#combination/puzzle=3`. `#gallery` is that of games that are texts.

/** @import { Game } from './state.js' */

/** The address of the gallery. */
export const GALLERY = '#gallery';

/** A longer address is cut off by some programs; the position alone is in it then. */
const LONGEST = 8000;

/**
 * What an address says of a game.
 * @typedef {{ game: string, fen: string | null, moves: string[], puzzle?: number }} Place
 */

/**
 * The game of an address; `null` if there is none.
 * @param {string} hash
 * @returns {Place | null}
 */
export function placeOf(hash) {
  const [game, fields = ''] = hash.replace(/^#/, '').split(/\/(.*)/s);
  if (!game) return null;
  const values = new Map(
    fields.split('&').map((field) => {
      const [name, value = ''] = field.split(/=(.*)/s);
      return [name, decoded(value).replaceAll('_', ' ')];
    }),
  );
  const moves = values.get('moves') ?? '';
  const place = {
    game: decoded(game),
    fen: values.get('fen') || null,
    moves: moves.split(/\s+/).filter((move) => move),
  };
  const puzzle = Number(values.get('puzzle'));
  return puzzle > 0 ? { ...place, puzzle } : place;
}

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * The part of an address that says a game.
 * @param {Place} place
 */
export function hashOf({ game, fen, moves, puzzle }) {
  if (puzzle) return `#${game}/puzzle=${puzzle}`;
  /** @param {string} text */
  const coded = (text) => encodeURIComponent(text.replaceAll(' ', '_')).replaceAll('%2F', '/').replaceAll('%2C', ',');
  const fields = [fen ? `fen=${coded(fen)}` : '', moves.length > 0 ? `moves=${moves.map(coded).join('_')}` : ''];
  const told = fields.filter((field) => field).join('&');
  return told ? `#${game}/${told}` : `#${game}`;
}

/**
 * A link to the position that is looked at, with the moves that led to it; or to the puzzle.
 * @param {Game} game
 * @returns {URL}
 */
export function linkTo({ record, variant, fen, moves, view }) {
  const address = new URL(location.href);
  address.hash = hashOf({ game: variant.name, fen, moves, puzzle: record.puzzle?.number });
  if (address.href.length > LONGEST) address.hash = hashOf({ game: variant.name, fen: view.fen, moves: [] });
  return address;
}

/**
 * The same by way of the game's own page, which says what programs show of a link: where the page knows its address, each
 * game has one.
 * @param {Game} game
 * @returns {URL}
 */
export function cardTo(game) {
  const address = linkTo(game);
  const { name, isWritten } = game.variant;
  if (isWritten || !document.querySelector('meta[property="og:url"]')) return address;
  return new URL(`play/${name}.html${address.hash}`, document.baseURI);
}

/**
 * Writes the game into the address. Another game than before is another page for the browser's way back.
 * @param {Game} game
 */
export function writeLocation({ record, variant, fen, line }) {
  const isOther = history.state !== null && history.state.id !== record.id;
  write(hashOf({ game: variant.name, fen, moves: line, puzzle: record.puzzle?.number }), record.id, isOther);
}

/** Writes into the address that the gallery is shown, or no longer. @param {boolean} isShown */
export function writeGallery(isShown) {
  if (isShown) write(GALLERY, GALLERY, location.hash !== GALLERY);
  else if (location.hash === GALLERY) write('', '', true);
}

/** @param {string} hash @param {string} id what is shown @param {boolean} isOther whether that is another page */
function write(hash, id, isOther) {
  const address = new URL(location.href);
  address.hash = hash;
  // Where a page may not change its address, as in some frames, the game goes on without.
  try {
    history[isOther ? 'pushState' : 'replaceState']({ id }, '', address);
  } catch {
    return;
  }
}
