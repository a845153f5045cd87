// Moves that are typed: `e4`, `Nf3`, `e2e4`. If several fit, the board asks.

import { html } from '../shell/dom.js';
import { say } from '../shell/live.js';
import { isRefusal } from '../game/refusal.js';
import { capital } from '../game/words.js';

/** @import { Game } from '../game/state.js' */
/** @import { Table } from '../board/table.js' */

/**
 * @param {{ game: Game, table: Table }} parts
 * @param {HTMLElement} host
 */
export function mountTyped({ game, table }, host) {
  const input = html('input', {
    type: 'text',
    id: 'typed-move',
    placeholder: 'Type a move: e4, Nf3',
    'aria-label': 'Type a move',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
    enterkeyhint: 'go',
  });
  const form = html(
    'form',
    { class: 'typed' },
    input,
    html('button', { class: 'visually-hidden', tabindex: -1 }, 'Make the move'),
  );
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const text = input.value.trim();
    if (!text) return;
    if (!game.mover) {
      say('It is not your turn.', { tone: 'refusal' });
      return;
    }
    const { view } = game;
    try {
      const found = await game.ask({ call: 'find', text });
      if (view !== game.view) return;
      const moves = found.flatMap((text) => view.legal.find((move) => move.text === text) ?? []);
      input.value = '';
      if (await table.decide(moves)) input.focus();
    } catch (error) {
      if (!isRefusal(error)) throw error;
      say(capital(error.message), { tone: 'refusal' });
    }
  });
  host.append(form);
}
