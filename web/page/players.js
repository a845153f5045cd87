// The players above and below the board: who they are, whose turn it is, and their time.

import { timeInWords } from './clock.js';
import { html } from './dom.js';
import { levelName } from './levels.js';
import { capital } from './words.js';

/** @import { App } from './main.js' */
/** @import { Side } from './types' */

/**
 * @param {App} app
 * @param {HTMLElement} above
 * @param {HTMLElement} below
 */
export function mountPlayers({ game, board, clock, opponent }, above, below) {
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
      name.textContent = nameOf(side, player.kind === 'engine' ? player.level : null, isAlone(side));
      thinking.hidden = !(hasTurn && opponent.isThinking);
      const times = clock.times;
      time.hidden = times === null;
      if (times) {
        time.textContent = timeInWords(times[side]);
        time.classList.toggle('is-low', times[side] < 20_000);
      }
    });
  };
  /** Whether the person on this side is the only one. @param {Side} side */
  const isAlone = (side) => {
    const people = Object.values(game.players).filter((player) => player.kind === 'person');
    return people.length === 1 && game.players[side].kind === 'person';
  };
  game.subscribe(show);
  clock.subscribe(show);
  opponent.subscribe(show);
  show();
  return show;
}

/**
 * @param {Side} side
 * @param {number | null} level the engine's level
 * @param {boolean} isAlone
 */
function nameOf(side, level, isAlone) {
  if (level !== null) return `Vertumnus, ${levelName(level)}`;
  return isAlone ? `You, ${side}` : capital(side);
}

function strip() {
  const disc = html('span', { class: 'disc', 'aria-hidden': 'true' });
  const name = html('span', { class: 'player-name' });
  const thinking = html('span', { class: 'thinking', hidden: true }, 'thinks', html('i', {}), html('i', {}), html('i', {}));
  const time = html('span', { class: 'time', role: 'timer', hidden: true });
  return { element: html('div', { class: 'player' }, disc, name, thinking, time), disc, name, thinking, time };
}
