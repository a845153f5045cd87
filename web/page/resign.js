// The dialog in which a game is given up, or two people agree to a draw.

import { html } from './dom.js';
import { closeOnBackdrop } from './newgame.js';
import { opposite } from './state.js';
import { capital, wonBy } from './words.js';

/** @import { Game } from './state.js' */

/** @param {Game} game */
export function askForEnd(game) {
  const { players, turn, step } = game;
  const people = Object.values(players).filter((player) => player.kind === 'person').length;
  // A person gives up at any time, and of two people the one to move.
  const loser = players[turn].kind === 'person' ? turn : opposite(turn);
  const dialog = html('dialog', { class: 'dialog', 'aria-labelledby': 'end-title' });
  dialog.append(
    html(
      'form',
      { method: 'dialog' },
      html('h2', { id: 'end-title' }, 'End the game?'),
      html('button', { class: 'primary', value: 'resign' }, people === 2 ? `${capital(loser)} resigns` : 'Resign'),
      people === 2 && html('button', { class: 'secondary', value: 'draw' }, 'Draw by agreement'),
      html('button', { class: 'secondary', value: '' }, 'Play on'),
    ),
  );
  dialog.addEventListener('close', () => {
    dialog.remove();
    // The engine may have moved meanwhile, and even won.
    if (game.outcome || (people === 2 && step !== game.step)) return;
    if (dialog.returnValue === 'resign') game.end(wonBy(opposite(loser), 'by resignation'));
    if (dialog.returnValue === 'draw') {
      game.end({ result: '1/2-1/2', reason: 'agreement', text: 'Draw by agreement' });
    }
  });
  closeOnBackdrop(dialog);
  document.body.append(dialog);
  dialog.showModal();
}
