// What the user has chosen, kept in the browser where it allows that.

const KEY = 'vertumnus';

const DEFAULTS = {
  /** `system`, `light` or `dark`. */
  theme: 'system',
  sounds: false,
  /** Whether the user has been told of sounds. */
  knowsSounds: false,
  /** Whether the engine gives up what is lost. */
  resigns: false,
  coordinates: true,
  /** Whether each piece carries its letters. */
  letters: false,
  /** Whether the squares are marked to which a piece may go. */
  targets: true,
  animation: true,
  /** Whether the board turns to the side to move where two people play. */
  turns: false,
  /** How the last game was set up. */
  opponent: 'engine',
  level: 5,
  /** The level of the other side if the engine plays itself. */
  otherLevel: 10,
  side: 'white',
  control: '',
  /** How long the engine thinks on a move without a clock, in milliseconds. */
  thinking: 1000,
  /** The games that were begun, by their names, so that who begins one for the first time is led to its lesson. */
  played: '',
  /** How many lines the analysis shows. */
  lines: 1,
};

/** @typedef {typeof DEFAULTS} Values */

/** @param {string | null} text what is kept */
function read(text) {
  try {
    const kept = JSON.parse(text ?? '{}');
    /** @type {Record<string, unknown>} */
    const values = { ...DEFAULTS };
    for (const [name, value] of Object.entries(DEFAULTS)) {
      if (typeof kept?.[name] === typeof value) values[name] = kept[name];
    }
    return /** @type {Values} */ (values);
  } catch {
    return { ...DEFAULTS };
  }
}

/** What the browser keeps; `null` where it allows none. */
function kept() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

class Settings {
  #values = read(kept());
  /** @type {Set<(name: keyof Values) => void>} */
  #listeners = new Set();

  constructor() {
    // What another tab sets holds here, too.
    globalThis.addEventListener?.('storage', ({ key, newValue }) => key === KEY && this.#take(read(newValue)));
  }

  /** @param {Values} values */
  #take(values) {
    const names = /** @type {(keyof Values)[]} */ (Object.keys(values));
    const changed = names.filter((name) => values[name] !== this.#values[name]);
    this.#values = values;
    for (const name of changed) for (const listener of this.#listeners) listener(name);
  }

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @returns {Values[K]}
   */
  get(name) {
    return this.#values[name];
  }

  /**
   * @template {keyof Values} K
   * @param {K} name
   * @param {Values[K]} value
   */
  set(name, value) {
    if (this.#values[name] === value) return;
    this.#values[name] = value;
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#values));
    } catch {
      // Nothing is kept in a private window, and the choice holds until the page is closed.
    }
    for (const listener of this.#listeners) listener(name);
  }

  /**
   * Calls a function with the name of each value that changes.
   * @param {(name: keyof Values) => void} listener
   */
  subscribe(listener) {
    this.#listeners.add(listener);
  }
}

export const settings = new Settings();

/** Whether things may move: the user has not asked for stillness, here or in the system. */
export function mayMove() {
  return settings.get('animation') && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}
