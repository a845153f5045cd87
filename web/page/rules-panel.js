// The panel with the rules of the game. Their diagrams are positions that can be put on the board.

import { html } from './dom.js';
import { say } from './live.js';
import { isDark, onTheme } from './theme.js';

/** @import { App } from './main.js' */
/** @import { Panel } from './panels.js' */
/** @import { Request } from '../package/calls' */
/** @import { Setup } from './types' */

/** @typedef {Request<'diagram'> | Request<'legend'>} Drawing */

/** @type {Panel} */
export const rulesPanel = {
  id: 'rules',
  title: 'Rules',
  mount(app, host) {
    const text = html('div', { class: 'rules' });
    host.append(text);
    let shown = '';
    const update = async () => {
      const { name } = app.game.variant;
      if (shown === name) return;
      shown = name;
      await show(app, text, name);
    };
    app.game.subscribe(({ type }) => type === 'new' && update());
    onTheme(() => text.querySelectorAll('img').forEach((picture) => draw(app, picture)));
    update();
  },
};

/**
 * Shows the rules of a game.
 * @param {App} app
 * @param {HTMLElement} host
 * @param {string} game
 */
async function show(app, host, game) {
  host.setAttribute('aria-busy', 'true');
  try {
    const answer = await fetch(`rules/${game}.html`);
    if (!answer.ok) throw new Error(`the host answers ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    // The page comes from the host of this one, made of the project's own texts.
    host.replaceChildren(...page.body.childNodes);
  } catch (error) {
    host.replaceChildren(html('p', {}, `The rules cannot be read: ${/** @type {Error} */ (error).message}`));
    return;
  } finally {
    host.removeAttribute('aria-busy');
  }
  host.scrollTop = 0;
  for (const picture of host.querySelectorAll('img')) enliven(app, picture);
  for (const table of host.querySelectorAll('table')) {
    const box = html('div', { class: 'table-box', role: 'region', 'aria-label': 'Table', tabindex: 0 });
    table.replaceWith(box);
    box.append(table);
  }
  for (const link of host.querySelectorAll('a[data-rules]')) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      show(app, host, /** @type {HTMLElement} */ (link).dataset.rules ?? game);
    });
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
 * @param {App} app
 * @param {HTMLImageElement} picture
 */
function enliven(app, picture) {
  draw(app, picture);
  const drawing = drawingOf(picture);
  if (drawing?.call !== 'diagram') return;
  const button = html(
    'button',
    { type: 'button', class: 'diagram-button', title: 'Open on the board', 'aria-label': `${picture.alt}: open on the board` },
  );
  button.addEventListener('click', () => open(app, drawing));
  picture.replaceWith(button);
  button.append(picture);
}

/**
 * Draws a picture in the colors of the page, in place of that of the host.
 * @param {App} app
 * @param {HTMLImageElement} picture
 */
async function draw(app, picture) {
  const drawing = drawingOf(picture);
  // The module of another game is not loaded for a picture.
  if (drawing?.game !== app.game.variant.name) return;
  const call = { ...drawing, dark: isDark() };
  const drawn =
    call.call === 'diagram' ? await app.backend.call(call.game, call) : await app.backend.call(call.game, call);
  picture.src = `data:image/svg+xml,${encodeURIComponent(drawn)}`;
}

/**
 * Puts the position of a diagram on the board, with a way back to the game that was there.
 * @param {App} app
 * @param {Request<'diagram'>} drawing
 */
async function open(app, drawing) {
  const before = setupOf(app);
  /** @type {Setup} */
  const setup = {
    game: drawing.game,
    fen: drawing.fen ?? null,
    moves: drawing.moves ?? [],
    players: { white: { kind: 'person', level: 20 }, black: { kind: 'person', level: 20 } },
    control: null,
  };
  try {
    await app.begin(setup);
  } catch (error) {
    say(/** @type {Error} */ (error).message, { tone: 'refusal' });
    return;
  }
  const from = drawing.from?.[0];
  if (from) app.table.pick(from);
  say('A position of the rules. Play on with both sides.', {
    tone: 'hint',
    action: { label: 'Back to the game', act: () => app.begin(before) },
  });
}

/**
 * The game as it stands, to be taken up again.
 * @param {App} app
 * @returns {Setup}
 */
function setupOf({ game }) {
  return { game: game.variant.name, fen: game.fen, moves: game.line, players: game.players, control: game.control };
}
