// The panel of the game in play: what the picked piece does, the moves, and a field to type one.

import { mountControl } from '../board/control.js';
import { mountExplanation } from './explain.js';
import { byId, html } from '../shell/dom.js';
import { mountMoves } from './moves.js';
import { mountTyped } from './typed.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Panel } from './panels.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Table } from '../board/table.js' */

/** When board and panels stand below each other, as the style sheet has it. */
const ONE_COLUMN = matchMedia('(max-width: 860px) and (min-height: 521px), (max-width: 560px)');

/**
 * @param {{ game: Game, table: Table, figures: Figures }} parts
 * @returns {Panel}
 */
export const gamePanel = ({ game, table, figures }) => ({
  id: 'game',
  title: 'Game',
  mount(host) {
    const explanation = html('div', { class: 'explanation', role: 'region', 'aria-label': 'What the piece does', tabindex: 0 });
    const moves = html('div', { class: 'moves-box', role: 'region', 'aria-label': 'Moves', tabindex: 0 });
    const aside = html('div', { class: 'aside-note', hidden: true });
    host.append(aside, moves);
    // On a phone, the card would lie below the fold in here.
    const place = () => (ONE_COLUMN.matches ? byId('message').before(explanation) : host.prepend(explanation));
    ONE_COLUMN.addEventListener('change', place);
    place();
    mountExplanation({ game, marker: table.marker, figures }, explanation);
    mountMoves(game, moves);
    mountControl({ game, marker: table.marker }, host);
    mountTyped({ game, table }, host);
    mountReturn(game, aside);
  },
});

/**
 * Says that the user looks at a variation or at the past, and offers the way back. What was deleted can be had
 * back until something else happens.
 * @param {Game} game
 * @param {HTMLElement} host
 */
function mountReturn(game, host) {
  /** @type {(() => Promise<void>) | null} */
  let undo = null;
  const erase = async () => {
    undo = await game.eraseVariation();
    update();
  };
  const update = () => {
    host.hidden = game.isCurrent && undo === null;
    /** @param {string} label @param {() => void} act */
    const button = (label, act) => html('button', { type: 'button', class: 'secondary', onclick: act }, label);
    if (undo) {
      host.replaceChildren(html('span', {}, 'The move is deleted, and what followed it.'), button('Undo', undo));
      return;
    }
    if (game.isCurrent) return;
    const { isPast } = game;
    const back = button('Back to the game', () => game.look(game.line));
    const playOn = button('Play on from here', () => game.playOn());
    const about = isPast ? 'An earlier position.' : 'A variation. The game stays as it is.';
    host.replaceChildren(html('span', {}, about), back, playOn);
    if (!isPast) host.append(button('Delete the move', erase));
  };
  game.subscribe(() => {
    undo = null;
    update();
  });
  update();
}
