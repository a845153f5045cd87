// Games as text: read from PGN, and written as PGN.

/** @import { Backend, Setup } from './types' */
/** @import { GameRead } from '../package/calls' */
/** @import { App } from './main.js' */

/**
 * The games of a text. A record names its game in the tag `Variant`; without it, it is one of chess, or, if it
 * has no tags at all, one of the game in play.
 * @param {Backend} backend
 * @param {string} text
 * @param {string} current the game in play
 * @returns {Promise<GameRead[]>} rejected with a `CallError` if the text is no PGN
 */
export async function readGames(backend, text, current) {
  const has = (/** @type {string} */ name) => backend.games.some((game) => game.name === name);
  const hasTags = /^\s*\[\w+\s+"/m.test(text);
  const fallback = hasTags && has('chess') ? 'chess' : current;
  const games = await backend.call(fallback, { call: 'readPgn', text });
  // Where each game has a module of its own, that module alone reads its records.
  const others = new Set(games.flatMap(({ game, tags }) => (game === null && has(tags.Variant) ? [tags.Variant] : [])));
  for (const other of others) {
    const read = await backend.call(other, { call: 'readPgn', text });
    read.forEach((game, index) => {
      if (game.tags.Variant === other) games[index] = game;
    });
  }
  return games;
}

/**
 * A game that was read, to be set up. Both sides are for people.
 * @param {GameRead} read
 * @returns {Setup}
 */
export function setupOf({ game, startFen, moves, tags }) {
  return {
    game: game ?? '',
    fen: tags.FEN ? startFen : null,
    moves,
    players: { white: { kind: 'person', level: 20 }, black: { kind: 'person', level: 20 } },
    control: null,
  };
}

/**
 * The game in play as PGN.
 * @param {App} app
 * @returns {Promise<string>}
 */
export function writeGame({ backend, game }) {
  const { variant, fen, line, players, outcome } = game;
  /** @param {'white' | 'black'} side */
  const name = (side) => {
    const { kind, level } = players[side];
    if (kind === 'person') return 'Player';
    const known = backend.levels.find(({ skillLevel }) => skillLevel === level);
    return `Vertumnus (${known?.name ?? level})`;
  };
  const date = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return backend.call(variant.name, {
    call: 'pgn',
    fen,
    moves: line,
    tags: {
      Event: 'Game in a browser',
      Date: `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`,
      White: name('white'),
      Black: name('black'),
    },
    result: outcome?.result ?? '*',
  });
}
