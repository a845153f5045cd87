// The games that the browser keeps. Each is an entry of its own, so that two tabs do not overwrite each other's.

/** @import { GameRecord } from './record.js' */

const PREFIX = 'vertumnus-game-';

/** How many games are kept; the oldest make room for others. */
const MOST_GAMES = 200;

export class Library {
  #storage;

  /** @param {Storage | null} storage `null` if the browser allows none: then nothing is kept */
  constructor(storage) {
    this.#storage = storage;
  }

  /** All games, those changed last first. @returns {GameRecord[]} */
  list() {
    const records = this.#keys().flatMap((key) => this.#read(key) ?? []);
    return records.sort((one, other) => other.changed - one.changed);
  }

  /** @param {string} id */
  get(id) {
    return this.#read(PREFIX + id);
  }

  /**
   * Keeps a game as it stands, in place of what was kept of it.
   * @param {GameRecord} record
   * @returns {boolean} whether there was room for it
   */
  put(record) {
    const text = JSON.stringify(record);
    for (let others = MOST_GAMES - 1; others >= 0; others = Math.floor(others / 2)) {
      this.#shrink(record.id, others);
      try {
        this.#storage?.setItem(PREFIX + record.id, text);
        return this.#storage !== null;
      } catch {
        if (others === 0) break;
      }
    }
    return false;
  }

  /** @param {string} id */
  remove(id) {
    this.#storage?.removeItem(PREFIX + id);
  }

  /**
   * Lets the oldest games go until so many are left beside this one.
   * @param {string} id
   * @param {number} most
   */
  #shrink(id, most) {
    if (this.#keys().length <= most) return;
    const others = this.list().filter((other) => other.id !== id);
    for (const { id: oldest } of others.slice(most)) this.remove(oldest);
  }

  #keys() {
    const { length = 0 } = this.#storage ?? {};
    const keys = Array.from({ length }, (_, index) => this.#storage?.key(index) ?? '');
    return keys.filter((key) => key.startsWith(PREFIX));
  }

  /** @param {string} key @returns {GameRecord | null} */
  #read(key) {
    try {
      const record = JSON.parse(this.#storage?.getItem(key) ?? 'null');
      return isRecord(record) ? record : null;
    } catch {
      return null;
    }
  }
}

/**
 * Whether a value that was kept is a record: another version of the page may have written it.
 * @param {any} value
 * @returns {value is GameRecord}
 */
export function isRecord(value) {
  const isDrawn = (/** @type {any} */ drawn) =>
    drawn === undefined ||
    (Array.isArray(drawn) && drawn.every((one) => typeof one?.from === 'string' && typeof one.to === 'string'));
  const isLine = (/** @type {any} */ line) =>
    Array.isArray(line) &&
    line.every(
      (ply) =>
        typeof ply?.move === 'string' &&
        typeof ply.san === 'string' &&
        isDrawn(ply.drawn) &&
        (ply.verdict === undefined || typeof ply.verdict?.score?.value === 'number') &&
        (ply.variations === undefined || (Array.isArray(ply.variations) && ply.variations.every(isVariation))),
    );
  const isVariation = (/** @type {any} */ line) => isLine(line) && line.length > 0;
  const isPlayer = (/** @type {any} */ player) =>
    ['person', 'engine', 'solution'].includes(player?.kind) && typeof player.level === 'number';
  return (
    ['id', 'game'].every((name) => typeof value?.[name] === 'string') &&
    ['begun', 'changed', 'length', 'spent'].every((name) => typeof value[name] === 'number') &&
    (value.fen === null || typeof value.fen === 'string') &&
    (value.ending === null || typeof value.ending?.result === 'string') &&
    (value.control === null || typeof value.control?.minutes === 'number') &&
    typeof value.tags === 'object' &&
    isDrawn(value.drawn) &&
    (value.puzzle === undefined || Array.isArray(value.puzzle?.best)) &&
    isPlayer(value.players?.white) &&
    isPlayer(value.players?.black) &&
    isLine(value.line) &&
    value.length <= value.line.length
  );
}

/** The storage of the browser, if it allows any. @param {'localStorage' | 'sessionStorage'} name */
export function storageOf(name) {
  try {
    return globalThis[name] ?? null;
  } catch {
    return null;
  }
}
