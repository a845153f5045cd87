// The part of the pane for writers of games that plays a game some dozen times and shows what came of it.

import { html, setText } from '../shell/dom.js';
import { button } from './fields.js';
import { Searcher } from '../engines/searcher.js';
import { GAMES, NODES, reportOf, trial } from '../game/trial.js';

/** @import { Backend } from '../types' */
/** @import { Played } from '../game/trial.js' */

/** @param {Backend} backend */
export function trialReport(backend) {
  const state = html('p', { class: 'muted', role: 'status' });
  const found = html('dl', { class: 'trial' });
  const begin = button(`Play it ${GAMES} times`, () => void run());
  const stop = button('Stop', () => end());
  const element = html('section', { 'aria-label': 'Report' }, html('div', { class: 'row' }, begin, stop), state, found);
  stop.hidden = true;
  /** @type {string | null} */
  let game = null;
  /** @type {Searcher | null} Of the games that are being played. */
  let running = null;

  const end = () => {
    running?.close();
    running = null;
    begin.hidden = false;
    stop.hidden = true;
  };

  const run = async () => {
    if (game === null) return;
    const name = game;
    const searcher = new Searcher(() => backend.newEngine(name), name);
    running = searcher;
    begin.hidden = true;
    stop.hidden = false;
    stop.focus();
    found.replaceChildren();
    /** @type {Played[]} */
    const played = [];
    const tell = () => {
      const count = played.length === 1 ? '1 game' : `${played.length} games`;
      const rest =
        running === searcher
          ? `${played.length} of ${GAMES} games`
          : `${count}, each from a start of four random moves`;
      setText(
        state,
        `${rest}, with ${NODES} nodes a move.${running === searcher ? ' …' : ' The engine is weak at that: strong players may find the game otherwise.'}`,
      );
    };
    tell();
    try {
      for await (const one of trial({ backend, searcher, game: name })) {
        if (running !== searcher) break;
        played.push(one);
        tell();
        show(found, played);
      }
    } catch (error) {
      if (running === searcher) end();
      setText(state, `The games have ended: ${/** @type {Error} */ (error).message}`);
      return;
    }
    // Another text has taken its place, or the user has seen enough.
    if (running === searcher) end();
    if (name === game) tell();
  };

  return {
    element,
    /** The game that is tried out; none while a text is read. @param {string | null} name */
    offer(name) {
      if (name === game) return;
      end();
      game = name;
      begin.disabled = name === null;
      setText(state, '');
      found.replaceChildren();
    },
  };
}

/**
 * @param {HTMLElement} host
 * @param {Played[]} played
 */
function show(host, played) {
  host.replaceChildren(...reportOf(played).flatMap(({ name, text }) => [html('dt', {}, name), html('dd', {}, text)]));
}
