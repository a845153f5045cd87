// The page: puts its parts together.

import { mountActions, pressKey } from './shell/actions.js';
import { Analysis } from './panels/analysis.js';
import { connect } from './engines/backend.js';
import { Board } from './board/board.js';
import { Clock } from './game/clock.js';
import { coded, isWritten } from './game/coded.js';
import { onColumns } from './shell/columns.js';
import { byId, nextTask, set, setText, shown } from './shell/dom.js';
import { applyEmbedding, isEmbedded } from './shell/embed.js';
import { Figures } from './board/figures.js';
import { Unplayable, askToOpen, readLink } from './start/from-link.js';
import { GAMES, inOrder } from './start/games.js';
import { mountGame } from './panels/game-panel.js';
import { guideOf } from './game/guide.js';
import { icon } from './shell/icons.js';
import { keepGame, keptAt } from './game/keeper.js';
import { showKeys } from './shell/keys.js';
import { Library, storageOf } from './game/library.js';
import { announce, hush, say } from './shell/live.js';
import { GALLERY, placeOf, writeGallery, writeLocation } from './game/location.js';
import { aboutSounds, narrate } from './shell/narrator.js';
import { askForGame, setupOf } from './start/newgame.js';
import { keepOffline } from './shell/offline.js';
import { Opponent } from './engines/opponent.js';
import { Panels } from './panels/panels.js';
import { mountMessage, mountNotice } from './shell/message.js';
import { mountPlayers } from './shell/players.js';
import { Screen } from './shell/screen.js';
import { settings } from './shell/settings.js';
import { Stage } from './shell/stage.js';
import { Teacher } from './shell/teacher.js';
import { applyTheme, askForSettings } from './shell/preferences.js';
import { Progress } from './game/puzzles.js';
import { newId, people, recordOf } from './game/record.js';
import { isRefusal } from './game/refusal.js';
import { resultsOf } from './game/results.js';
import { reviewPanel } from './panels/review-panel.js';
import { rulesPanel } from './panels/rules-panel.js';
import { mountScoreBar } from './board/score-bar.js';
import { acceptFiles, sharePanel } from './panels/share-panel.js';
import { mountStart, showFailure } from './start/start.js';
import { Game } from './game/state.js';
import { Table } from './board/table.js';
import { BEGINNING, Texts, gamesIn } from './game/texts.js';
import { Trainer, nextPuzzle, puzzleAt } from './shell/trainer.js';
import { WayBack } from './shell/way-back.js';
import { turnInWords } from './game/words.js';
import { writePanel } from './panels/write-panel.js';

/** @import { Place } from './game/location.js' */
/** @import { GameRecord } from './game/record.js' */
/** @import { Child } from './shell/dom.js' */
/** @import { GameName, Setup } from './types' */

/** What is loaded when it is asked for. */
const later = {
  gallery: () => /** @type {Promise<typeof import('./start/gallery.js')>} */ (load('start/gallery.js')),
  lesson: () => /** @type {Promise<typeof import('./game/made-lesson.js')>} */ (load('game/made-lesson.js')),
};
/** @param {string} name */
const load = (name) => import(new URL(name, document.baseURI).href);

addEventListener('unhandledrejection', ({ reason }) => {
  say(`Something has failed: ${reason?.message ?? reason}`, { tone: 'refusal' });
});
applyTheme();
mountNotice();
applyEmbedding();
const backend = await connect().catch((error) => {
  showFailure(byId('start'), error);
  throw error;
});
const games = inOrder(backend.games);
/** A guest within another page plays; writing takes a page of its own. */
const canWrite = backend.check !== null && !isEmbedded;
const figures = new Figures(backend);
const library = new Library(storageOf('localStorage'));
const texts = new Texts(storageOf('localStorage'));
const progress = new Progress(storageOf('localStorage'));
/** @typedef {Awaited<ReturnType<typeof setUp>>} Parts */
/** @type {Parts | null} The parts of the board, once a game was on it. */
let parts = null;
/** The gallery, once somebody has asked for it. @type {Promise<{ show: () => Promise<void> }> | null} */
let gallery = null;
/** The game that the board shows while its text is written. @type {string | null} */
let draft = null;
/** A position or a game that came in, by a link perhaps, and how long it was. @type {{ id: string, length: number } | null} */
let arrived = null;

set(byId('settings'), { onclick: askForSettings });
byId('settings').append(icon('settings'));
set(byId('home'), { onclick: showStart });
addEventListener('keydown', onKey);

const start = mountStart(byId('start'), {
  backend,
  canWrite,
  games,
  library,
  progress,
  choose,
  guide,
  solve,
  open: beginFromStart,
  resume: showGame,
  write: () => write(),
  showGallery,
});
showStart();
document.documentElement.dataset.ready = 'start';
addEventListener('popstate', follow);
follow();
keepOffline(backend);

/** @param {string} name */
function choose(name) {
  const written = parts?.game.variant.name === name ? parts.game.variant : undefined;
  const game = games.find((other) => other.name === name) ?? written;
  if (!game) return;
  // The rules load while the user chooses. If they do not come, the game says so when it begins.
  backend.call(name, { call: 'variant' }).catch(() => undefined);
  ask(game);
}

/**
 * Asks how a game shall be played, and begins it.
 * @param {GameName} game
 * @param {Child[]} [about] what there is to know first
 */
function ask(game, about) {
  const results = resultsOf(library.list(), game.name);
  const begin = (/** @type {Setup} */ setup) => beginFromStart(recordOf(setup));
  askForGame({ game, levels: backend.levels, results, begin, guide, about });
}

/** Begins the lesson of a game. @param {string} game */
function guide(game) {
  const isKept = GAMES[game]?.hasGuide === true;
  const lesson = async () => (isKept ? guideOf(backend, game) : (await later.lesson()).madeLesson(backend, game));
  return beginOf(game, 'The lesson does not come', async () => begin(await lesson()));
}

/**
 * Leads to the text of a game, beside the game that is on the board, or else one of that text.
 * @param {string} [text] what shall stand in the place of the last text
 */
async function write(text) {
  try {
    const { puzzle, lesson } = parts?.game.record ?? {};
    if (parts && !puzzle && !lesson) showGame();
    else
      await begin(
        recordOf({ game: await toBeginWith(texts.last), fen: null, moves: [], players: people(), control: null }),
      );
    parts?.panels.show('write');
    if (text !== undefined) parts?.writing?.put(text);
  } catch (error) {
    say(`The text does not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
  }
}

/** A game for the board beside a text: its own, if it has one that can be played. @param {string} text */
async function toBeginWith(text) {
  const found = await backend.check?.(text).catch(() => null);
  return found?.game ? coded(text, found.game) : coded(BEGINNING, gamesIn(BEGINNING)[0]);
}

/** Begins a puzzle of a game. @param {string} game */
function solve(game) {
  return beginOf(game, 'The puzzle does not come', async () => begin(await nextPuzzle(progress, game)));
}

/**
 * Does something that puts a game on the board, and says on the screen that it comes, or why it does not.
 * @param {string} game
 * @param {string} refusal
 * @param {() => Promise<void>} act
 */
async function beginOf(game, refusal, act) {
  start.setBusy(game);
  try {
    await act();
  } catch (error) {
    say(`${refusal}: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
  } finally {
    start.setBusy(null);
  }
}

/** Begins a game of the start screen. @param {GameRecord} record */
function beginFromStart(record) {
  return beginOf(record.game, 'The game cannot begin', () => begin(record));
}

/** Asks how to play on from the position on the board. */
function playFromHere() {
  if (!parts) return;
  const { variant, view, record } = parts.game;
  const begin = (/** @type {Setup} */ setup) => beginFromStart(recordOf({ ...setup, fen: view.fen }));
  const game = { name: variant.name, title: record.title ?? variant.title };
  askForGame({ game, levels: backend.levels, begin, isFromHere: true });
}

/** The same game once more, with the sides changed. */
function rematch() {
  if (!parts) return;
  const { game, fen, players, control } = parts.game.record;
  beginFromStart(recordOf({ game, fen, moves: [], players: { white: players.black, black: players.white }, control }));
}

function showStart() {
  const hasLeft = !byId('gallery').hidden;
  showScreen('start');
  start.update(parts !== null);
  document.title = 'Vertumnus';
  if (!hasLeft) return;
  if (parts) writeLocation(parts.game);
  else writeGallery(false);
}

async function showGallery() {
  showScreen('gallery');
  document.title = 'Gallery – Vertumnus';
  writeGallery(true);
  const needed = { backend, figures, texts, play: ask, guide, write, say, leave: showStart };
  gallery ??= later.gallery().then(({ mountGallery }) => mountGallery(byId('gallery'), needed));
  try {
    await (await gallery).show();
  } catch (error) {
    gallery = null;
    byId('gallery').replaceChildren();
    say(`The gallery does not come: ${/** @type {Error} */ (error).message}`, { tone: 'refusal' });
  }
}

/** Shows one screen in place of the others. @param {'start' | 'gallery' | 'play'} screen */
function showScreen(screen) {
  if (screen !== 'play') parts?.keep();
  hush();
  const left = document.activeElement?.closest('#start, #gallery, #play');
  for (const id of ['start', 'gallery', 'play']) byId(id).hidden = id !== screen;
  // Whoever goes on by keys goes on from there. The board takes the focus itself.
  if (left && left.id !== screen && screen !== 'play') byId(screen).focus({ preventScroll: true });
  byId('game-title').hidden = screen !== 'play';
  parts?.setVisible(screen === 'play');
  scrollTo(0, 0);
}

/** Begins the game of the address, if it has one. Of a bad one the reason is told, and nothing changes. */
async function follow() {
  if (location.hash === GALLERY && canWrite) return showGallery();
  const place = placeOf(location.hash);
  if (!place) {
    if (!byId('gallery').hidden) showStart();
    else if (parts && !byId('start').hidden) writeLocation(parts.game);
    return;
  }
  const id = history.state?.id;
  if (parts && parts.game.record.id === id) {
    if (!byId('gallery').hidden) showGame();
    return;
  }
  const kept = keptAt(place, id, library);
  const isBare = place.fen === null && place.moves.length === 0;
  start.setBusy(place.game);
  try {
    if (isWritten(place.game) && !kept) return await meet(place);
    if (!isWritten(place.game) && !games.some(({ name }) => name === place.game))
      throw new Error(`There is no game “${place.game}” here.`);
    if (kept) await begin(kept);
    else if (place.puzzle) await begin(await puzzleAt(place.game, place.puzzle));
    else if (!isBare) await begin(recordOf({ ...place, players: people(), control: null }));
    else if (isEmbedded) await begin(recordOf(setupOf(place.game)));
    else choose(place.game);
  } catch (error) {
    const { message } = /** @type {Error} */ (error);
    const text = error instanceof Unplayable ? error.text : null;
    const actions = text === null || !canWrite ? [] : [{ label: 'Read its text', act: () => write(text) }];
    say(`The address does not lead to a position: ${message}`, { tone: 'refusal', actions });
    if (parts) writeLocation(parts.game);
  } finally {
    start.setBusy(null);
  }
}

/** Shows which game a link has, and begins it if the user wants that. @param {Place} place */
async function meet(place) {
  const { game, about } = await readLink(backend, figures, place);
  const isBare = place.fen === null && place.moves.length === 0;
  // Whoever shows it in a page of theirs has decided.
  if (isEmbedded) {
    const setup = isBare ? setupOf(game.name) : { ...place, game: game.name, players: people(), control: null };
    await begin(recordOf(setup));
  } else if (isBare) {
    ask(game, about);
  } else if (await askToOpen(game, about)) {
    await begin(recordOf({ ...place, game: game.name, players: people(), control: null }));
  }
}

function showGame() {
  if (!parts) return;
  // A page that is only opened, perhaps within another one, takes the focus from nobody.
  const hasFocus = document.activeElement !== document.body;
  showScreen('play');
  entitle(parts.game.variant);
  writeLocation(parts.game);
  if (hasFocus) parts.table.focus();
}

/** @param {{ title: string }} game */
function entitle({ title }) {
  setText(byId('game-title'), title);
  byId('game-title').hidden = false;
  document.title = `${shown(title)} – Vertumnus`;
}

/**
 * Puts the game of a text on the board while it is written: whoever writes keeps the focus, and what was tried on the
 * board with the text before stays as far as it is legal.
 * @param {string} name
 * @returns {Promise<void>}
 */
async function followText(name) {
  if (!parts || parts.game.variant.name === name) return;
  parts.keep();
  const { game, wayBack } = parts;
  const before = structuredClone(game.record);
  const isOver = game.outcome !== null;
  const isDraft = before.id === draft || before.line.length === 0;
  const moves = isDraft ? game.line : [];
  draft = isDraft ? before.id : newId();
  const id = draft;
  /** @param {string[]} line */
  const open = (line) =>
    game.open({ ...recordOf({ game: name, fen: null, moves: line, players: people(), control: null }), id });
  await open(moves).catch((error) => open(isRefusal(error) ? moves.slice(0, error.index ?? 0) : []));
  if (!isDraft) wayBack.offer(before, isOver);
  entitle(game.variant);
}

/**
 * Puts a game on the board. That which was there is kept, and a bar leads back to it.
 * @param {GameRecord} record
 * @param {string} [about] what the game is, if it is none that is played
 */
async function begin(record, about) {
  const isPlay =
    !record.lesson && !record.puzzle && Object.values(record.players).every(({ kind }) => kind === 'person');
  const { id, fen, length } = record;
  arrived = isPlay && (fen !== null || length > 0) ? { id, length } : null;
  if (parts) {
    parts.keep();
    const before = structuredClone(parts.game.record);
    const isOver = parts.game.outcome !== null;
    await parts.game.open(record);
    parts.wayBack.offer(before, isOver, about);
  } else {
    parts = await setUp(record);
  }
  const { game, table } = parts;
  await table.shown;
  await nextTask();
  showGame();
  document.documentElement.dataset.ready = 'play';
  announce(`${game.variant.title}. ${turnInWords(game.view)}.`);
}

/**
 * Makes the parts of the board, for the first game.
 * @param {GameRecord} record
 */
async function setUp(record) {
  const game = await Game.start(backend, record);
  const screen = new Screen(game, () => settings.get('turns'));
  const board = new Board(figures);
  const clock = new Clock(game);
  const opponent = new Opponent(backend, game, clock);
  const newGame = () => choose(game.variant.name);
  narrate(game);
  const table = new Table({ game, screen, board, figures }, byId('board'));
  const stage = new Stage({ game, screen, clock, opponent, levels: backend.levels });
  await nextTask();
  const analysis = new Analysis({ backend, game, screen, board, figures, stage }, byId('engine'));
  const exchange = { backend, games, game, begin };
  acceptFiles(exchange);
  const review = reviewPanel({ backend, game });
  const writing = canWrite
    ? writePanel({ backend, game, screen, figures, texts, showGallery, begin, follow: followText })
    : null;
  const rules = rulesPanel({ backend, game, table, figures, begin });
  const panels = new Panels(byId('side'), screen, [
    rules,
    review,
    sharePanel({ ...exchange, screen, figures, playFromHere }),
    ...(writing ? [writing] : []),
  ]);
  await nextTask();
  onColumns((columns) => panels.setApart('rules', columns === 3 ? byId('left') : null));
  const showLegend = () => {
    panels.show('rules');
    rules.showLegend();
  };
  mountGame({ game, screen, table, figures, playFromHere, showLegend });
  const wayBack = new WayBack(byId('way-back'), { games, open: begin, playFromHere });
  game.subscribe(({ type }) => ['look', 'note'].includes(type) || writeLocation(game));
  writeLocation(game);
  const keep = keepGame(game, clock, library);
  const trainer = new Trainer({ backend, game, table, progress, begin }, byId('puzzle'));
  new Teacher({ game, table, board, choose: newGame, playFromHere }, byId('lesson'));
  const flip = () => screen.flip();
  stage.add(mountPlayers({ backend, game, figures, opponent }, [byId('above'), byId('below')]));
  stage.add(mountScoreBar(byId('board')));
  stage.add(mountActions({ game, board, opponent, flip, newGame, analysis }, byId('actions')));
  /** What is offered when the game has ended. */
  const afterTheEnd = () => {
    if (game.record.lesson) return [];
    if (game.record.puzzle) return [{ label: 'Next puzzle', act: () => trainer.next() }];
    const look = () => {
      panels.show('review');
      review.start();
    };
    const another = { label: 'New game', act: newGame };
    const once = { label: 'Rematch', act: rematch };
    return [
      ...(game.line.length > 0 ? [{ label: 'Review', act: look }] : []),
      ...(game.record.tags.Result ? [] : [once]),
      another,
    ];
  };
  /** Whether nobody has gone on from what came in. */
  const hasArrived = () => arrived?.id === game.record.id && game.line.length === arrived.length;
  const actions = (/** @type {import('./shell/scene.js').Scene} */ { story, said }) => {
    if (story.isOver && game.isCurrent) return afterTheEnd();
    if (said) return [];
    if (hasArrived() && game.isCurrent) return [{ label: 'Play it against …', act: playFromHere }];
    // What has more to say has the room.
    return story.inFull === story.happened ? aboutSounds(game) : [];
  };
  stage.add(mountMessage(byId('message'), { figures, game, actions }));
  const setVisible = (/** @type {boolean} */ isVisible) => {
    panels.setVisible(isVisible);
    analysis.setVisible(isVisible);
  };
  opponent.consider();
  return { game, table, panels, wayBack, keep, writing, setVisible };
}

/**
 * The keys that go through the game, where they have nothing else to do.
 * @param {KeyboardEvent} event
 */
function onKey(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  if (!parts || byId('play').hidden || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input, textarea, select, dialog, [role=tablist], [contenteditable]')) return;
  // Texts are scrolled by these keys.
  if (['Home', 'End'].includes(event.key) && target.closest('.side') && !target.closest('.moves')) return;
  const { game } = parts;
  if (event.key === 'ArrowLeft') game.walk(-1);
  else if (event.key === 'ArrowRight') game.walk(1);
  else if (event.key === 'Home') game.look([]);
  else if (event.key === 'End') game.look(game.line);
  else if (event.key === '?') showKeys();
  else if (!pressKey(byId('actions'), event.key)) return;
  event.preventDefault();
}
