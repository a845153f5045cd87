// The gallery: games that are a few lines of text, with what is special in each. Those that were written here come
// first. Each is read when it comes into sight, one after the other. It is loaded when it is asked for.

import { button } from '../panels/fields.js';
import { coded } from '../game/coded.js';
import { gistOf } from '../game/gist.js';
import { specialOf } from '../game/made-lesson.js';
import { gamesIn, readExamples } from '../game/texts.js';
import { openDialog } from '../shell/dialog.js';
import { html, setText } from '../shell/dom.js';
import { drawStart, link } from './card.js';
import { rulesOf } from './from-link.js';
import { GAMES } from './games.js';

/** @import { Manner } from '../shell/live.js' */
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
 * @property {(text: string, manner: Manner) => void} say says something to the user
 * @property {() => void} leave leads to the start screen
 */

/**
 * @param {HTMLElement} host
 * @param {Parts} parts
 * @returns {{ show: () => Promise<void> }} `show` fills it with what there is now
 */
export function mountGallery(host, parts) {
  const { backend, texts, say, leave } = parts;
  const own = section('Written here');
  const examples = section('Examples');
  const files = section('Games that come with the program');
  const parents = section('Games to build on');
  host.append(
    button('All games', leave),
    html('h1', {}, 'Games of a few lines'),
    html('p', { class: 'lead' }, 'Play one, see its rules, or make it the beginning of your own.'),
    ...[own, examples, files, parents].map(({ element }) => element),
  );
  /** The texts of the examples, once they are known. @type {string[]} */
  let known = [];
  /** @type {Promise<string> | null} The rules of chess in words. */
  let usual = null;
  /** What reads the cards that are not read yet. @type {Map<Element, (usual: Promise<string>) => Promise<void>>} */
  const fills = new Map();
  let reading = Promise.resolve();
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) if (isIntersecting) reading = reading.then(() => read(target));
    },
    { rootMargin: '300px' },
  );
  /** Reads a game, if somebody still looks. @param {Element} target */
  const read = async (target) => {
    if (host.hidden || !target.isConnected) return;
    const chess = (usual ??= coded(USUAL, 'usual').then((game) => backend.call(game, { call: 'explainRules' })));
    chess.catch(() => (usual = null));
    await fills.get(target)?.(chess);
  };

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
  const ask = async () => {
    try {
      known = await readExamples();
      examples.fill(known.flatMap((text) => cardsOf(text, parts)));
      const { parents: all } = await backend.call(await coded(USUAL, 'usual'), { call: 'ruleWords' });
      const others = all.filter(({ name }) => !GAMES[name]);
      /** @param {typeof others} games */
      const cards = (games) => {
        const says = (/** @type {string | null} */ about) => (about ? `about = ${about}\n` : '');
        const built = games.map(({ name, title, about }) => `[my${name}:${name}]\ntitle = ${title}\n${says(about)}`);
        return built.flatMap((text) => cardsOf(text, parts));
      };
      files.fill(cards(others.filter(({ about }) => about)));
      parents.fill(cards(others.filter(({ about }) => !about)));
    } catch (error) {
      say(`Some games do not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
    }
  };
  const show = async () => {
    if (parents.cards.length === 0) await ask();
    const here = texts.list().filter((text) => !known.includes(text));
    own.fill(
      here.flatMap((text) => cardsOf(text, parts, { onDelete: text === texts.last ? null : () => remove(text) })),
    );
    observer.disconnect();
    fills.clear();
    for (const { element, fill } of [own, examples, files, parents].flatMap(({ cards }) => cards)) {
      fills.set(element, fill);
      observer.observe(element);
    }
  };
  return { show };
}

/** A heading with cards, shown if it has any. @param {string} title */
function section(title) {
  const list = html('ul', { class: 'game-cards' });
  const made = {
    element: html('section', { 'aria-label': title, hidden: true }, html('h2', {}, title), list),
    cards: /** @type {ReturnType<typeof card>[]} */ ([]),
    /** @param {ReturnType<typeof card>[]} cards */
    fill(cards) {
      made.cards = cards;
      made.element.hidden = cards.length === 0;
      list.replaceChildren(...cards.map(({ element }) => element));
    },
  };
  return made;
}

/**
 * The cards of the games of a text.
 * @param {string} text
 * @param {Parts} parts
 * @param {{ onDelete: (() => void) | null }} [own]
 */
const cardsOf = (text, parts, own) => gamesIn(text).map((name) => card(text, name, parts, own));

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
  const [, called = name] = /^title *= *(.+)/m.exec(text) ?? [];
  const title = html('strong', {}, called);
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
    const special = await specialOf(backend, game);
    await drawStart(backend, game, picture, { ...special, bare: true });
    setText(title, variant.title);
    about.replaceChildren(...gistOf(words, await usual).map((line) => html('span', {}, line)));
    const rules = (/** @type {boolean} */ isOpen) => rulesOf(backend, figures, game, words, text, isOpen);
    main.disabled = false;
    main.addEventListener('click', () => play({ name: game, title: variant.title }, rules(false)));
    if (special) add('Lesson', () => guide(game));
    add('Explain', () => void openDialog({ title: variant.title }, ...rules(true)));
  };
  const begin = async (/** @type {Promise<string>} */ usual) => {
    more.replaceChildren();
    try {
      await read(usual);
    } catch (error) {
      setText(about, `It cannot be played: ${/** @type {Error} */ (error).message}`);
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
