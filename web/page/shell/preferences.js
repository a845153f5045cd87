// The dialog of settings, and what they do to the page as a whole.

import { openDialog } from './dialog.js';
import { html } from './dom.js';
import { play } from './sound.js';
import { settings } from './settings.js';

/** @typedef {'sounds' | 'turns' | 'resigns' | 'coordinates' | 'letters' | 'targets' | 'animation'} Switch */

/** @type {[Switch, string, string][]} */
const SWITCHES = [
  ['targets', 'Mark legal moves', 'Where the piece that you picked can go, and what it does there'],
  ['coordinates', 'Names of squares', 'Letters of files and numbers of ranks'],
  ['letters', 'Letters on pieces', 'What each piece is, as the notation writes it'],
  ['animation', 'Pieces slide', 'Unless your system asks for less motion'],
  ['turns', 'Board turns', 'To the side to move, where two people play here'],
  ['sounds', 'Sounds', 'A knock for each move'],
  ['resigns', 'Vertumnus resigns', 'When it has seen no chance for three moves'],
];

/** Follows the system's theme, or the user's. */
export function applyTheme() {
  const apply = () => {
    const theme = settings.get('theme');
    if (theme === 'system') document.documentElement.removeAttribute('data-theme');
    else document.documentElement.dataset.theme = theme;
  };
  settings.subscribe((name) => name === 'theme' && apply());
  apply();
}

export function askForSettings() {
  const theme = html('div', { class: 'segments' });
  for (const value of ['system', 'light', 'dark']) {
    const input = html('input', { type: 'radio', name: 'theme', value, checked: settings.get('theme') === value });
    input.addEventListener('change', () => settings.set('theme', value));
    theme.append(html('label', {}, input, html('span', {}, value)));
  }
  const switches = SWITCHES.map(([name, label, about]) => {
    const input = html('input', { type: 'checkbox', role: 'switch', checked: settings.get(name) });
    input.addEventListener('change', () => {
      settings.set(name, input.checked);
      if (name === 'sounds') play('move');
    });
    return html('label', { class: 'switch' }, html('span', {}, label, html('small', {}, about)), input);
  });
  const colors = html('fieldset', { class: 'choices' }, html('legend', {}, 'Colors'), theme);
  openDialog({ title: 'Settings' }, colors, ...switches);
}
