// The keys of the page, in a dialog.

import { openDialog } from './dialog.js';
import { html } from './dom.js';

/** @type {[keys: string[], what: string][]} */
const KEYS = [
  [['←', '→'], 'One move back, one move forward'],
  [['Home', 'End'], 'The start, the last move'],
  [['A'], 'Analysis'],
  [['H'], 'Hint'],
  [['X'], 'Threat: what would the other side do?'],
  [['F'], 'Turn the board'],
  [['?'], 'This list'],
];

/** @type {[keys: string[], what: string][]} */
const ON_BOARD = [
  [['Tab'], 'To the board and from it to the next part'],
  [['←', '→', '↑', '↓'], 'From square to square'],
  [['Enter'], 'Pick a piece, then its square'],
  [['Esc'], 'Drop what is picked'],
  [['Page Up', 'Page Down'], 'One move back, one move forward'],
];

/** @type {[keys: string[], what: string][]} */
const MOUSE = [
  [['Right button'], 'On a square: a circle. From square to square: an arrow. Again: take it away'],
  [['Left button'], 'Click or drag a piece'],
];

export function showKeys() {
  const table = (/** @type {string} */ title, /** @type {typeof KEYS} */ rows) =>
    html(
      'table',
      { class: 'keys' },
      html('caption', {}, title),
      ...rows.map(([keys, what]) =>
        html('tr', {}, html('th', { scope: 'row' }, ...keys.map((key) => html('kbd', {}, key))), html('td', {}, what)),
      ),
    );
  openDialog(
    { title: 'Keys' },
    table('Everywhere', KEYS),
    table('With the focus on the board', ON_BOARD),
    table('Mouse', MOUSE),
  );
}
