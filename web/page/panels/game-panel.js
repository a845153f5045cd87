// The game in play, beside the board: what the picked piece does, the moves, a field to type one, and marks for all
// pieces of a side.

import { mountControl } from '../board/control.js';
import { onColumns } from '../shell/columns.js';
import { byId, html } from '../shell/dom.js';
import { mountExplanation } from './explain.js';
import { button } from './fields.js';
import { mountMoves } from './moves.js';
import { mountNote } from './note.js';
import { mountTyped } from './typed.js';

/** @import { Figures } from '../board/figures.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Screen } from '../shell/screen.js' */
/** @import { Table } from '../board/table.js' */

/**
 * @typedef {object} Parts
 * @property {Game} game
 * @property {Screen} screen
 * @property {Table} table
 * @property {Figures} figures
 * @property {() => void} playFromHere asks how to play on from the position on the board
 * @property {() => void} showLegend tells how to read the pieces
 */

/** @param {Parts} parts */
export function mountGame({ game, table, figures, playFromHere, showLegend }) {
  const { marker } = table;
  const moves = html('div', { class: 'moves-box', role: 'region', 'aria-label': 'Moves', tabindex: 0 });
  const aside = html('div', { class: 'aside-note', hidden: true });
  const tools = html('div', { class: 'game-tools' });
  byId('game').append(aside, moves, tools);
  mountExplanation({ game, marker, figures, showLegend }, byId('card'));
  // Where there are three columns, it has its place left of the board; on a phone it stands where it is seen at once.
  onColumns((columns) => {
    if (columns === 3) byId('left').prepend(byId('card'));
    else if (columns === 2) byId('message').after(byId('card'));
    else byId('message').before(byId('card'));
  });
  mountMoves(game, moves);
  mountTyped({ game, table }, tools);
  mountControl({ game, marker }, tools);
  mountNote(game, tools);
  mountReturn(game, aside, playFromHere);
}

/**
 * Says that the user looks at a variation or at the past, and offers the way back. What was deleted can be had
 * back until something else happens.
 * @param {Game} game
 * @param {HTMLElement} host
 * @param {() => void} playFromHere
 */
function mountReturn(game, host, playFromHere) {
  /** @type {(() => Promise<void>) | null} */
  let undo = null;
  const erase = async () => {
    undo = await game.eraseVariation();
    update();
  };
  const update = () => {
    const { isPast, record } = game;
    // A lesson has a way of its own through its moves.
    host.hidden = (game.isCurrent || record.lesson !== undefined) && undo === null;
    if (undo) {
      host.replaceChildren(html('span', {}, 'The move is deleted, and what followed it.'), button('Undo', undo));
      return;
    }
    if (host.hidden) return;
    const about = isPast ? 'An earlier position.' : 'A variation. The game stays as it is.';
    host.replaceChildren(
      html('span', {}, about),
      button('Back to the game', () => game.look(game.line)),
      button('Play on from here', () => game.playOn()),
      button('Play it against …', playFromHere),
    );
    if (!isPast) host.append(button('Delete the move', erase));
  };
  game.subscribe(() => {
    undo = null;
    update();
  });
  update();
}
