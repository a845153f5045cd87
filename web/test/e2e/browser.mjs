// A real Chromium with the page in it, served as a static host does, below a path.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

import { chromium } from 'playwright-core';

import { Selection } from '../../page/board/selection.js';
import { serve } from '../../serve.mjs';
import { dist } from '../support.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where Debian and others keep it. That without windows comes first: a page costs it half as much. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];

/** The path below which the page is served. */
export const PATH = '/some/games/';

const executablePath =
  process.env.CHROMIUM ?? PLACES.map((name) => `/usr/bin/${name}`).find((place) => existsSync(place));
if (!executablePath) throw new Error('no Chromium: install it, or name it in CHROMIUM');

/** Whether there is time for what costs much and repeats much that other tests see. */
export const isNight = Boolean(process.env.VERTUMNUS_NIGHT);

/** By day no page keeps its files for when there is no network: each window would load all of them, as most tests have one. */
const serviceWorkers = isNight ? 'allow' : 'block';

export const host = await serve(fileURLToPath(dist), { path: PATH });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

export async function closeAll() {
  await browser.close();
  await host.close();
}

/**
 * A page in a window of its own. Whatever goes wrong in it is noted.
 * @param {import('playwright-core').BrowserContextOptions} [options]
 */
export async function open(options = {}) {
  const context = await browser.newContext({
    viewport: { width: 1200, height: 850 },
    reducedMotion: 'reduce',
    serviceWorkers,
    ...options,
  });
  // A busy machine is no fault.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  /** @type {string[]} */ const faults = [];
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('request', (request) => {
    const url = request.url();
    if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(url)) faults.push(`asks for ${url}`);
  });
  const address = new URL(host.url);
  return { context, page, faults, address };
}

/** @typedef {import('playwright-core').Page} Page */

/**
 * Begins a game by the dialog.
 * @param {Page} page
 * @param {string} game
 * @param {Record<string, string>} choices the dialog's fields and their values
 */
export async function begin(page, game, choices) {
  if (await page.locator('#start').isHidden()) await page.locator('#home').click();
  await page.locator(`[data-game=${game}]`).click();
  for (const [name, value] of Object.entries(choices)) {
    if (name === 'level') await page.locator('dialog input[name=level]').fill(value);
    else {
      if (['control', 'thinking'].includes(name))
        await page.locator('dialog details', { hasText: 'Clock' }).evaluate((more) => (more.open = true));
      await page.locator(`dialog input[name=${name}][value="${value}"]`).check({ force: true });
    }
  }
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('html[data-ready=play]').waitFor();
  await page.locator('[role=gridcell]').first().waitFor();
}

/** The moves of the game as the page lists them. @param {Page} page */
export const listed = (page) => page.locator('.moves .move').allTextContents();

/** The text of rules that stands in its field, which has its colors. @param {Page} page */
export async function writtenText(page) {
  await page.locator('#write-text.cm-content').waitFor();
  return (await page.locator('#write-text .cm-line').allTextContents()).join('\n');
}

/**
 * Waits until this many moves are listed.
 * @param {Page} page
 * @param {number} count
 */
export async function untilMoves(page, count) {
  await page.waitForFunction((wanted) => document.querySelectorAll('.moves .move').length === wanted, count);
}

/**
 * Clicks a square by the mouse, wherever it is just now.
 * @param {Page} page
 * @param {string} square
 */
export async function click(page, square) {
  const { x, y } = await page.evaluate((name) => {
    const cell = /** @type {Element} */ (document.querySelector(`[data-square=${name}]`));
    const { left, top, width, height } = cell.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  }, square);
  await page.mouse.click(x, y);
}

/**
 * Makes a move as a person does: the piece, its way, and the choice that is left.
 * @param {Page} page
 * @param {any[]} legal the legal moves
 * @param {any} move
 */
export async function clickMove(page, legal, move) {
  await click(page, move.from);
  let selection = new Selection(
    move.from,
    legal.filter(({ from }) => from === move.from),
  );
  const way = [...move.stops, move.to];
  for (const square of way) {
    const step = selection.pick(square);
    await click(page, square);
    if (step.type === 'move') return assert.equal(step.move.text, move.text);
    if (step.type === 'choose') {
      await page.locator(`.choice .option[data-move="${move.text}"]`).click();
      return;
    }
    assert.equal(step.type, 'go on');
    if (step.type === 'go on') selection = step.selection;
  }
}

/**
 * Switches the analysis on or off.
 * @param {Page} page
 */
export const toggleAnalysis = (page) => page.getByRole('button', { name: 'Analysis', exact: true }).click();

/**
 * What axe finds, in both palettes. Of the second only the colors are looked at.
 * @param {Page} page
 * @param {string} [part] what is new on the page: by day axe looks at no more
 */
export async function faultsOfAxe(page, part = 'html') {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe);
  /** @type {string[]} */ const found = [];
  for (const [colorScheme, runOnly] of /** @type {const} */ ([
    ['dark', ['color-contrast']],
    ['light', undefined],
  ])) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await page.evaluate(
      ([seen, rules]) => /** @type {any} */ (globalThis).axe.run(seen, { runOnly: rules, resultTypes: ['violations'] }),
      /** @type {const} */ ([isNight ? 'html' : part, runOnly]),
    );
    for (const { id, nodes } of violations)
      found.push(`${colorScheme}: ${id}: ${nodes.map((/** @type {any} */ node) => node.html).join(' ')}`);
  }
  return found;
}

/**
 * The texts of the page in which something is hidden or turns the direction. Fields have what a user has put into them.
 * @param {Page} page
 */
export const withHidden = (page) =>
  page.evaluate(() => {
    const all = [...document.querySelectorAll('*')].filter((one) => !one.closest('textarea, input, .cm-editor'));
    const texts = all.flatMap((one) => [
      ...[...one.attributes].map(({ value }) => value),
      ...[...one.childNodes].map((node) => (node.nodeType === Node.TEXT_NODE ? String(node.nodeValue) : '')),
    ]);
    const isHidden = /[\0-\x08\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/;
    return [document.title, ...texts].filter((text) => isHidden.test(text));
  });

/** Waits until a card of the gallery is read. @param {import('playwright-core').Locator} card */
export async function untilRead(card) {
  await card.scrollIntoViewIfNeeded();
  await card.filter({ hasNotText: 'It is being read' }).waitFor();
}

/** The cards of the examples, when they are there. @param {Page} page */
export async function exampleCards(page) {
  const cards = page.getByRole('region', { name: 'Examples' }).getByRole('listitem');
  await cards.first().waitFor();
  return cards;
}

/**
 * Waits until the examples are read: by day, the first. Each asks the rules some hundred times.
 * @param {import('playwright-core').Locator} cards
 * @returns the cards of those
 */
export async function readExamples(cards) {
  const all = await cards.all();
  const read = isNight ? all : all.slice(0, 1);
  for (const card of read) await untilRead(card);
  return read;
}
