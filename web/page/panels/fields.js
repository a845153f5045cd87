// Texts to be taken away, and the buttons beside them.

/** @import { Child } from '../shell/dom.js' */
/** @import { Backend } from '../types' */

import { html } from '../shell/dom.js';
import { say } from '../shell/live.js';

/**
 * @param {Child} label
 * @param {() => void} act
 */
export function button(label, act) {
  return html('button', { type: 'button', class: 'secondary', onclick: act }, label);
}

/** @param {{ readonly value: string, select: () => void }} field */
export function copyButton(field) {
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
export function output(label, id) {
  const field = html('input', { id, readonly: true, spellcheck: 'false' });
  const row = html('div', { class: 'row' }, field, copyButton(field));
  return { input: field, element: html('div', { class: 'field' }, html('label', { for: id }, label), row) };
}

/**
 * A link to be taken away. What a program serves to this machine alone is not found from others.
 * @param {Backend} backend
 * @param {string} label
 * @param {string} id
 */
export function linkOutput(backend, label, id) {
  return output(backend.kind === 'native' ? `${label}, on this machine` : label, id);
}

/**
 * A page of this one's games in a frame, for another page.
 * @param {URL} link
 */
export function frameOf(link) {
  const address = new URL(link);
  address.searchParams.set('embed', '');
  return `<iframe src="${address.href.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="720" height="560"></iframe>`;
}
