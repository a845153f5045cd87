// The buttons at the board.

import { html, set } from './dom.js';
import { icon } from './icons.js';
import { say } from './live.js';
import { askForEnd } from './resign.js';

/** @import { Board } from '../board/board.js' */
/** @import { Icon } from './icons.js' */
/** @import { Opponent } from '../engine/opponent.js' */
/** @import { Game } from '../game/state.js' */

/**
 * @typedef {object} Parts
 * @property {Game} game
 * @property {Board} board
 * @property {Opponent} opponent
 * @property {() => void} flip turns the board
 * @property {() => void} newGame asks for another game of the same rules
 */

/**
 * @param {Parts} parts
 * @param {HTMLElement} host
 */
export function mountActions(parts, host) {
  const { game, opponent, flip: turn, newGame } = parts;
  /**
   * @param {Icon} picture
   * @param {string} label
   * @param {() => void} act
   */
  const button = (picture, label, act) => {
    const element = html('button', { type: 'button', class: 'icon-button', 'aria-label': label, title: label, onclick: act });
    element.append(icon(picture));
    return element;
  };
  const first = button('first', 'Go to the start', () => game.look([]));
  const back = button('back', 'One move back', () => game.walk(-1));
  const forward = button('forward', 'One move forward', () => game.walk(1));
  const last = button('last', 'Go to the last move', () => game.look(game.line));
  const undo = button('undo', 'Take back', () => game.takeBack());
  const hint = button('hint', 'Hint', () => showHint(parts, hint));
  const pause = button('pause', 'Pause', () => opponent.togglePause());
  const flip = button('flip', 'Turn the board', turn);
  const resign = button('resign', 'Resign', () => askForEnd(game, opponent));
  const again = button('add', 'New game', newGame);

  const update = () => {
    const isStart = game.moves.length === 0;
    const kinds = Object.values(game.players).map((player) => player.kind);
    const isWatched = kinds.every((kind) => kind === 'engine');
    // A puzzle has help of its own.
    const isPuzzle = kinds.includes('solution');
    set(first, { disabled: isStart });
    set(back, { disabled: isStart });
    set(forward, { disabled: !game.hasNext });
    set(last, { disabled: game.isCurrent });
    set(undo, { disabled: game.retractable === 0, hidden: isWatched || isPuzzle });
    set(hint, { disabled: opponent.isThinking || game.view.legal.length === 0, hidden: isWatched || isPuzzle });
    set(pause, { hidden: !isWatched, disabled: game.outcome !== null });
    set(resign, { hidden: isWatched || isPuzzle, disabled: game.outcome !== null || game.line.length < 2 });
    const label = opponent.isPaused ? 'Go on' : 'Pause';
    if (pause.title !== label) {
      set(pause, { title: label, 'aria-label': label });
      pause.replaceChildren(icon(opponent.isPaused ? 'play' : 'pause'));
    }
  };
  game.subscribe(update);
  opponent.subscribe(update);
  host.append(
    html('div', { class: 'action-group', role: 'group', 'aria-label': 'Moves' }, first, back, forward, last),
    html('div', { class: 'action-group', role: 'group', 'aria-label': 'Game' }, hint, undo, pause, flip, resign, again),
  );
  update();
}

/**
 * Shows the move that the engine would play.
 * @param {Parts} parts
 * @param {HTMLButtonElement} button
 */
async function showHint({ game, board, opponent }, button) {
  const { view } = game;
  button.classList.add('is-busy');
  say('Looking for a good move …', { tone: 'hint' });
  const best = await opponent.hint();
  button.classList.remove('is-busy');
  const move = view.legal.find((legal) => legal.text === best);
  if (view !== game.view || !move) return;
  board.setArrows('hint', arrowsOf(move.from, move.stops));
  say(`${move.san} is a good move.`, { tone: 'hint', detail: move.words });
}

/**
 * @param {string} from
 * @param {string[]} stops
 */
function arrowsOf(from, stops) {
  return stops.map((to, index) => ({ from: index === 0 ? from : stops[index - 1], to, kind: 'hint' }));
}
