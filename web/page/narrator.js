// Tells what happens in the game: as a message at the board, to screen readers, and by a sound.

import { announce, say } from './live.js';
import { hasSideEffect } from './selection.js';
import { play } from './sound.js';
import { moveInWords, turnInWords } from './words.js';

/** @import { Change, Game } from './state.js' */

export class Narrator {
  #game;
  #newGame;

  /**
   * @param {Game} game
   * @param {() => void} newGame what the button does that is offered after the end
   */
  constructor(game, newGame) {
    this.#game = game;
    this.#newGame = newGame;
    game.subscribe((change) => this.#hear(change));
  }

  /** @param {Change} change */
  #hear(change) {
    if (change.type === 'move') {
      const { move, before, after } = change;
      announce(moveInWords(move, before, after, this.#game.variant));
      if (after.outcome) play('end');
      else if (hasSideEffect(move)) play('vanish');
      else if (after.isCheck) play('check');
      else play(move.victims.length > 0 ? 'capture' : 'move');
    } else if (change.type === 'end') {
      play('end');
      announce(this.#game.outcome?.text ?? '');
    }
  }

  /** Shows whose turn it is or how the game has ended, and what the last move did. */
  tell() {
    const { outcome, isCurrent, view } = this.#game;
    const detail = view.lastMove?.words;
    const ending = isCurrent ? outcome : view.outcome;
    if (!ending) {
      say(turnInWords(view), { detail, isSilent: true });
      return;
    }
    const action = isCurrent ? { label: 'New game', act: this.#newGame } : undefined;
    say(`${ending.text}, ${ending.result}`, { tone: 'result', detail, isSilent: true, action });
  }
}
