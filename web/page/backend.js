// Where rules and engines come from: from `vertumnus serve`, if it serves the page, otherwise from WebAssembly.

/** @import { Backend, EngineLike } from './types' */

/** The rules' answer to a request that they refuse. */
export class CallError extends Error {
  /** @param {{ kind: string, message: string, index?: number }} error */
  constructor(error) {
    super(error.message);
    this.name = 'CallError';
    /** What is wrong: `BadFen`, `BadMove`, … */
    this.kind = error.kind;
    /** Which of the moves is bad. */
    this.index = error.index;
  }
}

/**
 * Finds out who serves the page.
 * @returns {Promise<Backend>}
 */
export async function connect() {
  return native();
}

/** @returns {Backend} */
function native() {
  /** @param {object} request */
  const ask = async (request) => {
    const answer = await fetch('call', { method: 'POST', body: JSON.stringify(request) });
    const reply = await answer.json();
    if (reply.error) throw new CallError(reply.error);
    return reply.ok;
  };
  return {
    kind: 'native',
    games: () => ask({ call: 'games' }),
    call: (game, request) => ask({ game, ...request }),
    newEngine: () => nativeEngine(),
  };
}

/** @returns {EngineLike} */
function nativeEngine() {
  const address = `engine/${crypto.randomUUID()}`;
  const lines = new EventSource(address);
  // Requests may overtake each other, so each waits for the one before it, and the first for the stream.
  let sent = new Promise((resolve) => lines.addEventListener('open', resolve, { once: true }));
  /** @param {RequestInit} init */
  const request = (init) => {
    sent = sent.then(() => fetch(address, init)).catch(() => undefined);
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
