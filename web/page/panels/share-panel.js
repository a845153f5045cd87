// The panel in which a game goes in and out: a link, a FEN, a PGN, and the position editor.

import { openDialog } from '../shell/dialog.js';
import { shortName } from '../game/coded.js';
import { askForPosition } from './editor.js';
import { html, setText } from '../shell/dom.js';
import { button, copyButton, frameOf, linkOutput, output } from './fields.js';
import { say } from '../shell/live.js';
import { isWritten } from '../game/coded.js';
import { cardTo, linkTo, placeOf } from '../game/location.js';
import { readGames, recordOfRead, writeGame } from '../game/pgn.js';
import { people, recordOf } from '../game/record.js';
import { drawSvg, toPng } from '../board/picture.js';
import { save, savePgn } from '../shell/save.js';

/** @import { Screen } from '../shell/screen.js' */
/** @import { Figures } from '../board/figures.js' */
/** @import { GameRecord } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Backend, GameName } from '../types' */
/** @import { GameRead } from '../../package/calls' */
/** @import { Panel } from './panels.js' */

/** The largest file that is read, in bytes. */
const LARGEST = 1 << 20;

/**
 * What games go in and out by.
 * @typedef {object} Exchange
 * @property {Backend} backend
 * @property {GameName[]} games
 * @property {Game} game
 * @property {(record: GameRecord) => Promise<void>} begin puts a game on the board
 */

/**
 * @param {Exchange & { screen: Screen, figures: Figures, playFromHere: () => void }} parts
 * @returns {Panel}
 */
export function sharePanel(parts) {
  const { backend, screen, game } = parts;
  let isShown = false;
  /** Brings the texts up to date, if anybody sees them. */
  let update = async () => {};
  /** @param {HTMLElement} host */
  const mount = (host) => {
    const link = linkOutput(backend, 'Link to this position', 'share-link');
    const fen = output('FEN', 'share-fen');
    const embed = output('For another page', 'share-embed');
    const name = () => `${shortName(game.variant.name)}-${game.moves.length}`;
    const saveSvg = async () =>
      save(`${name()}.svg`, new Blob([await drawSvg(game, screen)], { type: 'image/svg+xml' }));
    const savePng = async () => save(`${name()}.png`, await toPng(await drawSvg(game, screen)));
    const pgn = html('textarea', { id: 'share-pgn', readonly: true, rows: 6, spellcheck: 'false' });
    let written = -1;
    update = async () => {
      if (!isShown) return;
      link.input.value = cardTo(game).href;
      embed.input.value = frameOf(linkTo(game));
      fen.input.value = game.view.fen;
      // Whoever looks around changes nothing of it.
      const { changes } = game;
      if (changes === written) return;
      const text = await writeGame(backend, game.record);
      if (changes !== game.changes) return;
      pgn.value = text;
      written = changes;
    };
    game.subscribe(() => update());
    host.append(
      link.element,
      fen.element,
      html(
        'div',
        { class: 'field', role: 'group', 'aria-label': 'Picture of the position' },
        html('strong', {}, 'Picture of the position'),
        html('div', { class: 'row' }, button('Save as SVG', saveSvg), button('Save as PNG', savePng)),
      ),
      // A program that serves the page to this machine alone has nothing for others.
      backend.kind === 'wasm' ? embed.element : '',
      html(
        'div',
        { class: 'field' },
        html('label', { for: 'share-pgn' }, 'PGN of the game'),
        pgn,
        html(
          'div',
          { class: 'row' },
          copyButton(pgn),
          button('Save as file', () => savePgn(shortName(game.variant.name), pgn.value)),
        ),
      ),
      input(parts),
    );
  };
  /** @param {boolean} shown */
  const show = (shown) => {
    isShown = shown;
    update();
  };
  return { id: 'share', title: 'Share', mount, show };
}

/**
 * The field for a FEN or a PGN that comes in.
 * @param {Exchange & { screen: Screen, figures: Figures, playFromHere: () => void }} parts
 */
function input(parts) {
  const text = html('textarea', {
    id: 'share-in',
    rows: 4,
    spellcheck: 'false',
    placeholder: 'A FEN or a PGN; files may be dropped on the page',
  });
  const refusal = html('p', { class: 'refusal', role: 'alert' });
  const load = () => {
    setText(refusal, '');
    take(parts, text.value).catch(fail);
  };
  const file = html('input', { type: 'file', accept: '.pgn,.fen,.txt,text/plain', tabindex: -1 });
  file.addEventListener('change', async () => {
    const [chosen] = file.files ?? [];
    if (chosen) await readFile(chosen).then((read) => ((text.value = read), load()), fail);
    file.value = '';
  });
  /** @param {Error} error */
  const fail = (error) => {
    setText(refusal, error.message);
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
      button('Set up a position', () => askForPosition(parts)),
    ),
    html('label', { class: 'visually-hidden' }, 'File to open', file),
  );
}

/**
 * Puts a text on the board: a game of it, or the position of a FEN. Nothing changes if it is bad.
 * @param {Exchange} exchange
 * @param {string} text
 */
async function take(exchange, text) {
  const trimmed = text.trim();
  if (trimmed === '') throw new Error('There is nothing to load.');
  if (/^https?:\/\/\S+$/.test(trimmed)) {
    const { hash } = new URL(trimmed);
    const place = placeOf(hash);
    const isKnown = exchange.games.some(({ name }) => name === place?.game);
    if (!place || !(isKnown || isWritten(place.game)))
      throw new Error('This is an address: copy the FEN or the PGN that it leads to.');
    location.hash = hash;
    return;
  }
  if (isFen(trimmed)) {
    const { name } = exchange.game.variant;
    await exchange.begin(recordOf({ game: name, fen: trimmed, moves: [], players: people(), control: null }));
    return;
  }
  const games = await readGames(exchange.backend, text, exchange.game.variant.name);
  if (games.length === 1) {
    await open(exchange, games[0]);
    return;
  }
  askWhich(exchange, games);
}

/**
 * Asks which of several games shall be shown.
 * @param {Exchange} exchange
 * @param {GameRead[]} games
 */
function askWhich(exchange, games) {
  const refusal = html('p', { class: 'refusal', role: 'alert' });
  const list = games.map((game, index) => {
    const show = () =>
      open(exchange, game).then(
        () => dialog.close(),
        (error) => setText(refusal, error.message),
      );
    return html('li', {}, button(titleOf(exchange, game, index), show));
  });
  const { dialog } = openDialog(
    { title: `${games.length} games` },
    html('ul', { class: 'games-read' }, ...list),
    refusal,
  );
}

/**
 * @param {Exchange} exchange
 * @param {GameRead} read
 */
async function open(exchange, read) {
  if (read.error) throw new Error(`The game on line ${read.line} cannot be played: ${read.error}`);
  await exchange.begin(recordOfRead(read));
}

/**
 * @param {Exchange} exchange
 * @param {GameRead} read
 * @param {number} index
 */
function titleOf({ games }, { game, tags, result, plies, error }, index) {
  const [white, black] = [tags.White, tags.Black].map((name) => html('bdi', {}, name || '?'));
  const title = html('bdi', {}, games.find(({ name }) => name === game)?.title ?? tags.Variant ?? '?');
  const length = error ? 'bad' : `${Math.ceil(plies.length / 2)} moves`;
  return html('span', {}, `${index + 1}. `, white, ' – ', black, `, ${result}. `, title, `, ${length}`);
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
 * Takes files that are dropped on the page.
 * @param {Exchange} exchange
 */
export function acceptFiles(exchange) {
  addEventListener('dragover', (event) => {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
  });
  addEventListener('drop', async (event) => {
    const [file] = event.dataTransfer?.files ?? [];
    if (!file) return;
    event.preventDefault();
    try {
      await take(exchange, await readFile(file));
    } catch (error) {
      say(/** @type {Error} */ (error).message, { tone: 'refusal' });
    }
  });
}
