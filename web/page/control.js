// What a whole side attacks, on all squares at once: asked for by a button, and gone when it is asked for again.

import { html } from './dom.js';
import { announce } from './live.js';
import { capital } from './words.js';

/** @import { Mark } from './board.js' */
/** @import { Marker } from './marker.js' */
/** @import { Game } from './state.js' */
/** @import { Doing, Side } from './types' */

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
 * The buttons that show it.
 * @param {{ game: Game, marker: Marker }} parts
 * @param {HTMLElement} host
 */
export function mountControl({ game, marker }, host) {
  /** @type {Side | null} */
  let shown = null;
  /** @type {Side[]} */
  const sides = ['white', 'black'];
  const buttons = sides.map((side) => {
    const act = () => toggle(side);
    return html('button', { type: 'button', class: 'secondary', 'aria-pressed': 'false', onclick: act }, capital(side));
  });
  host.append(html('div', { class: 'control', role: 'group', 'aria-label': 'What a side attacks' }, html('span', { class: 'muted' }, 'Attacked by'), ...buttons));

  /** @param {Side} side */
  const toggle = (side) => {
    shown = shown === side ? null : side;
    buttons.forEach((button, index) => button.setAttribute('aria-pressed', String(shown === sides[index])));
    show();
    if (shown) announce(`The squares that ${capital(shown)} attacks are marked.`);
  };
  const show = async () => {
    const { view } = game;
    const side = shown;
    if (!side) return marker.setControl([]);
    const own = view.pieces.filter((piece) => piece.side === side);
    const doings = await Promise.all(own.map(({ square }) => game.ask({ call: 'attacks', square })));
    if (view === game.view && side === shown) marker.setControl(controlOf(doings));
  };
  game.subscribe(({ type }) => {
    if (type === 'note' || !shown) return;
    marker.setControl([]);
    show();
  });
}
