// The start screen: where to begin, a picture and a sentence for each game with its lesson and its puzzles, and the games
// that were played.

import { html, set, setText } from '../shell/dom.js';
import { drawStart, link } from './card.js';
import { GAMES, teaches } from './games.js';
import { mountKept } from './kept.js';
import { settings } from '../shell/settings.js';
import { BEGINNING } from '../game/texts.js';
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
 * @property {(game: string) => void} guide begins the lesson of a game
 * @property {(game: string) => void} choose
 * @property {(record: GameRecord) => void} open goes on with a game that is kept
 * @property {() => void} write leads to the text of a game
 * @property {() => void} showGallery leads to games that are texts
 * @property {() => void} resume goes back to the game on the board
 */

/**
 * Shows the games in an element.
 * @param {HTMLElement} host
 * @param {Parts} parts
 */
export function mountStart(host, parts) {
  const { backend, canWrite, games, library, progress, open, resume, showGallery, write } = parts;
  const cards = new Map(games.map((game) => [game.name, card(game, parts)]));
  const own = html(
    'button',
    { type: 'button', class: 'game-main', onclick: write },
    html('span', { class: 'game-picture game-text', 'aria-hidden': 'true' }, BEGINNING),
    html('strong', {}, 'Write a game'),
    html('span', { class: 'game-about' }, 'Your own rules in a text of some lines, played at once.'),
  );
  const back = html('button', { type: 'button', class: 'secondary', onclick: resume }, 'Back to the game');
  const kept = html('section', { class: 'kept', 'aria-label': 'Your games' });
  const hello = welcome(parts);
  const showKept = mountKept(kept, { backend, games, library, open });
  const isBusy = () => host.getAttribute('aria-busy') === 'true';
  host.addEventListener('click', (event) => isBusy() && event.stopPropagation(), true);
  host.append(
    back,
    html('h1', {}, 'Chess games in which pieces take on one another’s powers'),
    html('p', { class: 'lead' }, 'Choose a game. Every piece tells what it does: click it.'),
    kept,
    hello,
    html(
      'ul',
      { class: 'game-cards' },
      ...[...cards.values()].map(({ element }) => element),
      canWrite &&
        html(
          'li',
          { class: 'game-card' },
          own,
          html('div', { class: 'game-more' }, link(showGallery, 'Gallery of such games')),
        ),
    ),
  );
  return {
    /** @param {boolean} hasGame whether there is a game on the board */
    update(hasGame) {
      back.hidden = !hasGame;
      showKept();
      // Who has begun a game or solved a puzzle is not new here.
      hello.hidden = hasGame || !kept.hidden || settings.get('played') !== '' || progress.score.solved.length > 0;
      for (const { update } of cards.values()) update();
    },
    /**
     * Shows that a game is loading; another cannot be chosen meanwhile.
     * @param {string | null} game
     */
    setBusy(game) {
      host.setAttribute('aria-busy', String(game !== null));
      for (const [name, { element }] of cards) element.classList.toggle('is-busy', name === game);
      // A button that is disabled would lose the focus.
      for (const button of host.querySelectorAll('button')) set(button, { 'aria-disabled': String(game !== null) });
    },
  };
}

/**
 * Where to begin, for who is new: what the first game is about, in pictures, and its lesson.
 * @param {Parts} parts
 */
function welcome({ games, guide }) {
  const first = games.find(({ name }) => GAMES[name]?.shows);
  const shows = first && GAMES[first.name].shows;
  if (!first || !shows) return html('section', { hidden: true });
  const tile = (/** @type {'taker' | 'taken' | 'made'} */ part) =>
    html('span', {
      class: `welcome-tile is-${part}`,
      style: `background-image: url("rules/diagrams/${shows.picture}.svg")`,
    });
  const sign = (/** @type {string} */ text) => html('span', { class: 'welcome-sign' }, text);
  return html(
    'section',
    { class: 'welcome', 'aria-label': 'Where to begin' },
    html(
      'div',
      { class: 'welcome-picture', 'aria-hidden': 'true' },
      tile('taker'),
      sign('×'),
      tile('taken'),
      sign('='),
      tile('made'),
    ),
    html(
      'div',
      {},
      html('h2', {}, `New here? Begin with ${first.title}`),
      html('p', {}, shows.words),
      html('button', { type: 'button', class: 'primary', onclick: () => guide(first.name) }, 'Learn it by playing'),
    ),
  );
}

/**
 * The card of a game: what begins it, and below that its lesson and its puzzles.
 * @param {GameName} game
 * @param {Parts} parts
 */
function card({ name, title }, { backend, progress, choose, guide, solve }) {
  const about = GAMES[name];
  const picture = html('img', { alt: '', loading: 'lazy', width: 360, height: 360 });
  if (about) picture.src = `rules/diagrams/${about.picture}.svg`;
  else drawStart(backend, name, picture);
  const main = html(
    'button',
    { type: 'button', class: 'game-main', 'data-game': name, onclick: () => choose(name) },
    html('span', { class: 'game-picture' }, picture),
    html('strong', {}, title),
    html(
      'span',
      { class: 'game-about' },
      about?.about ?? '',
      about?.news && html('span', { class: 'game-news' }, about.news),
    ),
  );
  const more = html('div', { class: 'game-more' });
  const of = html('span', { class: 'visually-hidden' }, ` of ${title}`);
  const solved = html('span', { class: 'muted' });
  if (teaches(name)) more.append(link(() => guide(name), 'Lesson', of.cloneNode(true)));
  if (backend.puzzles.includes(name)) more.append(link(() => solve(name), 'Puzzles', of, solved));
  return {
    element: html('li', { class: 'game-card' }, main, more.children.length > 0 && more),
    /** Shows how many puzzles are solved now. */
    update() {
      const count = progress.solvedOf(name);
      setText(solved, count > 0 ? ` ${count} solved` : '');
    },
  };
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
