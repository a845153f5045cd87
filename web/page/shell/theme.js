// Whether the page is dark: by the settings, or by the system.

import { settings } from './settings.js';

const system = matchMedia('(prefers-color-scheme: dark)');

export function isDark() {
  const theme = settings.get('theme');
  return theme === 'dark' || (theme === 'system' && system.matches);
}

/**
 * Calls a function when that may have changed.
 * @param {() => void} listener
 */
export function onTheme(listener) {
  settings.subscribe((name) => name === 'theme' && listener());
  system.addEventListener('change', listener);
}
