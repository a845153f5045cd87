// The buttons at the board.

import { legsOf } from '../board/legs.js';
import { isRefusal } from '../game/refusal.js';
import { opposite } from '../game/state.js';
import { capital } from '../game/words.js';
import { html, set } from './dom.js';
import { icon } from './icons.js';
import { say } from './live.js';
import { askForEnd } from './resign.js';

/** @import { Analysis } from '../panels/analysis.js' */
/** @import { Board } from '../board/board.js' */
/** @import { Scene } from './scene.js' */
/** @import { Icon } from './icons.js' */
/** @import { Opponent } from '../engines/opponent.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Move } from '../types' */

/**
 * @typedef {object} Parts
 * @property {Game} game
 * @property {Board} board
 * @property {Opponent} opponent
 * @property {() => void} flip turns the board
 * @property {() => void} newGame asks for another game of the same rules
 * @property {Analysis} analysis
 */

/**
 * @param {Parts} parts
 * @param {HTMLElement} host
 * @returns {(scene: Scene) => void} draws them
 */
export function mountActions(parts, host) {
  const { game, opponent, flip: turn, newGame, analysis } = parts;
  /**
   * @param {Icon} picture
   * @param {string} label
   * @param {() => void} act
   * @param {string} [key] which does the same
   */
  const button = (picture, label, act, key) => {
    const element = html('button', {
      type: 'button',
      class: 'icon-button',
      'aria-label': label,
      'aria-keyshortcuts': key,
      title: key ? `${label} (${key})` : label,
      onclick: act,
    });
    element.append(icon(picture));
    return element;
  };
  const first = button('first', 'Go to the start', () => game.look([]));
  first.classList.add('is-spare');
  const back = button('back', 'One move back', () => game.walk(-1));
  const forward = button('forward', 'One move forward', () => game.walk(1));
  const last = button('last', 'Go to the last move', () => game.look(game.line));
  last.classList.add('is-spare');
  const undo = button('undo', 'Take back', () => game.takeBack());
  const hint = button('hint', 'Hint', () => showHint(parts, hint), 'H');
  const threat = button('threat', 'Threat: what would the other side do?', () => showThreat(parts, threat), 'X');
  const look = button('engine', 'Analysis', () => analysis.toggle(), 'A');
  analysis.onToggle((isOn) => set(look, { 'aria-pressed': String(isOn) }));
  const pause = button('pause', 'Pause', () => opponent.togglePause());
  const flip = button('flip', 'Turn the board', turn, 'F');
  const resign = button('resign', 'Resign', () => askForEnd(game, opponent));
  const again = button('add', 'New game', newGame);

  host.append(
    html('div', { class: 'action-group', role: 'group', 'aria-label': 'Moves' }, first, back, forward, last),
    html(
      'div',
      { class: 'action-group', role: 'group', 'aria-label': 'Game' },
      look,
      hint,
      threat,
      undo,
      pause,
      flip,
      resign,
      again,
    ),
  );
  const all = { first, back, forward, last, undo, hint, threat, pause, resign };
  return ({ buttons, isPaused }) => {
    for (const [name, { isShown, isOn }] of Object.entries(buttons)) {
      set(all[/** @type {keyof typeof all} */ (name)], { hidden: !isShown, disabled: !isOn });
    }
    const label = isPaused ? 'Go on' : 'Pause';
    if (pause.title === label) return;
    set(pause, { title: label, 'aria-label': label });
    pause.replaceChildren(icon(isPaused ? 'play' : 'pause'));
  };
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
  board.setArrows('hint', arrowsOf(move));
  say(`${move.san} is a good move.`, { tone: 'hint', detail: move.words });
}

/**
 * Shows what the other side would do if it were to move.
 * @param {Parts} parts
 * @param {HTMLButtonElement} button
 */
async function showThreat({ game, board, opponent }, button) {
  const { view } = game;
  button.classList.add('is-busy');
  try {
    const threat = await opponent.threat();
    if (view !== game.view || !threat) return;
    board.setArrows('hint', arrowsOf(threat, 'threat'));
    const side = capital(opposite(view.turn));
    say(`${side} could play ${threat.san}.`, { tone: 'hint', detail: threat.words });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    say('There is no such position: the side to move is in check.', { tone: 'refusal' });
  } finally {
    button.classList.remove('is-busy');
  }
}

/** @param {Move} move */
const arrowsOf = (move, kind = 'hint') => legsOf(move).map((leg) => ({ ...leg, kind }));

/**
 * Does what the button of a key does, if there is one and it does something now.
 * @param {HTMLElement} host
 * @param {string} key
 * @returns {boolean} whether there is one
 */
export function pressKey(host, key) {
  const all = /** @type {HTMLButtonElement[]} */ ([...host.querySelectorAll('[aria-keyshortcuts]')]);
  const button = all.find((one) => !one.hidden && one.getAttribute('aria-keyshortcuts') === key.toUpperCase());
  button?.click();
  return button !== undefined;
}
