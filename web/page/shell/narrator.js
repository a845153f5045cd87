// Tells what happens in the game: as a message at the board, to screen readers, and by a sound.

import { announce, say } from './live.js';
import { verdictInWords } from '../game/review.js';
import { hasSideEffect } from '../board/selection.js';
import { settings } from './settings.js';
import { play } from './sound.js';
import { moveInWords, turnInWords } from '../game/words.js';

/** @import { Action } from './live.js' */
/** @import { Change, Game } from '../game/state.js' */

export class Narrator {
  #game;
  #after;

  /**
   * @param {Game} game
   * @param {() => Action[]} after what is offered when the game has ended
   */
  constructor(game, after) {
    this.#game = game;
    this.#after = after;
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
    const verdict = verdictInWords(this.#game.plyAt(this.#game.moves)?.verdict);
    const { comment } = this.#game.moves.length === 0 ? this.#game.record : (this.#game.plyAt(this.#game.moves) ?? {});
    const detail = [comment ?? view.lastMove?.words, verdict].filter(Boolean).join(' ');
    const ending = isCurrent ? outcome : view.outcome;
    if (!ending) {
      say(turnInWords(view), { detail, isSilent: true, actions: this.#aboutSounds() });
      return;
    }
    const actions = isCurrent ? this.#after() : [];
    say(`${ending.text}, ${ending.result}`, { tone: 'result', detail, isSilent: true, actions });
  }

  /** Whoever has never chosen is asked at the first move. */
  #aboutSounds() {
    if (settings.get('sounds') || settings.get('knowsSounds') || this.#game.line.length === 0) return [];
    if (this.#game.line.length > 2) settings.set('knowsSounds', true);
    const act = () => {
      settings.set('sounds', true);
      settings.set('knowsSounds', true);
      play('move');
      this.tell();
    };
    return [{ label: 'Sounds on', act }];
  }
}
