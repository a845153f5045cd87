// Rules and engines of the program that serves the page.

import { CallError } from './call-error.js';

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
      const answer = await fetch('call', { method: 'POST', body: JSON.stringify({ game, ...request }) });
      const reply = await answer.json();
      if (reply.error) throw new CallError(reply.error);
      return reply.ok;
    },
    newEngine: () => engine(),
  };
}

/** @returns {EngineLike} */
function engine() {
  const address = `engine/${crypto.randomUUID()}`;
  const lines = new EventSource(address);
  // Requests may overtake each other, so each waits for the one before it, and the first for the stream.
  let sent = new Promise((resolve) => lines.addEventListener('open', resolve, { once: true }));
  /** @param {RequestInit} init */
  const request = (init) => {
    const done = sent.then(() => fetch(address, init));
    sent = done.catch(() => undefined);
  };
  return {
    send: (line) => request({ method: 'POST', body: line }),
    onLine: (callback) => lines.addEventListener('message', (event) => callback(event.data)),
    stop: () => request({ method: 'POST', body: 'stop' }),
    close() {
      lines.close();
      request({ method: 'DELETE', keepalive: true });
    },
  };
}
