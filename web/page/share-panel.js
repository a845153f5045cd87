// The panel in which a game goes in and out: a link, a FEN, a PGN, and the position editor.

import { openDialog } from './dialog.js';
import { askForPosition } from './editor.js';
import { html } from './dom.js';
import { say } from './live.js';
import { linkTo } from './location.js';
import { readGames, setupOf, writeGame } from './pgn.js';

/** @import { App } from './main.js' */
/** @import { GameRead } from '../package/calls' */
/** @import { Panel } from './panels.js' */

/** The largest file that is read, in bytes. */
const LARGEST = 1 << 20;

/** Brings the texts up to date, if the panel is shown. */
let update = () => {};
let isShown = false;

/** @type {Panel} */
export const sharePanel = {
  id: 'share',
  title: 'Share',
  mount(app, host) {
    const link = output('Link to this position', 'share-link');
    const fen = output('FEN', 'share-fen');
    const pgn = html('textarea', { id: 'share-pgn', readonly: true, rows: 6, spellcheck: 'false' });
    let written = -1;
    update = async () => {
      if (!isShown) return;
      link.input.value = linkTo(app.game).href;
      fen.input.value = app.game.view.fen;
      // Whoever looks around changes no game.
      const { step } = app.game;
      if (step === written) return;
      const text = await writeGame(app);
      if (step !== app.game.step) return;
      pgn.value = text;
      written = step;
    };
    app.game.subscribe(() => update());
    host.append(
      link.element,
      fen.element,
      html(
        'div',
        { class: 'field' },
        html('label', { for: 'share-pgn' }, 'PGN of the game'),
        pgn,
        html('div', { class: 'row' }, copyButton(pgn), button('Save as file', () => save(app, pgn.value))),
      ),
      input(app),
    );
  },
  show(shown) {
    isShown = shown;
    update();
  },
};

/**
 * @param {string} label
 * @param {() => void} act
 */
function button(label, act) {
  return html('button', { type: 'button', class: 'secondary', onclick: act }, label);
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field */
function copyButton(field) {
  return button('Copy', async () => {
    try {
      await navigator.clipboard.writeText(field.value);
      say('Copied.', { tone: 'hint' });
    } catch {
      // Without the leave to write, the user copies what is selected.
      field.select();
    }
  });
}

/**
 * A text to be taken away.
 * @param {string} label
 * @param {string} id
 */
function output(label, id) {
  const field = html('input', { id, readonly: true, spellcheck: 'false' });
  const row = html('div', { class: 'row' }, field, copyButton(field));
  return { input: field, element: html('div', { class: 'field' }, html('label', { for: id }, label), row) };
}

/**
 * The field for a FEN or a PGN that comes in.
 * @param {App} app
 */
function input(app) {
  const text = html('textarea', {
    id: 'share-in',
    rows: 4,
    spellcheck: 'false',
    placeholder: 'A FEN or a PGN; files may be dropped on the page',
  });
  const refusal = html('p', { class: 'refusal', role: 'alert' });
  const load = () => {
    refusal.textContent = '';
    take(app, text.value).catch(fail);
  };
  const file = html('input', { type: 'file', accept: '.pgn,.fen,.txt,text/plain', class: 'visually-hidden', tabindex: -1 });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await readFile(chosen).then((read) => ((text.value = read), load()), fail);
    file.value = '';
  });
  /** @param {Error} error */
  const fail = (error) => {
    refusal.textContent = error.message;
    refusal.scrollIntoView({ block: 'nearest' });
  };
  return html(
    'div',
    { class: 'field' },
    html('label', { for: 'share-in' }, 'Load a position or a game'),
    text,
    refusal,
    html(
      'div',
      { class: 'row' },
      button('Load', load),
      button('Open a file', () => file.click()),
      button('Set up a position', () => askForPosition(app)),
    ),
    file,
  );
}

/**
 * Puts a text on the board: a game of it, or the position of a FEN. Nothing changes if it is bad.
 * @param {App} app
 * @param {string} text
 */
async function take(app, text) {
  const trimmed = text.trim();
  if (trimmed === '') throw new Error('There is nothing to load.');
  if (isFen(trimmed)) {
    const { variant, players, control } = app.game;
    await app.begin({ game: variant.name, fen: trimmed, moves: [], players, control });
    return;
  }
  const games = await readGames(app.backend, text, app.game.variant.name);
  if (games.length === 1) {
    await open(app, games[0]);
    return;
  }
  askWhich(app, games);
}

/**
 * Asks which of several games shall be shown.
 * @param {App} app
 * @param {GameRead[]} games
 */
function askWhich(app, games) {
  const refusal = html('p', { class: 'refusal', role: 'alert' });
  const list = games.map((game, index) => {
    const show = () =>
      open(app, game).then(
        () => dialog.close(),
        (error) => (refusal.textContent = error.message),
      );
    return html('li', {}, button(titleOf(app, game, index), show));
  });
  const { dialog } = openDialog({ title: `${games.length} games` }, html('ul', { class: 'games-read' }, ...list), refusal);
}

/**
 * @param {App} app
 * @param {GameRead} read
 */
async function open(app, read) {
  if (read.error) throw new Error(`The game on line ${read.line} cannot be played: ${read.error}`);
  await app.begin(setupOf(read));
}

/**
 * @param {App} app
 * @param {GameRead} read
 * @param {number} index
 */
function titleOf({ games }, { game, tags, result, moves, error }, index) {
  const players = [tags.White, tags.Black].map((name) => name || '?').join(' – ');
  const title = games.find(({ name }) => name === game)?.title ?? tags.Variant ?? '?';
  const length = error ? 'bad' : `${Math.ceil(moves.length / 2)} moves`;
  return `${index + 1}. ${players}, ${result}. ${title}, ${length}`;
}

/** @param {string} text */
function isFen(text) {
  return !text.includes('\n') && !text.startsWith('[') && text.split(' ')[0].includes('/');
}

/** @param {File} file */
async function readFile(file) {
  if (file.size > LARGEST) throw new Error(`${file.name} is too large: at most 1 MiB is read.`);
  return file.text();
}

/**
 * @param {App} app
 * @param {string} pgn
 */
function save(app, pgn) {
  const address = URL.createObjectURL(new Blob([pgn], { type: 'application/x-chess-pgn' }));
  html('a', { href: address, download: `${app.game.variant.name}.pgn` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/**
 * Takes files that are dropped on the page.
 * @param {App} app
 */
export function acceptFiles(app) {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    try {
      await take(app, await readFile(file));
    } catch (error) {
      say(/** @type {Error} */ (error).message, { tone: 'refusal' });
    }
  });
}
