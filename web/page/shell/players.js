// The players above and below the board: who they are, whose turn it is, and their time.

import { mountCaptured } from './captured.js';
import { html, set, setText } from './dom.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Opponent } from '../engines/opponent.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Backend, Side } from '../types' */
/** @import { Scene, Strip } from './scene.js' */

/**
 * @param {{ backend: Backend, game: Game, figures: Figures, opponent: Opponent }} parts
 * @param {[above: HTMLElement, below: HTMLElement]} hosts
 * @returns {(scene: Scene) => void} draws them
 */
export function mountPlayers({ backend, game, figures, opponent }, hosts) {
  /** @type {Record<Side, HTMLElement>} */
  const taken = { white: html('span', { class: 'captured' }), black: html('span', { class: 'captured' }) };
  const draws = hosts.map((host) => mountStrip(host, taken, () => opponent.consider()));
  mountCaptured({ backend, game, figures }, taken);
  return ({ strips }) => strips.forEach((strip, index) => draws[index](strip));
}

/**
 * @param {HTMLElement} host
 * @param {Record<Side, HTMLElement>} taken
 * @param {() => void} restart starts the engine again
 * @returns {(strip: Strip) => void}
 */
function mountStrip(host, taken, restart) {
  const disc = html('span', { 'aria-hidden': 'true' });
  const name = html('span', { class: 'player-name' });
  const sideName = html('span', { class: 'visually-hidden' });
  const dots = [html('i', {}), html('i', {}), html('i', {})];
  const thinking = html('span', { class: 'thinking' }, 'thinks', ...dots);
  const time = html('span', { class: 'time', role: 'timer' });
  const again = html('button', { type: 'button', class: 'secondary', onclick: restart }, 'Start the engine again');
  const element = html('div', { class: 'player' }, disc, name, sideName, thinking, again, time);
  host.append(element);
  return (strip) => {
    element.classList.toggle('has-turn', strip.hasTurn);
    disc.className = `disc ${strip.side}`;
    if (taken[strip.side].parentElement !== element) again.before(taken[strip.side]);
    setText(name, strip.name);
    // The disc alone says it to those who see it.
    setText(sideName, strip.sideName);
    thinking.hidden = !strip.isThinking;
    again.hidden = strip.failure === null;
    set(again, { title: strip.failure });
    time.hidden = strip.time === null;
    setText(time, strip.time?.text ?? '');
    time.classList.toggle('is-low', strip.time?.isLow ?? false);
  };
}
