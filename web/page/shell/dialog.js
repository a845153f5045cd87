// A dialog over the page: a title, a way out, and what it asks.

import { html } from './dom.js';
import { icon } from './icons.js';

/** @import { Child } from './dom.js' */

let count = 0;

/**
 * Opens a dialog.
 * @param {object} manner
 * @param {string} manner.title
 * @param {string} [manner.className]
 * @param {boolean} [manner.isWork] whether there is work in it that a click beside it must not throw away
 * @param {Child[]} content the rest of its form; a button that submits it closes the dialog
 * @returns {{ dialog: HTMLDialogElement, closed: Promise<string> }} the dialog, and the value of the button
 *   that closed it: empty if none did
 */
export function openDialog({ title, className = '', isWork = false }, ...content) {
  const id = `dialog-${(count += 1)}`;
  const dialog = html('dialog', { class: `dialog ${className}`.trim(), 'aria-labelledby': id });
  const close = html('button', {
    type: 'button',
    class: 'icon-button',
    'aria-label': 'Close',
    onclick: () => dialog.close(),
  });
  close.append(icon('close'));
  dialog.append(html('form', { method: 'dialog' }, html('header', {}, html('h2', { id }, title), close), ...content));
  dialog.addEventListener('pointerdown', (event) => {
    if (event.target === dialog && !isWork) dialog.close();
  });
  const closed = new Promise((/** @type {(value: string) => void} */ resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue);
    });
  });
  document.body.append(dialog);
  dialog.showModal();
  return { dialog, closed };
}
