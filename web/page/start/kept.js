// The games that the browser has kept: the last of them on the start screen, and all of them in a dialog.

import { isWritten, shortName } from '../game/coded.js';
import { openDialog } from '../shell/dialog.js';
import { html, setText } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { storageOf } from '../game/library.js';
import { writeGame } from '../game/pgn.js';
import { savePgn } from '../shell/save.js';
import { Thumbnails } from './thumbnails.js';

/** @import { Child } from '../shell/dom.js' */
/** @import { Library } from '../game/library.js' */
/** @import { GameRecord } from '../game/record.js' */
/** @import { Backend, GameName, Side } from '../types' */

/** How many games the start screen shows. */
const SHOWN = 3;

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {GameName[]} games
 * @property {Library} library
 * @property {(record: GameRecord) => void} open
 */

/**
 * @param {HTMLElement} host
 * @param {Parts} parts
 * @returns {() => void} shows the games as they are kept now
 */
export function mountKept(host, parts) {
  const thumbnails = new Thumbnails(parts.backend, storageOf('localStorage'));
  return function show() {
    const records = parts.library.list();
    const last = records.slice(0, SHOWN);
    const pictures = thumbnails.show(last);
    host.hidden = records.length === 0;
    const all = html('button', { type: 'button', class: 'secondary', onclick: () => showAll(parts, show) }, 'See all');
    host.replaceChildren(
      html('header', {}, html('h2', {}, 'Your games'), all),
      html('ul', {}, ...last.map((record, index) => html('li', {}, entry(record, parts, parts.open, pictures[index])))),
    );
  };
}

/**
 * @param {Parts} parts
 * @param {() => void} update called when a game is gone
 */
function showAll(parts, update) {
  const { backend, library } = parts;
  const refusal = html('p', { class: 'refusal', role: 'alert' });
  const list = html('ul', { class: 'kept-list' });
  const { dialog } = openDialog(
    { title: 'Your games' },
    html('p', { class: 'muted' }, 'They are kept in this browser, on this device, and nowhere else.'),
    list,
    refusal,
    html('button', { type: 'button', class: 'secondary', onclick: () => saveAll() }, 'Save all as PGN'),
  );
  const open = (/** @type {GameRecord} */ record) => {
    dialog.close();
    parts.open(record);
  };
  for (const record of library.list()) {
    const remove = html('button', {
      type: 'button',
      class: 'icon-button',
      'aria-label': `Delete ${titleOf(record, parts)}`,
    });
    const item = html('li', {}, entry(record, parts, open), remove);
    remove.append(icon('close'));
    remove.addEventListener('click', () => {
      library.remove(record.id);
      const undo = html('button', { type: 'button', class: 'secondary' }, 'Undo');
      const gone = html('li', {}, html('span', { class: 'muted' }, `Deleted: ${titleOf(record, parts)}`), undo);
      undo.addEventListener('click', () => {
        library.put(record);
        gone.replaceWith(item);
        remove.focus();
        update();
      });
      item.replaceWith(gone);
      undo.focus();
      update();
    });
    list.append(item);
  }
  const saveAll = async () => {
    try {
      const texts = [];
      for (const record of library.list()) texts.push(await writeGame(backend, record));
      savePgn('vertumnus-games', texts.join('\n'));
    } catch (error) {
      setText(refusal, /** @type {Error} */ (error).message);
    }
  };
}

/**
 * @param {GameRecord} record
 * @param {Parts} parts
 * @param {(record: GameRecord) => void} open
 * @param {Child} [picture]
 */
function entry(record, parts, open, picture) {
  const count = Math.ceil(record.length / 2);
  const moves = count === 1 ? '1 move' : `${count} moves`;
  const when = new Date(record.changed).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
  const isHere = isWritten(record.game)
    ? parts.backend.check !== null
    : parts.games.some(({ name }) => name === record.game);
  const facts = [moves, record.result ?? record.ending?.result ?? turnIn(record), when].filter(Boolean);
  return html(
    'button',
    { type: 'button', class: 'kept-game', disabled: !isHere, onclick: () => open(record) },
    picture,
    html('strong', {}, titleOf(record, parts)),
    html('span', { class: 'muted' }, ...playersOf(record), ...facts.map((fact) => ` · ${fact}`)),
  );
}

/**
 * @param {GameRecord} record
 * @param {Parts} parts
 */
function titleOf({ game, title }, { games }) {
  return games.find(({ name }) => name === game)?.title ?? title ?? shortName(game);
}

/** Whose turn it is, if it is that of a person who plays alone. @param {GameRecord} record */
export function turnIn({ fen, length, players }) {
  const isBlack = (fen?.split(' ')[1] === 'b') === (length % 2 === 0);
  const [mover, other] = isBlack ? [players.black, players.white] : [players.white, players.black];
  return mover.kind === 'person' && other.kind === 'engine' ? 'your move' : '';
}

/** Each name by itself, in whichever direction it is read. @param {GameRecord} record @returns {Child[]} */
function playersOf({ players }) {
  /** @type {Side[]} */
  const sides = ['white', 'black'];
  const names = sides.map((side) => players[side].name ?? (players[side].kind === 'engine' ? 'Vertumnus' : 'You'));
  if (names.every((name) => name === 'You')) return ['Two people'];
  return [html('bdi', {}, names[0]), ' – ', html('bdi', {}, names[1])];
}
