// Keeps what the page has loaded, and gives it back when there is no network. Online, the host is always asked
// first, so that a new version of the page is never mixed with an old one for longer than one visit.

/**
 * What the browser tells a service worker, and what it is asked to wait for.
 * @typedef {object} Told
 * @property {any} data
 * @property {Request} request
 * @property {(work: Promise<unknown>) => void} waitUntil
 * @property {(answer: Promise<Response>) => void} respondWith
 */

/**
 * What a service worker has beside what a page has.
 * @typedef {object} Keeper
 * @property {ServiceWorkerRegistration} registration
 * @property {{ claim(): Promise<void> }} clients
 * @property {() => Promise<void>} skipWaiting
 * @property {(type: string, listener: (event: Told) => void) => void} addEventListener
 */

/** @type {Keeper} */
const worker = /** @type {any} */ (self);

const CACHE = 'vertumnus';

/** The list of the page's files, which not every host has. */
const FILES = 'files.json';

worker.addEventListener('install', (event) => {
  event.waitUntil(keepAll().then(() => worker.skipWaiting()));
});

worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()));

worker.addEventListener('message', (event) => {
  const { keep } = event.data ?? {};
  if (Array.isArray(keep)) event.waitUntil(keepMissing(keep));
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const isOurs = request.method === 'GET' && request.url.startsWith(worker.registration.scope);
  if (isOurs) event.respondWith(answer(request));
});

/** Keeps the files of the page, as far as the host names them. */
async function keepAll() {
  try {
    const answer = await fetch(FILES);
    if (answer.ok) await keepMissing(await answer.json());
  } catch {
    // Then what the page loads is kept when it is loaded.
  }
}

/**
 * Keeps files that are not kept yet.
 * @param {string[]} addresses
 */
async function keepMissing(addresses) {
  const cache = await caches.open(CACHE);
  for (const address of addresses) {
    try {
      const url = new URL(address, worker.registration.scope);
      if (url.href.startsWith(worker.registration.scope) && !(await cache.match(url))) await cache.add(url);
    } catch {
      // A file that cannot be had is asked for again when it is needed.
    }
  }
}

/**
 * The host's answer, or the one that is kept.
 * @param {Request} request
 * @returns {Promise<Response>}
 */
async function answer(request) {
  const cache = await caches.open(CACHE);
  try {
    const fresh = await fetch(request);
    if (fresh.ok && fresh.status === 200) await cache.put(request, fresh.clone());
    return fresh;
  } catch (error) {
    // The page is the same with and without `?embed`.
    const kept = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
    if (kept) return kept;
    throw error;
  }
}
