// The dialog in which a game is given up, or a draw is offered or agreed.

import { openDialog } from './dialog.js';
import { html } from './dom.js';
import { say } from './live.js';
import { opposite } from '../game/state.js';
import { capital, wonBy } from '../game/words.js';

/** @import { Opponent } from '../engines/opponent.js' */
/** @import { Game } from '../game/state.js' */

/**
 * @param {Game} game
 * @param {Opponent} opponent
 */
export async function askForEnd(game, opponent) {
  const { players, turn, step } = game;
  const people = Object.values(players).filter((player) => player.kind === 'person').length;
  // A person gives up at any time, and of two people the one to move.
  const loser = players[turn].kind === 'person' ? turn : opposite(turn);
  const { closed } = openDialog(
    { title: 'End the game?' },
    html('button', { class: 'primary', value: 'resign' }, people === 2 ? `${capital(loser)} resigns` : 'Resign'),
    html('button', { class: 'secondary', value: 'draw' }, people === 2 ? 'Draw by agreement' : 'Offer a draw'),
    html('button', { class: 'secondary', value: '' }, 'Play on'),
  );
  const answer = await closed;
  // The engine may have moved meanwhile, and even won.
  if (game.outcome || (people === 2 && step !== game.step)) return;
  if (answer === 'resign') game.end(wonBy(opposite(loser), 'by resignation'));
  if (answer !== 'draw') return;
  if (people === 2 || opponent.agreesToDraw)
    game.end({ result: '1/2-1/2', reason: 'agreement', text: 'Draw by agreement' });
  else say('Vertumnus declines the draw.', { tone: 'hint' });
}
