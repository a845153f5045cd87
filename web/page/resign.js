// The dialog in which a game is given up, or two people agree to a draw.

import { openDialog } from './dialog.js';
import { html } from './dom.js';
import { opposite } from './state.js';
import { capital, wonBy } from './words.js';

/** @import { Game } from './state.js' */

/** @param {Game} game */
export async function askForEnd(game) {
  const { players, turn, step } = game;
  const people = Object.values(players).filter((player) => player.kind === 'person').length;
  // A person gives up at any time, and of two people the one to move.
  const loser = players[turn].kind === 'person' ? turn : opposite(turn);
  const { closed } = openDialog(
    { title: 'End the game?' },
    html('button', { class: 'primary', value: 'resign' }, people === 2 ? `${capital(loser)} resigns` : 'Resign'),
    people === 2 && html('button', { class: 'secondary', value: 'draw' }, 'Draw by agreement'),
    html('button', { class: 'secondary', value: '' }, 'Play on'),
  );
  const answer = await closed;
  // The engine may have moved meanwhile, and even won.
  if (game.outcome || (people === 2 && step !== game.step)) return;
  if (answer === 'resign') game.end(wonBy(opposite(loser), 'by resignation'));
  if (answer === 'draw') game.end({ result: '1/2-1/2', reason: 'agreement', text: 'Draw by agreement' });
}
