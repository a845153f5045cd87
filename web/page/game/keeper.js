// Keeps the game that is on the board: in the library, and in the tab, which begins with it when it is loaded
// again.

import { isRecord, storageOf } from './library.js';
import { isAt } from './record.js';

/** @import { Clock } from './clock.js' */
/** @import { Library } from './library.js' */
/** @import { Place } from './location.js' */
/** @import { GameRecord } from './record.js' */
/** @import { Game } from './state.js' */

/** Where the tab has its game. */
const KEY = 'vertumnus-tab';

/** How long changes are gathered before they are written, in milliseconds. */
const DELAY = 300;

/**
 * Keeps a game after each change, and when the page is left.
 * @param {Game} game
 * @param {Clock} clock
 * @param {Library} library
 * @returns {() => void} keeps it at once
 */
export function keepGame(game, clock, library) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** Whether the game has changed since it came to the board. */
  let isTouched = false;
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    clock.keep();
    const { record } = game;
    try {
      storageOf('sessionStorage')?.setItem(KEY, JSON.stringify(record));
    } catch {
      // A tab without room begins with the address.
    }
    // A game in which nothing has happened is none that anybody misses, and a puzzle is none.
    if (record.line.length > 0 && !record.puzzle && (isTouched || !record.isLesson)) library.put(record);
  };
  game.subscribe(({ type }) => {
    isTouched = type !== 'new' && (isTouched || type !== 'look');
    if (type === 'new') keep();
    else if (type !== 'look') timer ??= setTimeout(keep, DELAY);
  });
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  keep();
  return keep;
}

/**
 * The game that an address means, as it was kept: that of the tab, or one of the library.
 * @param {Place} place
 * @param {string | undefined} id the game that the browser's history names
 * @param {Library} library
 * @returns {GameRecord | null}
 */
export function keptAt(place, id, library) {
  const tab = tabsGame();
  if (tab && (tab.id === id || isAt(place, tab))) return tab;
  const named = id === undefined ? null : library.get(id);
  if (named) return named;
  // An address without moves is that of a game that begins.
  return place.moves.length === 0 ? null : (library.list().find((record) => isAt(place, record)) ?? null);
}

/** @returns {GameRecord | null} */
function tabsGame() {
  try {
    const record = JSON.parse(storageOf('sessionStorage')?.getItem(KEY) ?? 'null');
    return isRecord(record) ? record : null;
  } catch {
    return null;
  }
}
