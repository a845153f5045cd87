// What a queue of UCI lines has to know of them: what each starts, what ends a search, what a new worker must be told.

/** Commands that end a search which runs, as the native engine's do. */
const ENDS_SEARCH = new Set(['setoption', 'ucinewgame', 'go', 'bench']);

/** A limit of a search that ends by itself. */
const LIMITS = new Set(['depth', 'nodes', 'mate', 'movetime', 'wtime', 'btime', 'perft']);

/** @param {string} line */
export const words = (line) => line.trim().split(/\s+/);

/** Whether a line ends a search that runs. @param {string} line */
export const endsSearch = (line) => ENDS_SEARCH.has(words(line)[0]);

/**
 * What a line starts: a search, a count, or work that nothing stops. A search is open if only `stop` ends it.
 * @param {string} line
 * @returns {{ kind: 'search' | 'count' | 'other', isOpen: boolean }}
 */
export function workOf(line) {
  const [word, ...limits] = words(line);
  const isCount = word === 'bench' || (word === 'go' && limits.includes('perft'));
  const kind = isCount ? 'count' : word === 'go' ? 'search' : 'other';
  const isOpen = limits.includes('infinite') || limits.includes('ponder') || !limits.some((limit) => LIMITS.has(limit));
  return { kind, isOpen };
}

/** Whether a line is a search on the opponent's time. @param {string} line */
export const ponders = (line) => words(line).includes('ponder');

/** The same search, now on the engine's own time. @param {string} line */
export const afterPonderHit = (line) => line.replace(/\sponder\b/, '');

/**
 * The moves of the best line in a report; `null` if it has none, or if it is no more than a bound.
 * @param {string} line
 */
export function bestLineOf(line) {
  const [word, ...rest] = words(line);
  const pv = rest.indexOf('pv');
  const isFirst = !rest.includes('multipv') || rest[rest.indexOf('multipv') + 1] === '1';
  return word === 'info' && rest[0] !== 'string' && pv >= 0 && isFirst && !rest.includes('upperbound')
    ? rest.slice(pv + 1)
    : null;
}

/** The name of the option that a line sets. @param {string} line */
const optionOf = (line) => line.match(/^\s*setoption\s+name\s+(.*?)\s+value\b/)?.[1].toLowerCase();

/** What a worker that comes later has to be told: options and position. */
export class Memory {
  /** By their names. @type {Map<string, string>} */ #options = new Map();
  #position = '';

  /** A line was carried out. @param {string} line @param {boolean} hasSpoken whether the engine has said something to it */
  note(line, hasSpoken) {
    const [word] = words(line);
    const option = optionOf(line);
    if (option !== undefined) this.#options.set(option, line);
    // A position that is refused is answered by a reason, and changes nothing.
    if (word === 'position' && !hasSpoken) this.#position = line;
    if (word === 'ucinewgame') this.#position = '';
  }

  /** A line has broken the engine, and is not tried again. @param {string} line */
  drop(line) {
    if (words(line)[0] === 'position') this.#position = '';
    const option = optionOf(line);
    if (option !== undefined) this.#options.delete(option);
  }

  get lines() {
    return [...this.#options.values(), this.#position].filter((line) => line !== '');
  }
}
