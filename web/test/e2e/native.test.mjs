// The page as `vertumnus serve` gives it, in a real browser: rules and engines are those of the program.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { examplesIn } from '../../page/game/texts.js';
import { Rules, games, text } from '../support.mjs';
import {
  begin,
  click,
  clickMove,
  closeAll,
  exampleCards,
  listed,
  open,
  readExamples,
  toggleAnalysis,
  untilMoves,
} from './browser.mjs';
import { serveProgram } from './program.mjs';

const { address, end } = await serveProgram();

after(async () => {
  end();
  await closeAll();
});

const [game] = games;

/** A window with the page, and what it asked the program for. */
async function opened() {
  const { page, context, faults } = await open();
  /** @type {string[]} */ const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(address);
  return { page, context, faults, asked };
}

/** Fails if the page took rules or an engine from a module. @param {string[]} asked */
function assertNative(asked) {
  assert.deepEqual(
    asked.filter((path) => path.endsWith('.wasm')),
    [],
  );
  assert.ok(asked.includes('/call'), 'rules are asked for');
  assert.ok(
    asked.some((path) => path.startsWith('/engine/')),
    'an engine is asked for',
  );
}

test('a game against the engine of the program, with a move taken back while it thinks', async () => {
  const rules = await Rules.load(game);
  const { page, context, faults, asked } = await opened();
  await begin(page, game, { opponent: 'engine', side: 'white', level: '20' });
  const legal = rules.position().moves();
  await clickMove(page, legal, legal[0]);
  await page.getByRole('button', { name: 'Take back' }).click();
  await untilMoves(page, 0);
  await clickMove(page, legal, legal[1]);
  await untilMoves(page, 2);
  const [first, reply] = await listed(page);
  assert.equal(first, legal[1].san);
  const replies = rules.position(null, [legal[1].text]).moves();
  assert.ok(
    replies.some((/** @type {any} */ { san }) => san === reply),
    `${reply} is legal`,
  );
  assertNative(asked);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a report opens from the rules, and links of other pages lead whom the program knows to the board', async () => {
  const { page, context, faults } = await opened();
  await begin(page, game, { opponent: 'people' });
  await page.getByRole('tab', { name: 'Rules' }).click();
  const opens = context.waitForEvent('page');
  await page.getByRole('link', { name: 'A playtest' }).click();
  const report = await opens;
  await report.getByRole('heading', { name: 'What pieces are worth' }).waitFor();
  await report.getByRole('link', { name: 'Replay it in the page' }).first().click();
  await report.locator('.moves .move').first().waitFor();
  const other = await context.newPage();
  const [{ text }] = (await Rules.load(game)).position().moves();
  const link = new URL(`/#${game}/moves=${text}`, address).href;
  await other.goto(`data:text/html,<a href="${encodeURIComponent(link)}">here</a>`);
  await other.getByRole('link').click();
  await untilMoves(other, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the focus goes to the board by keys alone, and the legend says how to read the pieces', async () => {
  const { page, context, faults } = await opened();
  const card = page.locator(`[data-game=${game}]`);
  await card.focus();
  await page.keyboard.press('Enter');
  await page.locator('dialog').waitFor();
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.locator('html[data-ready=play]').waitFor();
  await page.waitForFunction(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square !== undefined);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'How to read the pieces' }).click();
  await page.locator('.rules h2', { hasText: 'How to read the pieces' }).waitFor();
  const pictures = page.locator('.rules img');
  await pictures.first().scrollIntoViewIfNeeded();
  await page.waitForFunction(() => /** @type {any} */ (document.querySelector('.rules img')).naturalWidth > 0);
  await page
    .locator('.rules')
    .getByRole('button', { name: /^Back to/ })
    .click();
  await page.locator('.rules .diagram-button').first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('another browser that has not the address is told so', async () => {
  const { page, context } = await open();
  await page.goto(new URL('/', address).href);
  await page.locator('#start .refusal', { hasText: 'open the whole address' }).waitFor();
  assert.equal(await page.evaluate(() => document.cookie), '');
  await context.close();
});

test('a long game is opened with few questions', async () => {
  const { page, context, faults } = await opened();
  const position = (await Rules.load(game)).position();
  for (let ply = 0; ply < 60 && !position.outcome; ply += 1) {
    const moves = position.legalMoves();
    position.make(moves[(ply * 7 + 3) % moves.length]);
  }
  /** @type {string[]} */ const calls = [];
  page.on(
    'request',
    (request) => request.url().endsWith('/call') && calls.push(JSON.parse(request.postData() ?? '{}').call),
  );
  await page.evaluate(
    (hash) => (location.hash = hash),
    `#${game}/moves=${position.movesMade.map(encodeURIComponent).join('_')}`,
  );
  await untilMoves(page, position.movesMade.length);
  await page.waitForFunction(() => document.querySelector('.captured')?.getAttribute('title') !== null);
  assert.equal(calls.filter((call) => call === 'effects').length, 1);
  assert.ok(calls.length < 12, calls.join());
  assert.deepEqual(faults, []);
  await context.close();
});

test('a game is written, mended and played behind the program, and a link holds it open', async () => {
  const { page, context, faults, asked } = await opened();
  const button = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true });
  await page.locator('[data-game]').first().waitFor();
  await page.evaluate(() => (location.hash = '#rules=AAAA'));
  await page.locator('#notice', { hasText: 'damaged' }).waitFor();
  await page.getByRole('button', { name: /^Write a game/ }).click();
  await page.locator('#write-state', { hasText: 'No mistakes' }).waitFor();
  const [, elephants] = examplesIn(text('docs/games-as-files.md'));
  await page.locator('#write-text').fill(elephants.replace('FAA', 'FAM'));
  await page.locator('.finding mark', { hasText: 'M' }).waitFor();
  await page.locator('#write-text').fill(elephants);
  await page.locator('#write-state', { hasText: 'No mistakes. “Elephant Chess” can be played.' }).waitFor();
  await page.locator('.write-rules summary').click();
  await page.locator('.write-rules', { hasText: 'rides in diagonal leaps of two squares' }).waitFor();
  assert.equal(await page.locator('#write-frame').count(), 0, 'nobody else could show it');
  const link = await page.getByLabel('Link with the whole game, on this machine').inputValue();
  await button('Play it 40 times').click();
  await page
    .getByRole('region', { name: 'Report' })
    .getByText(/^([2-9]|[1-3]\d) of 40 games/)
    .waitFor();
  await button('Stop').click();
  await button('Play').click();
  await page.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  for (const square of ['c1', 'e3']) await click(page, square);
  await untilMoves(page, 2);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#panel-rules', { hasText: 'Elephant Chess' }).waitFor();
  await page.reload();
  await untilMoves(page, 2);
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('dialog', { name: 'Elephant Chess' }).waitFor();
  await other.getByRole('button', { name: 'Play', exact: true }).click();
  await other.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  // All of it went to engines: the program itself knows no game of a text.
  assert.deepEqual(
    asked.filter((path) => path.endsWith('.wasm') || path === '/call'),
    [],
  );
  assert.deepEqual(faults, []);
  await context.close();
});

/**
 * How many more dark points the upper half of a square has than the lower one.
 * @param {import('playwright-core').Page} page
 * @param {string} square
 */
async function darkerAbove(page, square) {
  const clip = await page.locator(`#board [data-square=${square}]`).boundingBox();
  assert.ok(clip);
  const picture = (await page.screenshot({ clip })).toString('base64');
  // Elsewhere, because the page itself shows no pictures that come as addresses.
  const elsewhere = await page.context().newPage();
  const more = await elsewhere.evaluate(async (source) => {
    const image = new Image();
    image.src = source;
    await image.decode();
    const { width, height } = image;
    const context = /** @type {CanvasRenderingContext2D} */ (new OffscreenCanvas(width, height).getContext('2d'));
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, width, height);
    const ofRow = (/** @type {number} */ row) =>
      Array.from({ length: width }, (_, column) => Number(data[4 * (row * width + column)] < 60));
    const rows = Array.from({ length: height }, (_, row) => ofRow(row).reduce((sum, one) => sum + one, 0));
    const half = Math.floor(height / 2);
    const sum = (/** @type {number[]} */ some) => some.reduce((total, one) => total + one, 0);
    return sum(rows.slice(0, half)) - sum(rows.slice(-half));
  }, `data:image/png;base64,${picture}`);
  await elsewhere.close();
  return more;
}

test('a lance points where it goes, whichever side is seen', async () => {
  const { page, context, faults } = await opened();
  const game = deflateSync('[lances:shogi]\n').toString('base64url');
  await page.goto(`${address}#rules=${game}/fen=4k4/9/9/2l6/9/6L2/9/9/4K4[]_w_-_-_0_1`);
  await page.getByRole('button', { name: 'Open the game' }).click();
  await page.locator('html[data-ready=play]').waitFor();
  const [white, black] = [await darkerAbove(page, 'g4'), await darkerAbove(page, 'c6')];
  await page.getByRole('button', { name: 'Turn the board' }).click();
  // White's line is dark on its tile, and Black's is light: the one has gone down, the other up.
  assert.ok((await darkerAbove(page, 'g4')) < white);
  assert.ok((await darkerAbove(page, 'c6')) < black);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the program has the examples of the gallery, and reads them', async () => {
  const { page, context, faults, asked } = await opened();
  await page.getByRole('button', { name: 'Gallery of such games' }).click();
  const cards = await exampleCards(page);
  await readExamples(cards);
  const examples = ['', '-recipes'].flatMap((name) => examplesIn(text(`docs/games-as-files${name}.md`)));
  assert.equal(await cards.count(), examples.length);
  assert.equal(await cards.filter({ hasText: 'It cannot be played' }).count(), 0);
  await page.getByRole('button', { name: 'Lesson Takers' }).click();
  await page.locator('#lesson .task').waitFor();
  assert.ok(!asked.some((path) => path.endsWith('.wasm')));
  assert.deepEqual(faults, []);
  await context.close();
});

test('two windows analyse, each with an engine of its own, and one goes on when the other is closed', async () => {
  const windows = await Promise.all([opened(), opened()]);
  for (const { page } of windows) {
    await begin(page, game, { opponent: 'people' });
    await toggleAnalysis(page);
    await page.locator('.lines .move').first().waitFor();
  }
  const [first, second] = windows;
  await first.context.close();
  await second.page.locator('.lines .move').first().click();
  await untilMoves(second.page, 1);
  await second.page.waitForFunction(() => document.querySelector('.lines .move')?.textContent?.startsWith('1… '));
  for (const { faults, asked } of windows) {
    assertNative(asked);
    assert.deepEqual(faults, []);
  }
  await second.context.close();
});

test('eight tabs of one browser analyse and play at once, though it has six connections', async () => {
  const first = await opened();
  const { context, faults } = first;
  const tabs = [first.page];
  while (tabs.length < 8) tabs.push(await context.newPage());
  await Promise.all(
    tabs.map(async (page) => {
      page.on('pageerror', (error) => faults.push(error.message));
      if (page !== first.page) await page.goto(new URL('/', address).href);
      await begin(page, game, { opponent: 'engine', side: 'white', level: '0' });
      await toggleAnalysis(page);
    }),
  );
  await Promise.all(tabs.map((page) => page.locator('.lines .move').first().waitFor()));
  // While all analyse, each engine answers a move.
  await Promise.all(
    tabs.map(async (page) => {
      await page.locator('.lines .move').first().click();
      await untilMoves(page, 2);
    }),
  );
  assert.deepEqual(faults, []);
  await context.close();
});
