// A real Firefox, driven by WebDriver BiDi (https://www.w3.org/TR/webdriver-bidi/), which it speaks by itself.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { WebSocket } from 'ws';

/** Where Debian and others keep it. */
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox'];

/** How long anything may take, in milliseconds. */
const PATIENCE = 30_000;

const executable = process.env.FIREFOX ?? PLACES.find((place) => existsSync(place));
if (!executable && process.env.CI) throw new Error('no Firefox: install it, or name it in FIREFOX');

export const hasFirefox = executable !== undefined;

export class Firefox {
  #program;
  #profile;
  #socket;
  #number = 0;
  /** @type {Map<number, { settle: (result: any) => void, fail: (error: Error) => void }>} */ #waiting = new Map();
  #tab = '';

  /** What pages have reported as errors. @type {string[]} */ faults = [];

  /** @param {import('node:child_process').ChildProcess} program @param {string} profile @param {WebSocket} socket */
  constructor(program, profile, socket) {
    this.#program = program;
    this.#profile = profile;
    this.#socket = socket;
    socket.on('message', (text) => {
      const { id, type, method, params, result, error, message } = JSON.parse(String(text));
      if (type === 'event' && method === 'log.entryAdded' && params.level === 'error') this.faults.push(params.text);
      const waiting = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (type === 'error') waiting?.fail(new Error(`${error}: ${message}`));
      else waiting?.settle(result);
    });
  }

  static async start() {
    const profile = await mkdtemp(join(tmpdir(), 'firefox-'));
    const program = spawn(
      String(executable),
      ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0'],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    const address = await new Promise((/** @type {(address: string) => void} */ found, failed) => {
      let said = '';
      program.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
        said += text;
        const [, url] = said.match(/WebDriver BiDi listening on (\S+)\s/) ?? [];
        if (url) found(url);
      });
      program.on('exit', () => failed(new Error(`Firefox ends, and says: ${said}`)));
    });
    const socket = new WebSocket(`${address}/session`);
    await once(socket, 'open');
    const firefox = new Firefox(program, profile, socket);
    await firefox.#send('session.new', { capabilities: {} });
    await firefox.#send('session.subscribe', { events: ['log.entryAdded'] });
    return firefox;
  }

  /**
   * @param {string} method
   * @param {object} params
   * @returns {Promise<any>}
   */
  #send(method, params) {
    this.#number += 1;
    const id = this.#number;
    const answer = new Promise((settle, fail) => this.#waiting.set(id, { settle, fail }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answer;
  }

  /** Shows a page in a tab of its own. @param {string} url */
  async open(url) {
    this.#tab = (await this.#send('browsingContext.create', { type: 'tab' })).context;
    await this.#send('browsingContext.navigate', { context: this.#tab, url, wait: 'complete' });
  }

  /**
   * What a function gives in the page, as JSON can have it.
   * @template R
   * @template {unknown[]} A
   * @param {(...values: A) => R} ask
   * @param {A} values
   * @returns {Promise<R>}
   */
  async ask(ask, ...values) {
    const expression = `JSON.stringify({ value: (${ask})(...${JSON.stringify(values)}) })`;
    const { result, exceptionDetails } = await this.#send('script.evaluate', {
      expression,
      target: { context: this.#tab },
      awaitPromise: false,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.text);
    return JSON.parse(result.value).value;
  }

  /**
   * Waits until a function says yes in the page.
   * @template {unknown[]} A
   * @param {(...values: A) => boolean} holds
   * @param {A} values
   */
  async until(holds, ...values) {
    const end = performance.now() + PATIENCE;
    while (!(await this.ask(holds, ...values))) {
      if (performance.now() > end) throw new Error(`never: ${holds} of ${JSON.stringify(values)}`);
      await pause(50);
    }
  }

  /** Clicks in the middle of an element, when it is there. @param {string} selector */
  async click(selector) {
    await this.until((name) => document.querySelector(name) !== null, selector);
    const [x, y] = await this.ask((name) => {
      const element = /** @type {Element} */ (document.querySelector(name));
      element.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return [Math.round(left + width / 2), Math.round(top + height / 2)];
    }, selector);
    const actions = [
      { type: 'pointerMove', x, y },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.#send('input.performActions', {
      context: this.#tab,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    });
  }

  async close() {
    const ended = once(this.#program, 'exit');
    // It ends before it answers.
    this.#send('browser.close', {}).catch(() => undefined);
    await ended;
    this.#socket.terminate();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
