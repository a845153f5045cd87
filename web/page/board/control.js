// What a whole side attacks, on all squares at once, and which pieces have powers from neighbors: asked for by a
// button, and gone when it is asked for again.

import { html } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { announce } from '../shell/live.js';
import { capital } from '../game/words.js';

/** @import { Mark } from './board.js' */
/** @import { Marker } from './marker.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Doing, Side, View } from '../types' */

/**
 * How often each square is attacked, as marks.
 * @param {(Doing | null)[]} doings what the pieces of the side do
 * @returns {Mark[]}
 */
export function controlOf(doings) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const doing of doings) {
    for (const square of doing?.attacks ?? []) counts.set(square, (counts.get(square) ?? 0) + 1);
  }
  return [...counts].map(([square, count]) => ({ square, type: 'control', count }));
}

/**
 * How many powers pieces have from neighbors, as marks.
 * @param {View} view
 * @returns {Mark[]}
 */
export function lendingOf({ pieces }) {
  return pieces.flatMap(({ square, lent }) => (lent.length > 0 ? [{ square, type: 'lent', count: lent.length }] : []));
}

/**
 * The buttons that show it.
 * @param {{ game: Game, marker: Marker }} parts
 * @param {HTMLElement} host
 */
export function mountControl({ game, marker }, host) {
  /** @type {Side | 'lent' | null} */
  let shown = null;
  const all = /** @type {const} */ (['white', 'black', 'lent']);
  const [white, black, lent] = all.map((what) => {
    const act = () => toggle(what);
    const label = what === 'lent' ? 'Lent powers' : `Attacked by ${capital(what)}`;
    const picture = what === 'lent' ? icon('lend') : html('span', { class: `disc ${what}` });
    const names = { 'aria-label': label, title: label };
    const button = html('button', { type: 'button', class: 'toggle', 'aria-pressed': 'false', ...names, onclick: act });
    button.append(...(what === 'lent' ? [] : [icon('attack')]), picture);
    return button;
  });
  host.append(
    html('div', { class: 'control', role: 'group', 'aria-label': 'Marks for all pieces' }, white, black, lent),
  );

  /** @param {typeof all[number]} what */
  const toggle = (what) => {
    shown = shown === what ? null : what;
    [white, black, lent].forEach((button, index) => button.setAttribute('aria-pressed', String(shown === all[index])));
    show();
    if (shown === 'lent') announce('The pieces that have powers from neighbors are marked.');
    else if (shown) announce(`The squares that ${capital(shown)} attacks are marked.`);
  };
  /** Only some games have neighbors that lend. */
  const offer = () => {
    lent.hidden = shown !== 'lent' && lendingOf(game.view).length === 0;
  };
  const show = async () => {
    const { view } = game;
    const side = shown;
    if (!side) return marker.setControl([]);
    if (side === 'lent') return marker.setControl(lendingOf(view));
    const own = view.pieces.filter((piece) => piece.side === side);
    const doings = await Promise.all(own.map(({ square }) => game.ask({ call: 'attacks', square })));
    if (view === game.view && side === shown) marker.setControl(controlOf(doings));
  };
  offer();
  game.subscribe(({ type }) => {
    if (type === 'note') return;
    offer();
    if (!shown) return;
    marker.setControl([]);
    show();
  });
}
