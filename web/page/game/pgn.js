// Games as text: read from PGN, and written as PGN.

import { isWritten } from './coded.js';
import { addVariation, people, recordOf } from './record.js';
import { capital } from './words.js';

/** @import { Drawn, GameRecord, Ply } from './record.js' */
/** @import { Backend, Outcome, Side } from '../types' */
/** @import { GameRead, GameResult, PlyRead } from '../../package/calls' */

/** @type {Side[]} */
const SIDES = ['white', 'black'];

/** What a side had left on the clock, as comments have it: `[%clk 0:03:12]`. */
const CLOCK = /\s*\[%clk (\d+):(\d+):(\d+(?:\.\d+)?)\]\s*/;

/** What is drawn on the board, as comments have it: `[%csl Gd4]` circles, `[%cal Ge2e4,Gd7d5]` arrows. */
const DRAWN = /\s*\[%c[as]l ([^\]]*)\]\s*/g;

/**
 * The games of a text. A record names its game in the tag `Variant`; without it, it is one of chess, or, if it
 * has no tags at all, one of the game in play.
 * @param {Backend} backend
 * @param {string} text
 * @param {string} current the game in play
 * @returns {Promise<GameRead[]>} rejected with a refusal if the text is no PGN
 */
export async function readGames(backend, text, current) {
  const has = (/** @type {string} */ name) => backend.games.some((game) => game.name === name);
  const hasTags = /^\s*\[\w+\s+"/m.test(text);
  const fallback = hasTags && has('chess') ? 'chess' : current;
  const games = await backend.call(fallback, { call: 'readPgn', text });
  // A written game has a name of its own in records; nobody else knows it.
  if (isWritten(current) && fallback !== current) {
    const read = await backend.call(current, { call: 'readPgn', text });
    read.forEach((game, index) => {
      if (game.game === current) games[index] = game;
    });
  }
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
 * The record of a game that was read. Both sides are for people, with the names that it gives them.
 * @param {GameRead} read
 * @returns {GameRecord}
 */
export function recordOfRead({ game, startFen, comment, plies, tags, result }) {
  const players = people();
  if (isKnown(tags.White)) players.white.name = tags.White;
  if (isKnown(tags.Black)) players.black.name = tags.Black;
  const fen = tags.FEN ? startFen : null;
  const ending = endingOf(result, tags);
  const record = recordOf({ game: game ?? '', fen, moves: [], players, control: null, tags, ending });
  const [drawn, words] = drawnOf(comment);
  if (words) record.comment = words;
  if (drawn.length > 0) record.drawn = drawn;
  addLine(record, [], plies);
  record.length = plies.length;
  return record;
}

/**
 * Adds a line that begins at a place, and what was tried in it.
 * @param {GameRecord} record
 * @param {string[]} start
 * @param {PlyRead[]} line
 */
function addLine(record, start, line) {
  const places = line.map((_, index) => [...start, ...line.slice(0, index).map(({ move }) => move)]);
  line.forEach(({ move, san, comment: text, glyphs }, index) => {
    const [clock, rest] = clockOf(text);
    const [drawn, comment] = drawnOf(rest);
    addVariation(record, places[index], {
      ...{ move, san },
      ...(comment ? { comment } : {}),
      ...(drawn.length > 0 ? { drawn } : {}),
      ...(glyphs.length > 0 ? { glyphs } : {}),
      ...(clock === null ? {} : { clock }),
    });
  });
  line.forEach(({ variations }, index) => variations.forEach((tried) => addLine(record, places[index], tried)));
}

/** @param {string | undefined} name */
const isKnown = (name) => name !== undefined && name !== '' && name !== '?';

/**
 * The clock in a comment, in milliseconds, and the rest of the comment.
 * @param {string} text
 * @returns {[clock: number | null, comment: string]}
 */
function clockOf(text) {
  const found = CLOCK.exec(text);
  if (!found) return [null, text];
  const [hours, minutes, seconds] = found.slice(1).map(Number);
  return [((hours * 60 + minutes) * 60 + seconds) * 1000, text.replace(CLOCK, ' ').trim()];
}

/**
 * What is drawn in a comment, and the rest of the comment. Its colors are not kept.
 * @param {string} text
 * @returns {[drawn: Drawn[], comment: string]}
 */
function drawnOf(text) {
  const drawn = [...text.matchAll(DRAWN)].flatMap(([, list]) =>
    list.split(',').flatMap((item) => {
      const [, from, to = from] = /^\s*[A-Z]([a-z]\d+)([a-z]\d+)?\s*$/.exec(item) ?? [];
      return from ? [{ from, to }] : [];
    }),
  );
  return [drawn, text.replace(DRAWN, ' ').trim()];
}

/** @param {Drawn[]} drawn */
function drawnIn(drawn) {
  const circles = drawn.filter(({ from, to }) => from === to).map(({ from }) => `G${from}`);
  const arrows = drawn.filter(({ from, to }) => from !== to).map(({ from, to }) => `G${from}${to}`);
  const part = (/** @type {string} */ name, /** @type {string[]} */ all) =>
    all.length > 0 ? `[%${name} ${all.join(',')}]` : '';
  return part('csl', circles) + part('cal', arrows);
}

/**
 * How a game has ended of which a record says it; where the rules have ended it, they say it better.
 * @param {GameResult} result
 * @param {Record<string, string>} tags
 * @returns {Outcome | null}
 */
function endingOf(result, { Termination }) {
  if (result === '*') return null;
  const text = { '1-0': 'White wins', '0-1': 'Black wins', '1/2-1/2': 'Draw' }[result];
  const reason = isKnown(Termination) && Termination !== 'normal' ? Termination : 'as recorded';
  return { result, reason, text };
}

/**
 * A game as PGN.
 * @param {Backend} backend
 * @param {GameRecord} record
 * @returns {Promise<string>}
 */
export function writeGame(backend, record) {
  const { game, fen, comment = '', drawn = [], line, length, players, ending, tags, begun } = record;
  /** @param {Side} side */
  const name = (side) => {
    const { kind, level, name: known } = players[side];
    if (known) return known;
    if (kind === 'person') return 'Player';
    return `Vertumnus (${backend.levels.find(({ skillLevel }) => skillLevel === level)?.name ?? level})`;
  };
  const date = new Date(begun);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const names = Object.fromEntries(SIDES.map((side) => [capital(side), name(side)]));
  const played = line.slice(0, length);
  // What was tried after the end stands beside the last move, which it repeats.
  const after =
    line.length > length && length > 0 ? [[{ ...line[length - 1], variations: [] }, ...line.slice(length)]] : [];
  const noted = played.map((ply, index) => {
    const others = index === length - 1 ? after : [];
    return notesOf({ ...ply, variations: [...(ply.variations ?? []), ...others] });
  });
  return backend.call(game, {
    call: 'pgn',
    fen,
    moves: played.map(({ move }) => move),
    plies: noted,
    comment: [drawnIn(drawn), comment].join(' ').trim(),
    tags: {
      Event: 'Game in a browser',
      Date: `${date.getFullYear()}.${two(date.getMonth() + 1)}.${two(date.getDate())}`,
      ...names,
      ...(ending && ending.reason !== 'as recorded' ? { Termination: ending.reason } : {}),
      ...tags,
    },
    result: ending?.result ?? '*',
  });
}

/**
 * A move as the rules write it.
 * @param {Ply} ply
 * @returns {PlyRead}
 */
function notesOf({ move, san, comment = '', drawn = [], glyphs = [], clock, variations = [] }) {
  const parts = [clock === undefined ? '' : clockIn(clock), drawnIn(drawn), comment];
  const text = parts.filter((part) => part).join(' ');
  return { move, san, comment: text, glyphs, variations: variations.map((line) => line.map(notesOf)) };
}

/** @param {number} milliseconds */
function clockIn(milliseconds) {
  const seconds = Math.round(milliseconds / 1000);
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `[%clk ${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}]`;
}
