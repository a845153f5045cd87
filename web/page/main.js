// The page: puts its parts together.

import { mountActions } from './actions.js';
import { analysisPanel } from './analysis.js';
import { connect } from './backend.js';
import { Board } from './board.js';
import { Clock } from './clock.js';
import { byId, html, set } from './dom.js';
import { applyEmbedding, isEmbedded } from './embed.js';
import { Figures } from './figures.js';
import { inOrder } from './games.js';
import { gamePanel } from './game-panel.js';
import { icon } from './icons.js';
import { announce, say } from './live.js';
import { keepLocation, placeOf, setupAt, writeLocation } from './location.js';
import { askForGame, setupOf } from './newgame.js';
import { keepOffline } from './offline.js';
import { Opponent } from './opponent.js';
import { Panels } from './panels.js';
import { mountPlayers } from './players.js';
import { applyTheme, askForSettings } from './preferences.js';
import { rulesPanel } from './rules-panel.js';
import { acceptFiles, sharePanel } from './share-panel.js';
import { mountStart, showFailure } from './start.js';
import { Game } from './state.js';
import { Table } from './table.js';
import { turnInWords } from './words.js';

/** @import { Backend, GameName, Setup } from './types' */
/** @import { Panel } from './panels.js' */

/** The panels beside the board, in the order of their tabs. */
/** @type {Panel[]} */
const PANELS = [gamePanel, rulesPanel, analysisPanel, sharePanel];

/**
 * What the parts of the page know of each other.
 * @typedef {object} App
 * @property {Backend} backend
 * @property {GameName[]} games
 * @property {Game} game
 * @property {Board} board
 * @property {Figures} figures
 * @property {Table} table
 * @property {Clock} clock
 * @property {Opponent} opponent
 * @property {() => void} flip turns the board
 * @property {() => void} newGame asks for another game of the same rules
 * @property {(setup: Setup) => Promise<void>} begin begins a game; rejects if its position is bad
 */

addEventListener('unhandledrejection', ({ reason }) => {
  say(`Something has failed: ${reason?.message ?? reason}`, { tone: 'refusal' });
});
applyTheme();
applyEmbedding();
const backend = await connect().catch((error) => {
  showFailure(byId('start'), error);
  throw error;
});
const games = inOrder(backend.games);
const figures = new Figures(backend);
/** @type {App | null} */
let app = null;

set(byId('settings'), { onclick: askForSettings });
byId('settings').append(icon('settings'));
set(byId('home'), { onclick: showStart });

addEventListener('keydown', onKey);

mountStart(byId('start'), games, choose);
const resume = html('button', { type: 'button', class: 'secondary', onclick: showGame }, 'Back to the game');
const refusal = html('p', { class: 'refusal', role: 'alert' });
byId('start').prepend(resume, refusal);
showStart();
document.documentElement.dataset.ready = 'start';
addEventListener('hashchange', follow);
follow();
keepOffline(backend);

/** @param {string} name */
function choose(name) {
  const game = games.find((other) => other.name === name);
  if (game) askForGame(game, backend.levels, (setup) => begin(setup));
}

function showStart() {
  resume.hidden = app === null;
  byId('start').hidden = false;
  byId('play').hidden = true;
  byId('game-title').hidden = true;
  document.title = 'Vertumnus';
  scrollTo(0, 0);
}

/** Begins the game of the address, if it has one. Of a bad one the reason is told, and nothing changes. */
async function follow() {
  const place = placeOf(location.hash);
  if (!place) return;
  const { setup, isKnown } = setupAt(place);
  const isBare = place.fen === null && place.moves.length === 0;
  try {
    if (!games.some(({ name }) => name === place.game)) throw new Error(`There is no game “${place.game}” here.`);
    if (!isBare || isKnown) await begin(setup);
    else if (isEmbedded) await begin(setupOf(place.game));
    else choose(place.game);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    refusal.textContent = `The address does not lead to a position: ${message}`;
    say(refusal.textContent, { tone: 'refusal' });
    if (app) writeLocation(app.game);
  }
}

function showGame() {
  if (!app) return;
  refusal.textContent = '';
  const { title } = app.game.variant;
  // A page that is only opened, perhaps within another one, takes the focus from nobody.
  const hasFocus = document.activeElement !== document.body;
  byId('start').hidden = true;
  byId('play').hidden = false;
  byId('game-title').textContent = title;
  byId('game-title').hidden = false;
  document.title = `${title} – Vertumnus`;
  scrollTo(0, 0);
  if (hasFocus) app.table.focus();
}

/**
 * Begins a game and shows it.
 * @param {Setup} setup
 */
export async function begin(setup) {
  if (app) await app.game.restart(setup);
  else app = await open(setup);
  await app.table.opened;
  showGame();
  document.documentElement.dataset.ready = 'play';
  announce(`${app.game.variant.title}. ${turnInWords(app.game.view)}.`);
}

/**
 * Puts the parts of a game together, for the first game.
 * @param {Setup} setup
 * @returns {Promise<App>}
 */
async function open(setup) {
  const game = await Game.start(backend, setup);
  const board = new Board(figures);
  const clock = new Clock(game);
  const opponent = new Opponent(backend, game, clock);
  const table = new Table(game, board, figures, byId('board'), () => choose(game.variant.name));
  /** @type {App} */
  const parts = {
    backend,
    games,
    game,
    board,
    figures,
    table,
    clock,
    opponent,
    flip: () => {
      table.flip(!board.isFlipped);
      showPlayers();
    },
    newGame: () => choose(game.variant.name),
    begin,
  };
  const showPlayers = mountPlayers(parts, byId('above'), byId('below'));
  mountActions(parts, byId('actions'));
  keepLocation(game);
  acceptFiles(parts);
  new Panels(parts, byId('side'), PANELS).show(gamePanel.id);
  opponent.consider();
  return parts;
}

/**
 * The arrow keys go through the game, where they have nothing else to do.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!app || byId('play').hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, textarea, select, dialog, [role=tablist], [contenteditable]')) return;
  const { game } = app;
  if (event.key === 'ArrowLeft') game.look({ ...game.place, ply: game.place.ply - 1 });
  else if (event.key === 'ArrowRight') game.look({ ...game.place, ply: game.place.ply + 1 });
  else return;
  event.preventDefault();
}
