// The puzzles on the start screen: a button for each game, and what the user has solved.

import { html } from '../shell/dom.js';

/** @import { Progress } from '../game/puzzles.js' */
/** @import { GameName } from '../types' */

/**
 * @param {HTMLElement} host
 * @param {{ games: GameName[], progress: Progress, solve: (game: string) => void }} parts `games` are those of which
 *   there are puzzles
 * @returns {() => void} shows what is solved now
 */
export function mountPuzzles(host, { games, progress, solve }) {
  return () => {
    const { streak, best } = progress.score;
    const row = best > 0 ? ` Solved without help: ${streak} in a row, ${best} at best.` : '';
    const buttons = games.map(({ name, title }) => {
      const solved = progress.solvedOf(name);
      const about = solved > 0 ? `${solved} solved` : 'none solved yet';
      const act = () => solve(name);
      return html(
        'li',
        {},
        html(
          'button',
          { type: 'button', class: 'kept-game', onclick: act },
          html('strong', {}, title),
          html('span', { class: 'muted' }, about),
        ),
      );
    });
    host.hidden = games.length === 0;
    host.replaceChildren(
      html('h2', {}, 'Puzzles'),
      html('p', { class: 'muted' }, `One side wins by force: find how.${row}`),
      html('ul', {}, ...buttons),
    );
  };
}
