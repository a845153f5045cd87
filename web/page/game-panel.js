// The panel of the game in play: what the picked piece does, the moves, and a field to type one.

import { mountExplanation } from './explain.js';
import { html } from './dom.js';
import { mountMoves } from './moves.js';
import { mountTyped } from './typed.js';

/** @import { App } from './main.js' */
/** @import { Panel } from './panels.js' */

/** @type {Panel} */
export const gamePanel = {
  id: 'game',
  title: 'Game',
  mount(app, host) {
    const explanation = html('div', { class: 'explanation', role: 'region', 'aria-label': 'What the piece does', tabindex: 0 });
    const moves = html('div', { class: 'moves-box', role: 'region', 'aria-label': 'Moves', tabindex: 0 });
    const aside = html('div', { class: 'aside-note', hidden: true });
    host.append(explanation, aside, moves);
    mountExplanation(app, explanation);
    mountMoves(app.game, moves);
    mountTyped(app, host);
    mountReturn(app, aside);
  },
};

/**
 * Says that the user looks at a variation or at the past, and offers the way back.
 * @param {App} app
 * @param {HTMLElement} host
 */
function mountReturn({ game }, host) {
  const update = () => {
    host.hidden = game.isCurrent;
    if (game.isCurrent) return;
    const isVariation = game.place.variation !== null;
    host.replaceChildren(
      html('span', {}, isVariation ? 'A variation. The game stays as it is.' : 'An earlier position.'),
      html(
        'button',
        { type: 'button', class: 'secondary', onclick: () => game.look({ ply: game.line.length, variation: null }) },
        'Back to the game',
      ),
      html(
        'button',
        { type: 'button', class: 'secondary', onclick: () => game.cut() },
        'Play on from here',
      ),
    );
  };
  game.subscribe(update);
  update();
}
