// The button below the moves that asks for a comment on the move that is looked at, and for a sign.

import { openDialog } from '../shell/dialog.js';
import { html } from '../shell/dom.js';
import { icon } from '../shell/icons.js';
import { signs } from '../game/words.js';

/** @import { Game } from '../game/state.js' */

/** The signs of moves, as numeric annotation glyphs: from the best to the worst. */
const SIGNS = [3, 1, 5, 6, 2, 4];

/** The longest comment, in letters. */
const LONGEST = 2000;

/**
 * @param {Game} game
 * @param {HTMLElement} host
 */
export function mountNote(game, host) {
  const label = 'Comment on the move';
  const button = html('button', { type: 'button', class: 'toggle', 'aria-label': label, title: label });
  button.append(icon('note'));
  button.addEventListener('click', () => askForNote(game));
  host.append(button);
  const update = () => {
    // A lesson tells what it tells.
    button.hidden = game.record.lesson !== undefined;
  };
  game.subscribe(update);
  update();
}

/** @param {Game} game */
async function askForNote(game) {
  const { moves, notes } = game;
  const san = game.plyAt(moves)?.san;
  const { comment = '', glyphs = [] } = notes;
  const field = html('textarea', { id: 'note', rows: 4, maxlength: LONGEST });
  field.value = comment;
  const row = html('div', { class: 'segments' });
  for (const glyph of [0, ...SIGNS]) {
    const checked = glyph === 0 ? !SIGNS.some((sign) => glyphs.includes(sign)) : glyphs.includes(glyph);
    const input = html('input', { type: 'radio', name: 'sign', value: glyph, checked });
    row.append(html('label', {}, input, html('span', {}, glyph === 0 ? 'none' : signs([glyph]))));
  }
  const { dialog, closed } = openDialog(
    { title: san ? `Comment on ${san}` : 'Comment before the first move', className: 'note', isWork: true },
    html('div', { class: 'field' }, html('label', { for: 'note' }, 'Comment'), field),
    san && html('fieldset', { class: 'choices' }, html('legend', {}, 'Sign'), row),
    html('footer', {}, html('button', { class: 'primary', value: 'keep' }, 'Keep it')),
  );
  field.focus();
  const chosen = () => Number(/** @type {HTMLInputElement} */ (dialog.querySelector('[name=sign]:checked'))?.value);
  if ((await closed) !== 'keep') return;
  const sign = san ? chosen() : 0;
  const others = glyphs.filter((glyph) => !SIGNS.includes(glyph));
  game.note(moves, { comment: field.value.trim(), ...(san ? { glyphs: sign > 0 ? [sign, ...others] : others } : {}) });
}
