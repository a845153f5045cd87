// A game whose rules came by a link. Whoever opened it sees first which game it is; nothing of it runs before but
// the reading, in a worker of its own.

import { coded, nameIn, textOf } from '../game/coded.js';
import { openDialog } from '../shell/dialog.js';
import { html } from '../shell/dom.js';
import { toDraw } from '../panels/drawn.js';
import { explained } from '../panels/explained.js';

/** @import { Child } from '../shell/dom.js' */
/** @import { Figures } from '../board/figures.js' */
/** @import { Place } from '../game/location.js' */
/** @import { Backend, GameName } from '../types' */

/** A text that came by a link and has no game to play. */
export class Unplayable extends Error {
  /** @param {string} message @param {string} text */
  constructor(message, text) {
    super(message);
    this.text = text;
  }
}

/**
 * Reads the rules of a place.
 * @param {Backend} backend
 * @param {Figures} figures
 * @param {Place} place
 * @returns {Promise<{ game: GameName, about: Child[] }>} the game, and what there is to know of it
 */
export async function readLink(backend, figures, place) {
  const { check } = backend;
  if (!check) throw new Error('this site lacks the module that reads games from texts');
  const text = await textOf(place.game);
  const found = await check(text, { game: nameIn(place.game) });
  if (found.game === null) {
    const first = found.findings.find(({ severity }) => severity === 'error');
    throw new Unplayable(first ? `line ${first.line}: ${first.message}` : 'the text has no such game', text);
  }
  const { game: name, games, words } = found;
  const title = games.find((one) => one.name === name)?.title ?? name;
  const game = { name: await coded(text, name), title };
  const about = [
    html('p', { class: 'muted' }, 'The rules of this game came with the link. Look at them before you play.'),
    ...rulesOf(backend, figures, game.name, words, text),
  ];
  return { game, about };
}

/**
 * The rules of a game in words and pictures, and their text.
 * @param {Backend} backend
 * @param {Figures} figures
 * @param {string} game
 * @param {string} words
 * @param {string} text
 * @param {boolean} [isOpen] whether the words are shown at once
 */
export function rulesOf(backend, figures, game, words, text, isOpen = false) {
  const told = html('div', { class: 'rules' });
  const tell = () => toDraw(backend, game, figures).then((drawn) => told.replaceChildren(...explained(words, drawn)));
  return [
    html('details', { ontoggle: tell, open: isOpen }, html('summary', {}, 'The rules in words'), told),
    html('details', {}, html('summary', {}, 'Their text'), html('pre', { class: 'rules-text', tabindex: 0 }, text)),
  ];
}

/**
 * Asks whether a position of such a game shall be put on the board.
 * @param {GameName} game
 * @param {Child[]} about
 * @returns {Promise<boolean>}
 */
export async function askToOpen({ title }, about) {
  const open = html('button', { class: 'primary', value: 'open' }, 'Open the game');
  const { closed } = openDialog({ title }, ...about, html('footer', {}, open));
  return (await closed) === 'open';
}
