// The address of the page holds the game: `#combination/fen=…&moves=…`, with `_` for a blank.

/** @import { Game } from './state.js' */
/** @import { Setup } from './types' */

/** Where the tab remembers who plays, which a link does not say. */
const KEY = 'vertumnus-players';

/** A longer address is cut off by some programs; the position alone is in it then. */
const LONGEST = 8000;

/**
 * What an address says of a game.
 * @typedef {{ game: string, fen: string | null, moves: string[] }} Place
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
  return { game: decoded(game), fen: values.get('fen') || null, moves: moves.split(/\s+/).filter((move) => move) };
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
export function hashOf({ game, fen, moves }) {
  /** @param {string} text */
  const coded = (text) =>
    encodeURIComponent(text.replaceAll(' ', '_')).replaceAll('%2F', '/').replaceAll('%2C', ',');
  const fields = [fen ? `fen=${coded(fen)}` : '', moves.length > 0 ? `moves=${moves.map(coded).join('_')}` : ''];
  const told = fields.filter((field) => field).join('&');
  return told ? `#${game}/${told}` : `#${game}`;
}

/**
 * A link to the position that is looked at, with the moves that led to it.
 * @param {Game} game
 * @returns {URL}
 */
export function linkTo({ variant, fen, moves, view }) {
  const address = new URL(location.href);
  address.hash = hashOf({ game: variant.name, fen, moves });
  if (address.href.length > LONGEST) address.hash = hashOf({ game: variant.name, fen: view.fen, moves: [] });
  return address;
}

/**
 * Writes the game into the address.
 * @param {Game} game
 */
export function writeLocation({ variant, fen, line, players, control }) {
  const address = new URL(location.href);
  address.hash = hashOf({ game: variant.name, fen, moves: line });
  // Where a page may not change its address, as in some frames, the game goes on without.
  try {
    history.replaceState(null, '', address);
    sessionStorage.setItem(KEY, JSON.stringify({ game: variant.name, players, control }));
  } catch {
    return;
  }
}

/**
 * Keeps the address in step with the game.
 * @param {Game} game
 */
export function keepLocation(game) {
  game.subscribe(({ type }) => {
    if (type !== 'look') writeLocation(game);
  });
  writeLocation(game);
}

/**
 * The game of an address, to be set up: with the players that this tab had in it, or for two people.
 * @param {Place} place
 * @returns {{ setup: Setup, isKnown: boolean }} and whether this tab has played it
 */
export function setupAt(place) {
  /** @type {Pick<Setup, 'players' | 'control'>} */
  let others = {
    players: { white: { kind: 'person', level: 20 }, black: { kind: 'person', level: 20 } },
    control: null,
  };
  let isKnown = false;
  try {
    const { game, players, control } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    isKnown = game === place.game && Boolean(players?.white?.kind && players?.black?.kind);
    if (isKnown) others = { players, control: control ?? null };
  } catch {
    // Nothing is remembered.
  }
  return { setup: { ...place, ...others }, isKnown };
}
