// The gallery: games that are a few lines of text, with what is special in each. Those that were written here come
// first. Each is read when it is its turn, while the gallery is looked at.

import { button } from '../panels/fields.js';
import { coded } from '../game/coded.js';
import { gistOf } from '../game/gist.js';
import { specialOf } from '../game/made-lesson.js';
import { gamesIn, readExamples } from '../game/texts.js';
import { openDialog } from '../shell/dialog.js';
import { html } from '../shell/dom.js';
import { say } from '../shell/live.js';
import { rulesOf } from './from-link.js';
import { drawStart, link } from './start.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Texts } from '../game/texts.js' */
/** @import { Child } from '../shell/dom.js' */
/** @import { Backend, GameName } from '../types' */

/** Chess as a text: what is special is what it does not have. */
const USUAL = '[usual:chess]\n';

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {Figures} figures
 * @property {Texts} texts
 * @property {(game: GameName, about: Child[]) => void} play asks how a game shall be played
 * @property {(game: string) => void} guide begins the lesson of a game
 * @property {(text: string) => void} write leads to a text and what can be made of it
 * @property {() => void} leave leads to the start screen
 */

/**
 * @param {HTMLElement} host
 * @param {Parts} parts
 * @returns {{ show: () => Promise<void> }} `show` fills it with what there is now
 */
export function mountGallery(host, parts) {
  const { backend, texts, leave } = parts;
  const own = html('ul', { class: 'game-cards' });
  const others = html('ul', { class: 'game-cards' });
  const written = html('section', { 'aria-label': 'Written here' }, html('h2', {}, 'Written here'), own);
  host.append(
    button('All games', leave),
    html('h1', {}, 'Games of a few lines'),
    html('p', { class: 'lead' }, 'Play one, see its rules, or make it the beginning of your own.'),
    written,
    html('section', { 'aria-label': 'Examples' }, html('h2', {}, 'Examples'), others),
  );
  /** @type {string[]} */
  let examples = [];
  /** @type {ReturnType<typeof card>[]} */
  let theirs = [];
  /** @type {Promise<string> | null} The rules of chess in words. */
  let usual = null;
  let shown = 0;

  /** @param {string} text */
  const remove = (text) => {
    texts.drop(text);
    const undo = () => {
      texts.keep(text);
      show();
    };
    show();
    say(`Deleted: ${gamesIn(text).join(', ')}.`, { tone: 'hint', actions: [{ label: 'Undo', act: undo }] });
  };
  const askForExamples = async () => {
    try {
      examples = await readExamples();
      theirs = examples.flatMap((text) => gamesIn(text).map((name) => card(text, name, parts)));
      others.replaceChildren(...theirs.map(({ element }) => element));
    } catch (error) {
      say(`The examples do not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
    }
  };
  const show = async () => {
    const number = (shown += 1);
    if (examples.length === 0) await askForExamples();
    const here = texts.list().filter((text) => !examples.includes(text));
    const mine = here.flatMap((text) => {
      const onDelete = text === texts.last ? null : () => remove(text);
      return gamesIn(text).map((name) => card(text, name, parts, { onDelete }));
    });
    own.replaceChildren(...mine.map(({ element }) => element));
    written.hidden = mine.length === 0;
    usual ??= coded(USUAL, 'usual').then((game) => backend.call(game, { call: 'explainRules' }));
    usual.catch(() => (usual = null));
    for (const { fill } of [...mine, ...theirs]) {
      if (number !== shown || host.hidden) return;
      await fill(usual);
    }
  };
  return { show };
}

/**
 * The card of a game of a text.
 * @param {string} text
 * @param {string} name
 * @param {Parts} parts
 * @param {{ onDelete: (() => void) | null }} [own] of one that was written here: what deletes its text, unless it is
 *   the one in the field
 */
function card(text, name, { backend, figures, guide, play, write }, own) {
  const picture = html('img', { alt: '', width: 360, height: 360 });
  const title = html('strong', {}, name);
  const about = html('span', { class: 'game-about' }, 'It is being read …');
  const main = html(
    'button',
    { type: 'button', class: 'game-main', disabled: true },
    html('span', { class: 'game-picture' }, picture),
    title,
    about,
  );
  const more = html('div', { class: 'game-more' });
  /** A link that says to those who listen of which game it is. @param {string} label @param {() => void} act */
  const add = (label, act) => {
    const of = html('span', { class: 'visually-hidden' }, ` ${title.textContent}`);
    more.append(link(act, label, of));
  };
  /** @type {Promise<void> | null} */
  let filling = null;

  /** @param {Promise<string>} usual */
  const read = async (usual) => {
    const game = await coded(text, name);
    const variant = await backend.call(game, { call: 'variant' });
    const words = await backend.call(game, { call: 'explainRules' });
    await drawStart(backend, game, picture, { ...(await specialOf(backend, game)), bare: true });
    title.textContent = variant.title;
    about.replaceChildren(...gistOf(words, await usual).map((line) => html('span', {}, line)));
    const rules = (/** @type {boolean} */ isOpen) => rulesOf(backend, figures, game, words, text, isOpen);
    main.disabled = false;
    main.addEventListener('click', () => play({ name: game, title: variant.title }, rules(false)));
    add('Lesson', () => guide(game));
    add('Explain', () => void openDialog({ title: variant.title }, ...rules(true)));
  };
  const begin = async (/** @type {Promise<string>} */ usual) => {
    more.replaceChildren();
    try {
      await read(usual);
    } catch (error) {
      about.textContent = `It cannot be played: ${/** @type {Error} */ (error).message}`;
      // For want of a network, perhaps: it is tried again when the gallery is opened again.
      filling = null;
    }
    add(own ? 'Write on' : 'Make it yours', () => write(text));
    if (own?.onDelete) add('Delete', own.onDelete);
  };
  return {
    element: html('li', { class: 'game-card' }, main, more),
    /** Reads the game, unless that has been done. @param {Promise<string>} usual */
    fill: (usual) => (filling ??= begin(usual)),
  };
}
