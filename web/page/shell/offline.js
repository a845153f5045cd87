// The page offline, after the first visit. Only where the page is its own host: a page that a
// program serves has nothing to play with when the program has ended.

import { say } from './live.js';

/** @import { Backend } from '../types' */

/**
 * Has the browser keep what the page is made of.
 * @param {Backend} backend
 */
export async function keepOffline(backend) {
  if (backend.kind !== 'wasm' || !('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register('service-worker.js');
    const { active } = await navigator.serviceWorker.ready;
    const keep = () => active?.postMessage({ keep: loaded() });
    keep();
    // What is loaded later, as the module of a game, passes through the worker, unless this is the first visit.
    if (!navigator.serviceWorker.controller) setInterval(keep, 5000);
  } catch {
    // Some browsers refuse it in private windows and in frames. The page works online.
  }
  addEventListener('offline', () => say('There is no network. What was loaded works on.', { tone: 'hint' }));
}

/** The addresses of this host that the page has loaded. */
function loaded() {
  const resources = performance.getEntriesByType('resource').map(({ name }) => name);
  return [...new Set([location.href, ...resources].map((name) => name.split('#')[0]))].filter((name) =>
    name.startsWith(new URL('.', document.baseURI).href),
  );
}
