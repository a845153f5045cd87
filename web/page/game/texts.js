// Texts that are games: the one to begin with, the examples of the documentation, and those that were written here.

/** What an empty field begins with. */
export const BEGINNING = `[mygame:chess]
king = k:KN
`;

/** The pages of the documentation whose examples are games. */
const PAGES = ['games-as-files.md', 'games-as-files-recipes.md'];

/** Where the browser keeps the last text, and those before it. */
const LAST = 'vertumnus-rules';
const KEPT = 'vertumnus-written';

/** How many texts are kept; the oldest make room for others. */
const MOST = 40;

/** The names of the games of a text. @param {string} text */
export const gamesIn = (text) => [...text.matchAll(/^\s*\[\s*([\w-]+)/gm)].map(([, name]) => name);

/** The examples of a page in Markdown. @param {string} page */
export const examplesIn = (page) => [...page.matchAll(/^```ini\n([^]*?)^```/gm)].map(([, text]) => text);

/** All examples, as the host has them. */
export async function readExamples() {
  const pages = await Promise.all(
    PAGES.map(async (name) => {
      const answer = await fetch(name);
      if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
      return answer.text();
    }),
  );
  return pages.flatMap(examplesIn);
}

/** The texts that were written in this browser. */
export class Texts {
  #storage;

  /** @param {Storage | null} storage `null` if the browser allows none: then nothing is kept */
  constructor(storage) {
    this.#storage = storage;
  }

  /** The one in the field. */
  get last() {
    return this.#storage?.getItem(LAST) ?? BEGINNING;
  }

  set last(text) {
    this.#put(LAST, text);
  }

  /** All, the last one first. Of those whose first games have one name, the newer is kept. */
  list() {
    return withoutOlder([this.last, ...this.#kept()]);
  }

  /** Keeps a text for when another is in the field. @param {string} text */
  keep(text) {
    let texts = withoutOlder([text, ...this.#kept()]).slice(0, MOST);
    // Without room for all, the oldest go.
    while (texts.length > 0 && !this.#put(KEPT, JSON.stringify(texts))) texts = texts.slice(0, -1);
  }

  /** @param {string} text */
  drop(text) {
    this.#put(KEPT, JSON.stringify(this.#kept().filter((other) => other !== text)));
  }

  /** @returns {string[]} */
  #kept() {
    try {
      const texts = JSON.parse(this.#storage?.getItem(KEPT) ?? '[]');
      return texts.filter((/** @type {unknown} */ text) => typeof text === 'string');
    } catch {
      return [];
    }
  }

  /** @param {string} key @param {string} text @returns {boolean} whether there was room for it */
  #put(key, text) {
    try {
      this.#storage?.setItem(key, text);
      return true;
    } catch {
      return false;
    }
  }
}

/** The texts that have games and that nobody has only begun with, without older ones of a name. @param {string[]} texts */
function withoutOlder(texts) {
  const names = texts.map((text) => gamesIn(text)[0]);
  return texts.filter((text, at) => names[at] && names.indexOf(names[at]) === at && text !== BEGINNING);
}
