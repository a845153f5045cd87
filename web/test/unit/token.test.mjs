// The token: it goes out of the address, and with each request to the program.

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';

import { connect } from '../../page/engines/backend.js';

/** @type {{ address: string, token: string | undefined }[]} What the program was asked. */
let asked;
let kept;

beforeEach(() => {
  asked = [];
  kept = new Map();
  globalThis.localStorage = { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) };
  globalThis.history = { state: null, replaceState: (state, title, address) => visit(String(address)) };
  globalThis.addEventListener = globalThis.removeEventListener = () => undefined;
  globalThis.fetch = async (address, { headers = {} } = {}) => {
    asked.push({ address, token: headers.Authorization });
    if (headers.Authorization !== 'Bearer abc') return new Response('open the whole address\n', { status: 403 });
    return Response.json(address === 'call' ? { ok: [] } : { native: true, games: [], levels: [] });
  };
});

afterEach(() => {
  for (const name of ['localStorage', 'history', 'location', 'fetch']) delete globalThis[name];
  for (const name of ['addEventListener', 'removeEventListener']) delete globalThis[name];
});

/** @param {string} href */
const visit = (href) => (globalThis.location = { href });

test('the token goes out of the address, and with all that is asked', async () => {
  visit('http://127.0.0.1:8360/?token=abc&x=1#chess');
  const backend = await connect();
  assert.equal(globalThis.location.href, 'http://127.0.0.1:8360/?x=1#chess');
  await backend.call('chess', { call: 'games' });
  backend.newEngine('chess').close();
  await new Promise((resolve) => setTimeout(resolve));
  assert.ok(asked.length >= 3);
  for (const { address, token } of asked) assert.equal(token, 'Bearer abc', address);
});

test('another tab of the browser knows it, and another browser is told why it may not play', async () => {
  visit('http://127.0.0.1:8360/?token=abc');
  await connect();
  visit('http://127.0.0.1:8360/#chess');
  await connect();
  kept.clear();
  await assert.rejects(connect(), { message: 'open the whole address' });
});

test('a browser that keeps nothing plays until the page is loaded again', async () => {
  globalThis.localStorage.setItem = () => {
    throw new Error('no room');
  };
  visit('http://127.0.0.1:8360/?token=abc');
  await connect();
  assert.equal(asked.at(-1)?.token, 'Bearer abc');
});
