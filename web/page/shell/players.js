// The players above and below the board: who they are, whose turn it is, and their time.

import { Captured } from '../game/captured.js';
import { timeInWords } from '../game/clock.js';
import { html } from './dom.js';
import { opposite } from '../game/state.js';
import { capital } from '../game/words.js';

/** @import { Board } from '../board/board.js' */
/** @import { Clock } from '../game/clock.js' */
/** @import { Figures } from '../board/figures.js' */
/** @import { Opponent } from '../engine/opponent.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Backend, Side } from '../types' */

/**
 * @param {{ backend: Backend, game: Game, board: Board, figures: Figures, clock: Clock, opponent: Opponent }} parts
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 */
export function mountPlayers({ backend, game, board, figures, clock, opponent }, above, below) {
  const restart = () => opponent.consider();
  const strips = [strip(restart), strip(restart)];
  above.append(strips[0].element);
  below.append(strips[1].element);
  /** @type {Record<Side, HTMLElement>} */
  const taken = { white: html('span', { class: 'captured' }), black: html('span', { class: 'captured' }) };
  new Captured({ backend, game, figures }, taken);

  const show = () => {
    /** @type {Side[]} */
    const sides = board.isFlipped ? ['white', 'black'] : ['black', 'white'];
    sides.forEach((side, index) => {
      const { element, disc, name, sideName, time, thinking, again } = strips[index];
      const player = game.players[side];
      const hasTurn = game.turn === side && !game.outcome;
      element.classList.toggle('has-turn', hasTurn);
      disc.className = `disc ${side}`;
      if (taken[side].parentElement !== element) again.before(taken[side]);
      name.textContent = nameOf(side);
      // The disc alone says it to those who see it.
      sideName.textContent = player.kind === 'engine' || player.name ? `, ${side}` : '';
      thinking.hidden = !(hasTurn && opponent.isThinking);
      again.hidden = !(hasTurn && opponent.failure !== null);
      again.title = opponent.failure ?? '';
      const times = clock.times;
      time.hidden = times === null;
      if (times) {
        time.textContent = timeInWords(times[side]);
        time.classList.toggle('is-low', times[side] < 20_000);
      }
    });
  };
  /** @param {number} skillLevel */
  const levelName = (skillLevel) =>
    backend.levels.find((level) => level.skillLevel === skillLevel)?.name ?? `level ${skillLevel}`;
  /** @param {Side} side */
  const nameOf = (side) => {
    const { name, kind, level } = game.players[side];
    if (kind === 'engine') return `Vertumnus, ${levelName(level)}`;
    if (name) return name;
    const isAlone = kind === 'person' && game.players[opposite(side)].kind !== 'person';
    return isAlone ? `You, ${side}` : capital(side);
  };
  game.subscribe(show);
  clock.subscribe(show);
  opponent.subscribe(show);
  show();
  return show;
}

/** @param {() => void} restart starts the engine again */
function strip(restart) {
  const disc = html('span', { class: 'disc', 'aria-hidden': 'true' });
  const name = html('span', { class: 'player-name' });
  const sideName = html('span', { class: 'visually-hidden' });
  const thinking = html('span', { class: 'thinking', hidden: true }, 'thinks', html('i', {}), html('i', {}), html('i', {}));
  const time = html('span', { class: 'time', role: 'timer', hidden: true });
  const again = html('button', { type: 'button', class: 'secondary', hidden: true, onclick: restart }, 'Start the engine again');
  const element = html('div', { class: 'player' }, disc, name, sideName, thinking, again, time);
  return { element, disc, name, sideName, thinking, again, time };
}
