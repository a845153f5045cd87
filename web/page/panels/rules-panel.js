// The panel with the rules of the game. Their diagrams are positions that can be put on the board.

import { isWritten, textOf } from '../game/coded.js';
import { html } from '../shell/dom.js';
import { button } from './fields.js';
import { toDraw } from './drawn.js';
import { explained } from './explained.js';
import { say } from '../shell/live.js';
import { readRules } from './rules-text.js';
import { people, recordOf } from '../game/record.js';
import { isDark, onTheme } from '../shell/theme.js';

/** @import { GameRecord } from '../game/record.js' */
/** @import { Game } from '../game/state.js' */
/** @import { Figures } from '../board/figures.js' */
/** @import { Table } from '../board/table.js' */
/** @import { Panel } from './panels.js' */
/** @import { Request } from '../../package/calls' */
/** @import { Backend } from '../types' */

/** @typedef {Request<'diagram'> | Request<'legend'>} Drawing */

/**
 * @typedef {object} Parts
 * @property {Backend} backend
 * @property {Game} game
 * @property {Table} table
 * @property {Figures} figures
 * @property {(record: GameRecord, about: string) => Promise<void>} begin puts a position on the board
 */

/** The page that says how to read the pieces. */
const LEGEND = 'pieces';

/**
 * @param {Parts} parts
 * @returns {Panel & { showLegend: () => void }} `showLegend` says how to read the pieces, once the panel is open
 */
export function rulesPanel(parts) {
  const text = html('div', { class: 'rules' });
  let shown = '';
  const update = async () => {
    const { name } = parts.game.variant;
    if (shown === name) return;
    shown = name;
    await show(parts, text, name);
  };
  return {
    id: 'rules',
    title: 'Rules',
    mount(host) {
      host.append(text);
      parts.game.subscribe(({ type }) => type === 'new' && update());
      onTheme(() => text.querySelectorAll('img').forEach((picture) => draw(parts, picture)));
      update();
    },
    showLegend: () => show(parts, text, LEGEND),
  };
}

/**
 * Shows the rules of a game.
 * @param {Parts} parts
 * @param {HTMLElement} host
 * @param {string} game
 */
async function show(parts, host, game) {
  host.setAttribute('aria-busy', 'true');
  // What was asked for last is shown, whichever answer comes first.
  host.dataset.wanted = game;
  const isStale = () => host.dataset.wanted !== game;
  try {
    const { variant } = parts.game;
    if (variant.name === game && variant.isWritten) {
      // A game that the program has read from a file needs no text.
      const text = isWritten(game) ? await textOf(game) : undefined;
      const rules = await parts.backend.call(game, { call: 'explainRules', text });
      const drawn = await toDraw(parts.backend, game, parts.figures);
      if (!isStale()) host.replaceChildren(...explained(rules, drawn));
      return;
    }
    const page = await readRules(game);
    if (isStale()) return;
    prepare(parts, host, page, game);
    // First, for otherwise all would be laid out at once, and again for the drawings.
    if (host.parentElement) host.parentElement.scrollTop = 0;
    host.replaceChildren(...page.childNodes);
  } catch (error) {
    if (isStale()) return;
    host.replaceChildren(html('p', {}, `The rules cannot be read: ${/** @type {Error} */ (error).message}`));
  } finally {
    host.removeAttribute('aria-busy');
  }
}

/**
 * Gives a page of rules its drawings, and what its diagrams and links do.
 * @param {Parts} parts
 * @param {HTMLElement} host where it will be shown
 * @param {HTMLElement} page
 * @param {string} game
 */
function prepare(parts, host, page, game) {
  const { variant } = parts.game;
  for (const picture of page.querySelectorAll('img')) enliven(parts, picture);
  if (game === variant.name) drawPieces(parts, page);
  else page.prepend(button(`Back to ${variant.title}`, () => show(parts, host, variant.name)));
  for (const link of page.querySelectorAll('a[data-rules]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(parts, host, /** @type {HTMLElement} */ (link).dataset.rules ?? game);
    });
  }
}

/**
 * Puts the drawings of pieces before their letters in tables: on the board there are no letters.
 * @param {Parts} parts
 * @param {HTMLElement} host
 */
async function drawPieces({ game, figures }, host) {
  const { kinds, name } = game.variant;
  const drawings = new Map(kinds.map((kind) => [kind.white, kind.figures.white]));
  const letters = [...host.querySelectorAll('table:not(.is-dense) td code')].flatMap((code) => {
    const figure = drawings.get(code.textContent ?? '');
    return figure ? [{ code, figure }] : [];
  });
  await figures.load(
    name,
    letters.map(({ figure }) => figure),
  );
  for (const { code, figure } of letters) {
    const both = html('span', { class: 'lettered' }, figures.picture(figure));
    code.replaceWith(both);
    both.append(code);
  }
}

/**
 * The call that draws a picture; `null` if it has none.
 * @param {HTMLImageElement} picture
 * @returns {Drawing | null}
 */
function drawingOf(picture) {
  return picture.dataset.call ? JSON.parse(picture.dataset.call) : null;
}

/**
 * Makes a picture a button that puts its position on the board.
 * @param {Parts} parts
 * @param {HTMLImageElement} picture
 */
function enliven(parts, picture) {
  draw(parts, picture);
  const drawing = drawingOf(picture);
  if (drawing?.call !== 'diagram') return;
  const button = html('button', {
    type: 'button',
    class: 'diagram-button',
    title: 'Open on the board',
    'aria-label': `${picture.alt}: open on the board`,
  });
  button.addEventListener('click', () => open(parts, drawing));
  picture.replaceWith(button);
  button.append(picture);
}

/**
 * Draws a picture in the colors of the page, in place of that of the host.
 * @param {Parts} parts
 * @param {HTMLImageElement} picture
 */
async function draw(parts, picture) {
  const drawing = drawingOf(picture);
  // The module of another game is not loaded for a picture.
  if (drawing?.game !== parts.game.variant.name) return;
  const call = { ...drawing, dark: isDark() };
  const drawn =
    call.call === 'diagram' ? await parts.backend.call(call.game, call) : await parts.backend.call(call.game, call);
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

/**
 * Puts the position of a diagram on the board.
 * @param {Parts} parts
 * @param {Request<'diagram'>} drawing
 */
async function open({ begin, table }, { game, fen = null, moves = [], from = [] }) {
  const record = recordOf({ game, fen, moves, players: people(), control: null });
  try {
    await begin(record, 'A position of the rules. Play on with both sides.');
  } catch (error) {
    say(/** @type {Error} */ (error).message, { tone: 'refusal' });
    return;
  }
  if (from[0]) table.pick(from[0]);
}
