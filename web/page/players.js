// The players above and below the board: who they are, whose turn it is, and their time.

import { timeInWords } from './clock.js';
import { html } from './dom.js';
import { opposite } from './state.js';
import { capital } from './words.js';

/** @import { App } from './main.js' */
/** @import { Side } from './types' */

/**
 * @param {App} app
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 */
export function mountPlayers({ backend, game, board, clock, opponent }, above, below) {
  const strips = [strip(), strip()];
  above.append(strips[0].element);
  below.append(strips[1].element);

  const show = () => {
    /** @type {Side[]} */
    const sides = board.isFlipped ? ['white', 'black'] : ['black', 'white'];
    sides.forEach((side, index) => {
      const { element, disc, name, time, thinking } = strips[index];
      const player = game.players[side];
      const hasTurn = game.turn === side && !game.outcome;
      element.classList.toggle('has-turn', hasTurn);
      disc.className = `disc ${side}`;
      name.textContent = player.kind === 'engine' ? `Vertumnus, ${levelName(player.level)}` : personOn(side);
      thinking.hidden = !(hasTurn && opponent.isThinking);
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
  const personOn = (side) => {
    const isAlone = game.players[opposite(side)].kind === 'engine';
    return isAlone ? `You, ${side}` : capital(side);
  };
  game.subscribe(show);
  clock.subscribe(show);
  opponent.subscribe(show);
  show();
  return show;
}

function strip() {
  const disc = html('span', { class: 'disc', 'aria-hidden': 'true' });
  const name = html('span', { class: 'player-name' });
  const thinking = html('span', { class: 'thinking', hidden: true }, 'thinks', html('i', {}), html('i', {}), html('i', {}));
  const time = html('span', { class: 'time', role: 'timer', hidden: true });
  return { element: html('div', { class: 'player' }, disc, name, thinking, time), disc, name, thinking, time };
}
