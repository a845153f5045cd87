// The start screen: a picture and a sentence for each game, and the games that were played.

import { html, set, svg } from '../shell/dom.js';
import { GAMES } from './games.js';
import { mountKept } from './kept.js';
import { mountPuzzles } from './puzzle-list.js';
import { capital } from '../game/words.js';

/** @import { Library } from '../game/library.js' */
/** @import { Progress } from '../game/puzzles.js' */
/** @import { GameRecord } from '../game/record.js' */
/** @import { Backend, GameName } from '../types' */

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {boolean} canWrite whether games can be written here
 * @property {GameName[]} games
 * @property {Library} library
 * @property {Progress} progress
 * @property {(game: string) => void} solve begins a puzzle of a game
 * @property {(game: string) => void} choose
 * @property {(record: GameRecord) => void} open goes on with a game that is kept
 * @property {() => void} write leads to the text of a game
 * @property {() => void} resume goes back to the game on the board
 */

/**
 * Shows the games in an element.
 * @param {HTMLElement} host
 * @param {Parts} parts
 */
export function mountStart(host, { backend, canWrite, games, library, progress, choose, solve, open, resume, write }) {
  const cards = new Map(games.map((game) => [game.name, card(backend, game, () => choose(game.name))]));
  const own = html(
    'button',
    { type: 'button', class: 'game-card', onclick: write },
    html('span', { class: 'game-picture game-text', 'aria-hidden': 'true' }, '[mygame:chess]\nking = k:KN'),
    html('strong', {}, 'Write a game'),
    html('span', { class: 'game-about' }, 'Your own rules in a text of some lines, played at once.'),
  );
  const back = html('button', { type: 'button', class: 'secondary', onclick: resume }, 'Back to the game');
  const kept = html('section', { class: 'kept', 'aria-label': 'Your games' });
  const puzzles = html('section', { class: 'puzzles', 'aria-label': 'Puzzles' });
  const showPuzzles = mountPuzzles(puzzles, {
    games: games.filter(({ name }) => backend.puzzles.includes(name)),
    progress,
    solve,
  });
  const showKept = mountKept(kept, { backend, games, library, open });
  const isBusy = () => host.getAttribute('aria-busy') === 'true';
  host.addEventListener('click', (event) => isBusy() && event.stopPropagation(), true);
  host.append(
    back,
    html('h1', {}, 'Chess games in which pieces take on one another’s powers'),
    html('p', { class: 'lead' }, 'Choose a game. Every piece tells what it does: click it.'),
    kept,
    legend(),
    html(
      'ul',
      { class: 'game-cards' },
      ...[...cards.values()].map((button) => html('li', {}, button)),
      canWrite && html('li', {}, own),
    ),
    puzzles,
  );
  return {
    /** @param {boolean} hasGame whether there is a game on the board */
    update(hasGame) {
      back.hidden = !hasGame;
      showKept();
      showPuzzles();
    },
    /**
     * Shows that a game is loading; another cannot be chosen meanwhile.
     * @param {string | null} game
     */
    setBusy(game) {
      host.setAttribute('aria-busy', String(game !== null));
      // A button that is disabled would lose the focus.
      set(own, { 'aria-disabled': String(game !== null) });
      for (const [name, button] of cards) {
        button.classList.toggle('is-busy', name === game);
        set(button, { 'aria-disabled': String(game !== null) });
      }
    },
  };
}

/** What the marks in the pictures of the games mean. */
function legend() {
  const samples = {
    'this piece': svg('rect', { width: 18, height: 18, class: 'sample-piece' }),
    'can go there': svg('circle', { cx: 9, cy: 9, r: 3.2, class: 'sample-dot' }),
    'can take there': svg('circle', { cx: 9, cy: 9, r: 6.8, class: 'sample-ring' }),
  };
  const items = Object.entries(samples).map(([words, sample]) =>
    html('li', {}, svg('svg', { viewBox: '0 0 18 18', class: 'sample', 'aria-hidden': 'true' }, sample), words),
  );
  return html('div', { class: 'legend muted' }, html('span', {}, 'In the pictures:'), html('ul', {}, ...items));
}

/**
 * @param {Backend} backend
 * @param {GameName} game
 * @param {() => void} act
 */
function card(backend, { name, title }, act) {
  const about = GAMES[name];
  const picture = html('img', { alt: '', loading: 'lazy', width: 360, height: 360 });
  if (about) picture.src = `rules/diagrams/${about.picture}.svg`;
  else drawStart(backend, name, picture);
  return html(
    'button',
    { type: 'button', class: 'game-card', 'data-game': name, onclick: act },
    html('span', { class: 'game-picture' }, picture),
    html('strong', {}, title, about?.tag ? html('span', { class: 'game-tag' }, about.tag) : null),
    html('span', { class: 'game-about' }, about?.about ?? ''),
  );
}

/**
 * A game of a file has no pages of rules with pictures: its start position is drawn.
 * @param {Backend} backend
 * @param {string} game
 * @param {HTMLImageElement} picture
 */
async function drawStart(backend, game, picture) {
  const drawn = await backend.call(game, { call: 'diagram' });
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
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
    html('p', { class: 'refusal lead', role: 'alert' }, `${capital(error.message)}.`),
    html('button', { type: 'button', class: 'primary', onclick: () => location.reload() }, 'Try again'),
  );
}
