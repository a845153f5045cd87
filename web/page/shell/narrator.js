// Tells what happens in the game to screen readers, and by a sound. What was said before holds no longer when the user has
// gone on.

import { hasSideEffect } from '../board/selection.js';
import { moveInWords } from '../game/words.js';
import { announce, hush } from './live.js';
import { settings } from './settings.js';
import { play } from './sound.js';

/** @import { Action } from './live.js' */
/** @import { Change, Game } from '../game/state.js' */
/** @import { Sound } from './sound.js' */
/** @import { Move } from '../types' */

/** Tells of a game. @param {Game} game */
export function narrate(game) {
  /** @param {Change} change */
  const hear = (change) => {
    if (isOfTheUser(change, game)) hush();
    if (change.type === 'move') {
      const { move, before, after } = change;
      announce(moveInWords(move, before, after, game.variant));
      play(after.outcome ? 'end' : soundOf(move, after.isCheck));
    } else if (change.type === 'end') {
      play('end');
      announce(game.outcome?.text ?? '');
    }
  };
  game.subscribe(hear);
}

/**
 * The sound of a move: of all that it does, the rarest.
 * @param {Move} move
 * @param {boolean} isCheck
 * @returns {Sound}
 */
export function soundOf(move, isCheck) {
  if (hasSideEffect(move)) return 'vanish';
  if (isCheck) return 'check';
  if (move.stops.length > 1) return 'fly';
  if (move.changesMover) return 'become';
  return move.victims.length > 0 ? 'capture' : 'move';
}

/**
 * Whether a change is the user's doing: the engine's answer leaves what the user is told.
 * @param {Change} change
 * @param {Pick<Game, 'players'>} game
 */
export function isOfTheUser(change, { players }) {
  if (change.type !== 'move') return change.type !== 'note';
  return !change.advances || players[change.before.turn].kind === 'person';
}

/**
 * Whoever has never chosen is asked at the first move whether there shall be sounds.
 * @param {Game} game
 * @returns {Action[]}
 */
export function aboutSounds(game) {
  if (settings.get('sounds') || settings.get('knowsSounds') || game.line.length === 0) return [];
  if (game.line.length > 2) settings.set('knowsSounds', true);
  const act = () => {
    settings.set('sounds', true);
    settings.set('knowsSounds', true);
    play('move');
  };
  return [{ label: 'Play sounds', act }];
}
