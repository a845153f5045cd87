// Rules and engines of the program that serves the page.

import { isWritten, nameIn, textOf } from '../game/coded.js';
import { refusal } from '../game/refusal.js';
import { credentials } from './token.js';
import { Written } from './written.js';

/** @import { Host } from './backend.js' */
/** @import { RulesChecked } from '../../package/calls' */
/** @import { Backend, EngineLike } from '../types' */

/** How long a text may take to be read, in milliseconds. */
const LIMIT = 2000;

/**
 * @param {Host} host
 * @returns {Backend}
 */
export function native({ games, levels, puzzles = [] }) {
  const written = new Written(open);
  return {
    kind: 'native',
    games,
    levels,
    puzzles,
    async call(game, request) {
      if (isWritten(game)) return written.call(game, request);
      const answer = await ask('call', { method: 'POST', body: JSON.stringify({ game, ...request }) });
      const reply = await answer.json();
      if (reply.error) throw refusal(reply.error);
      return reply.ok;
    },
    newEngine: (game) => (isWritten(game) ? engineOf(game) : engine()),
    async check(text, { game = null, limit = LIMIT } = {}) {
      const reader = new Reader();
      try {
        return await reader.check(text, game, limit);
      } finally {
        reader.close();
      }
    },
  };
}

/**
 * Reads a game of a text.
 * @param {string} text
 * @param {string | null} wanted
 */
async function open(text, wanted) {
  const reader = new Reader();
  try {
    const { game: name, findings } = await reader.check(text, wanted, LIMIT);
    if (name === null) {
      const first = findings.find(({ severity }) => severity === 'error');
      throw new Error(
        first ? `line ${first.line}, column ${first.column}: ${first.message}` : 'the text has no such game',
      );
    }
    return {
      name,
      call: (/** @type {object} */ request) => reader.ask({ game: name, ...request }),
      close: () => reader.close(),
      hasEnded: () => reader.hasEnded,
    };
  } catch (error) {
    reader.close();
    throw error;
  }
}

/** An engine that reads texts of rules and is asked about their games. What it reads is gone with it. */
class Reader {
  #engine = engine();
  /** @type {{ resolve: (reply: string) => void, reject: (error: Error) => void }[]} */ #waiting = [];
  /** @type {Error | null} */ #ended = null;

  constructor() {
    this.#engine.onLine((line) => line.startsWith('{') && this.#waiting.shift()?.resolve(line));
    this.#engine.onEnd((reason) => this.#end(reason));
  }

  get hasEnded() {
    return this.#ended !== null;
  }

  /** @param {string} reason */
  #end(reason) {
    this.#ended = new Error(reason);
    for (const { reject } of this.#waiting.splice(0)) reject(this.#ended);
  }

  /**
   * Makes a call. Rejects with a `CallError` if it is refused.
   * @param {object} request
   * @returns {Promise<any>}
   */
  async ask(request) {
    if (this.#ended) throw this.#ended;
    const reply = JSON.parse(
      await new Promise((resolve, reject) => {
        this.#waiting.push({ resolve, reject });
        this.#engine.send(JSON.stringify(request));
      }),
    );
    if (reply.error) throw refusal(reply.error);
    return reply.ok;
  }

  /**
   * Reads a text, in so many milliseconds.
   * @param {string} text
   * @param {string | null} game
   * @param {number} limit
   * @returns {Promise<RulesChecked>}
   */
  async check(text, game, limit) {
    // A process that is slow to come takes nothing of the text's time.
    await this.ask({ call: 'games' });
    /** @type {ReturnType<typeof setTimeout> | undefined} */ let timer;
    const late = new Promise((/** @type {(never: never) => void} */ _, reject) => {
      timer = setTimeout(() => reject(new Error(`the text takes longer than ${limit / 1000} s to read`)), limit);
    });
    try {
      return await Promise.race([this.ask({ call: 'checkRules', text, game }), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  close() {
    this.#engine.close();
    this.#end('the reader is closed');
  }
}

/**
 * An engine that plays a game of a text.
 * @param {string} game
 * @returns {EngineLike}
 */
function engineOf(game) {
  const started = engine();
  /** @type {(name: string) => void} */ let found;
  const name = new Promise((/** @type {(name: string) => void} */ resolve) => (found = resolve));
  /** @type {(reason: string) => void} */ let fail = () => undefined;
  started.onLine((line) => {
    if (!line.startsWith('{')) return;
    const { ok, error } = JSON.parse(line);
    const wanted = nameIn(game);
    const read = wanted === null ? ok?.games[0]?.name : wanted;
    if (read) found(read);
    else fail(error?.message ?? 'the text has no game');
  });
  textOf(game).then(
    (text) => started.send(JSON.stringify({ call: 'loadRules', text })),
    ({ message }) => fail(message),
  );
  return {
    // What is said before the game is there waits for it.
    send: (line) => void name.then((known) => started.send(line.replace(` value ${game}`, ` value ${known}`))),
    onLine: (callback) => started.onLine((line) => line.startsWith('{') || callback(line)),
    onEnd(callback) {
      started.onEnd(callback);
      fail = callback;
    },
    stop: () => void name.then(() => started.stop()),
    close: () => started.close(),
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
  /** Ends what listens: the program knows the engine no more when its end overtakes that. */
  const silence = new AbortController();

  /** @param {Error} reason */
  const end = ({ message }) => {
    if (isOver) return;
    over();
    for (const callback of onEnd) callback(message);
  };
  const over = () => {
    isOver = true;
    silence.abort();
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
        const answer = await ask(address, { method: 'GET', signal: silence.signal });
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
