// Keeps the game that is on the board: in the library, and in the tab, which begins with it when it is loaded
// again.

import { isRecord, storageOf } from './library.js';
import { say } from '../shell/live.js';
import { isAt, newId } from './record.js';

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
  const keepInLibrary = shelf(library, game.record);
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    clock.keep();
    const { record } = game;
    // A game in which nothing has happened is none that anybody misses, and neither is a puzzle or a lesson.
    if (record.line.length > 0 && !record.puzzle && !record.lesson && keepInLibrary(record)) {
      say('This game was played on in another tab, too. Here it goes on as a game of its own; both are kept.', {
        tone: 'hint',
      });
    }
    try {
      storageOf('sessionStorage')?.setItem(KEY, JSON.stringify(record));
    } catch {
      // A tab without room begins with the address.
    }
  };
  game.subscribe(({ type }) => {
    if (type === 'new') keep();
    else if (type !== 'look') timer ??= setTimeout(keep, DELAY);
  });
  addEventListener('pagehide', keep);
  document.addEventListener('visibilitychange', () => document.hidden && keep());
  keep();
  return keep;
}

/**
 * Keeps records in a library, but never in the place of what another tab has made of the same game: then the record
 * becomes one of its own.
 * @param {Pick<Library, 'get' | 'put'>} library
 * @param {GameRecord} first the record with which the tab begins
 * @returns {(record: GameRecord) => boolean} keeps a record, and says whether it has become one of its own
 */
export function shelf(library, first) {
  /** What each game was when this tab saw it last in the library. @type {Map<string, string>} */
  const seen = new Map([[first.id, stateOf(first)]]);
  return (record) => {
    const kept = library.get(record.id);
    const last = seen.get(record.id);
    // What this tab has never kept it has opened as it was kept.
    const isOther = kept !== null && last !== undefined && stateOf(kept) !== last;
    if (isOther) record.id = newId();
    library.put(record);
    seen.set(record.id, stateOf(record));
    return isOther;
  };
}

/** What a game is, without when it was changed. @param {GameRecord} record */
const stateOf = ({ line, length, ending }) =>
  JSON.stringify([line.map(({ move, comment }) => [move, comment]), length, ending?.result]);

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
  if (place.puzzle) return null;
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
