// Rules and engines of the program that serves the page.

import { refusal } from './refusal.js';

/** @import { Host } from './backend.js' */
/** @import { Backend, EngineLike } from './types' */

/**
 * @param {Host} host
 * @returns {Backend}
 */
export function native({ games, levels }) {
  return {
    kind: 'native',
    games,
    levels,
    async call(game, request) {
      const answer = await post('call', { method: 'POST', body: JSON.stringify({ game, ...request }) });
      const reply = await answer.json();
      if (reply.error) throw refusal(reply.error);
      return reply.ok;
    },
    newEngine: () => engine(),
  };
}

/**
 * @param {string} address
 * @param {RequestInit} init
 */
async function post(address, init) {
  try {
    return await fetch(address, init);
  } catch {
    throw new Error('the program that serves this page does not answer');
  }
}

/** @returns {EngineLike} */
function engine() {
  const address = `engine/${crypto.randomUUID()}`;
  const lines = new EventSource(address);
  // Requests may overtake each other, so each waits for the one before it, and the first for the stream.
  let sent = new Promise((resolve) => lines.addEventListener('open', resolve, { once: true }));
  /** @type {((reason: string) => void)[]} */
  const onEnd = [];
  lines.addEventListener('error', () => {
    lines.close();
    onEnd.forEach((callback) => callback('the engine has ended'));
  });
  /** @param {RequestInit} init */
  const request = (init) => {
    const done = sent.then(() => post(address, init));
    sent = done.catch(() => undefined);
  };
  return {
    send: (line) => request({ method: 'POST', body: line }),
    onLine: (callback) => lines.addEventListener('message', (event) => callback(event.data)),
    onEnd: (callback) => onEnd.push(callback),
    stop: () => request({ method: 'POST', body: 'stop' }),
    close() {
      lines.close();
      request({ method: 'DELETE', keepalive: true });
    },
  };
}
