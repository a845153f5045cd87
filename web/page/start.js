// The start screen: a picture and a sentence for each game.

import { html } from './dom.js';
import { GAMES } from './games.js';
import { capital } from './words.js';

/**
 * Shows the games in an element.
 * @param {HTMLElement} host
 * @param {{ name: string, title: string }[]} games
 * @param {(game: string) => void} choose
 */
export function mountStart(host, games, choose) {
  const cards = games.map(({ name, title }) => {
    const game = GAMES[name];
    return html(
      'li',
      {},
      html(
        'button',
        { type: 'button', class: 'game-card', 'data-game': name, onclick: () => choose(name) },
        html(
          'span',
          { class: 'game-picture' },
          html('img', {
            src: `rules/diagrams/${game?.picture ?? `${name}-start`}.svg`,
            alt: '',
            loading: 'lazy',
            width: 360,
            height: 360,
          }),
        ),
        html('strong', {}, title),
        html('span', { class: 'game-about' }, game?.about ?? ''),
      ),
    );
  });
  host.append(
    html('h1', {}, 'Chess games in which pieces take on one another’s powers'),
    html('p', { class: 'lead' }, 'Choose a game. Every piece tells what it does: click it.'),
    html('ul', { class: 'game-cards' }, ...cards),
  );
}

/**
 * Says in place of the games why there are none.
 * @param {HTMLElement} host
 * @param {Error} error
 */
export function showFailure(host, error) {
  host.hidden = false;
  host.replaceChildren(
    html('h1', {}, 'The page cannot begin'),
    html('p', { class: 'refusal lead', role: 'alert' }, capital(error.message)),
    html('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, 'Try again'),
  );
}
