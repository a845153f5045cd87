// Rules and engines of the program that serves the page.

import { refusal } from '../game/refusal.js';
import { credentials } from './token.js';

/** @import { Host } from './backend.js' */
/** @import { Backend, EngineLike } from '../types' */

/**
 * @param {Host} host
 * @returns {Backend}
 */
export function native({ games, levels, puzzles = [] }) {
  return {
    kind: 'native',
    games,
    levels,
    puzzles,
    async call(game, request) {
      const answer = await ask('call', { method: 'POST', body: JSON.stringify({ game, ...request }) });
      const reply = await answer.json();
      if (reply.error) throw refusal(reply.error);
      return reply.ok;
    },
    newEngine: () => engine(),
    check: null,
  };
}

/**
 * The program's answer. Rejects with the reason if it refuses.
 * @param {string} address
 * @param {RequestInit} init
 */
async function ask(address, init) {
  let answer;
  try {
    answer = await fetch(address, { ...init, headers: credentials() });
  } catch {
    throw new Error('the program that serves this page does not answer');
  }
  if (!answer.ok) throw new Error((await answer.text()).trim());
  return answer;
}

/**
 * An engine of the program. A browser has six connections to a host, for all its tabs, so a connection is held only
 * while the engine owes an answer, and only for a moment at a time.
 * @returns {EngineLike}
 */
function engine() {
  const address = `engine/${crypto.randomUUID()}`;
  /** @type {Set<(line: string) => void>} */ const listeners = new Set();
  /** @type {Set<(reason: string) => void>} */ const onEnd = new Set();
  /** Lines that go with the next request. @type {string[]} */ let lines = [];
  /** Requests that the engine has got. */
  let told = 0;
  let isListening = false;
  let isOver = false;

  /** @param {Error} reason */
  const end = ({ message }) => {
    if (isOver) return;
    over();
    for (const callback of onEnd) callback(message);
  };
  const over = () => {
    isOver = true;
    removeEventListener('pagehide', leave);
  };
  const dismiss = () =>
    void fetch(address, { method: 'DELETE', keepalive: true, headers: credentials() }).catch(() => undefined);
  /** @param {PageTransitionEvent} event */
  const leave = ({ persisted }) => persisted || dismiss();
  addEventListener('pagehide', leave);

  // Requests may overtake each other, so each waits for the one before it.
  /** @type {Promise<unknown>} */
  let sent = ask(address, { method: 'PUT' }).catch(end);
  const send = async () => {
    const body = lines.join('\n');
    lines = [];
    if (isOver) return;
    try {
      await ask(address, { method: 'POST', body });
      told += 1;
      if (!isListening) listen();
    } catch (error) {
      end(/** @type {Error} */ (error));
    }
  };

  /** Listens until the engine has answered all that it was told. */
  async function listen() {
    isListening = true;
    try {
      for (let answered = 0; answered !== told && !isOver;) {
        const asked = told;
        const answer = await ask(address, { method: 'GET' });
        if (answer.status === 204) answered = asked;
        else await hear(answer);
      }
    } catch (error) {
      end(/** @type {Error} */ (error));
    }
    isListening = false;
  }

  /** @param {Response} answer */
  async function hear({ body }) {
    const reader = /** @type {ReadableStream<Uint8Array>} */ (body).getReader();
    const decoder = new TextDecoder();
    let rest = '';
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const whole = (rest + decoder.decode(value, { stream: true })).split('\n');
      rest = /** @type {string} */ (whole.pop());
      for (const line of whole) if (!isOver) for (const listener of listeners) listener(line);
    }
  }

  /** @param {string} line */
  const queue = (line) => {
    lines.push(line);
    // More lines that come at once go with it.
    if (lines.length === 1) sent = sent.then(send);
  };
  return {
    send: queue,
    onLine: (callback) => void listeners.add(callback),
    onEnd: (callback) => void onEnd.add(callback),
    stop: () => queue('stop'),
    close() {
      over();
      sent.then(dismiss);
    },
  };
}
