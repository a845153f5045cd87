// What a player has is not lost: not by a diagram, another game, a reload, or an engine that ends.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { Rules, games } from '../support.mjs';
import { begin, click, clickMove, closeAll, listed, open, toggleAnalysis, untilMoves } from './browser.mjs';

after(closeAll);

const [game] = games;
const rules = await Rules.load(game);

/** @typedef {import('playwright-core').Page} Page */

/** Types a move. @param {Page} page @param {string} san */
async function typeMove(page, san) {
  await page.locator('#typed-move').fill(san);
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('typed-move')).value === '');
}

/** The first legal move of the position after these. @param {string[]} moves @param {number} [index] */
const legalAt = (moves, index = 0) => rules.position(null, moves).moves()[index];

/** Two people at the board who have made two moves. */
async function openGame() {
  const opened = await open();
  await opened.page.goto(opened.address.href);
  await begin(opened.page, game, { opponent: 'people' });
  const first = legalAt([]);
  const second = legalAt([first.text]);
  for (const move of [first, second]) await typeMove(opened.page, move.san);
  await untilMoves(opened.page, 2);
  return { ...opened, first, second, sans: [first.san, second.san] };
}

test('a diagram of the rules and another game leave the game where it was', async () => {
  const { page, context, faults, sans } = await openGame();
  const address = page.url();
  await page.locator('#tab-rules').click();
  await page.locator('.rules .diagram-button').last().click();
  await page.waitForFunction((known) => location.href !== known, address);
  // The way back outlasts whatever is clicked.
  await click(page, 'e1');
  await click(page, 'e4');
  await page.locator('#way-back').getByRole('button', { name: 'Back to the game' }).click();
  await page.waitForFunction((known) => location.href === known, address);
  assert.deepEqual(await listed(page), sans);
  await begin(page, game, { opponent: 'people' });
  await untilMoves(page, 0);
  await page.locator('#way-back').getByRole('button', { name: 'Back to the game' }).click();
  await untilMoves(page, 2);
  // The browser's own way back leads there, too.
  await begin(page, game, { opponent: 'people' });
  await untilMoves(page, 0);
  await page.goBack();
  await untilMoves(page, 2);
  assert.deepEqual(await listed(page), sans);
  assert.deepEqual(faults, []);
  await context.close();
});

test('variations, the result and the players outlast a reload, and the game is in the list on the next day', async () => {
  const { page, context, faults, address, first } = await openGame();
  const tried = legalAt([first.text], 1);
  await page.getByRole('button', { name: 'One move back' }).click();
  await page.locator('.aside-note', { hasText: 'An earlier position' }).waitFor();
  await typeMove(page, tried.san);
  await untilMoves(page, 3);
  await page.getByRole('button', { name: 'Play on from here' }).click();
  await page.locator('.aside-note', { hasText: 'A variation' }).waitFor({ state: 'hidden' });
  assert.equal((await listed(page)).length, 3, 'what was played before stays as a variation');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('button', { name: /resigns/ }).click();
  await page.locator('#message', { hasText: 'by resignation' }).waitFor();
  // Without the button below it.
  const [told] = (await page.locator('#message').innerText()).split('\n');
  const moves = await listed(page);
  await page.reload();
  await untilMoves(page, 3);
  await page.locator('#message', { hasText: told }).waitFor();
  assert.deepEqual(await listed(page), moves);
  assert.equal(await page.locator('.moves .result').count(), 1);
  const other = await context.newPage();
  await other.goto(address.href);
  const picture = other.locator('.kept-game img');
  const isDrawn = () => picture.evaluate((/** @type {HTMLImageElement} */ image) => image.naturalWidth > 0);
  await other.locator('.kept-game img[src]').waitFor();
  assert.ok(await isDrawn());
  const drawn = await picture.getAttribute('src');
  // It is there at once the next time, without the rules.
  await other.reload();
  await other.locator('html[data-ready=start]').waitFor();
  assert.equal(await picture.getAttribute('src'), drawn);
  await other.locator('.kept-game').first().click();
  await untilMoves(other, 3);
  assert.deepEqual(await listed(other), moves);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a link that is opened in a tab that has played is not answered by the engine', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'engine', side: 'white' });
  const first = legalAt([]);
  await page.evaluate((hash) => (location.hash = hash), `#${game}/moves=${first.text}`);
  await untilMoves(page, 1);
  assert.equal(await page.locator('.player-name', { hasText: 'Vertumnus' }).count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('steps back are not lost when they come fast', async () => {
  const { page, context, faults } = await openGame();
  for (let ply = 2; ply < 8; ply += 1) {
    const moves = decodeURIComponent(new URL(page.url()).hash).split('moves=')[1].split('_');
    await typeMove(page, legalAt(moves).san);
    await untilMoves(page, ply + 1);
  }
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.evaluate(() => {
    const press = (/** @type {string} */ key) =>
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
    for (let count = 0; count < 5; count += 1) press('ArrowLeft');
  });
  await page.waitForFunction(
    () => [...document.querySelectorAll('.moves .move')].findIndex((move) => move.hasAttribute('aria-current')) === 2,
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test('a game that cannot be loaded is told where the user is, and one that loads slowly shows it', async () => {
  const { page, context, address } = await open();
  let isOff = true;
  /** @type {(() => void) | undefined} */
  let letGo;
  await page.route('**/*.wasm', async (route) => {
    if (isOff) return route.abort();
    await new Promise((/** @type {(go: void) => void} */ go) => (letGo = go));
    return route.continue();
  });
  await page.goto(address.href);
  await page.locator(`[data-game=${game}]`).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('#notice', { hasText: 'cannot begin' }).waitFor();
  isOff = false;
  await page.locator(`[data-game=${game}]`).click();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('#start[aria-busy=true] .game-card.is-busy').waitFor();
  for (let waits = 0; !letGo && waits < 1000; waits += 1) await page.waitForTimeout(20);
  assert.ok(letGo, 'the module was not asked for again');
  letGo();
  await page.locator('html[data-ready=play]').waitFor();
  assert.equal(await page.locator('#start').getAttribute('aria-busy'), 'false');
  await context.close();
});

test('a host that does not say what it has is told on the page', async () => {
  const { page, context, address } = await open();
  await page.route('**/backend.json', (route) => route.fulfill({ status: 404, body: 'not found' }));
  await page.goto(address.href);
  await page.locator('#start .refusal', { hasText: '404' }).waitFor();
  assert.ok(await page.getByRole('button', { name: 'Try again' }).isVisible());
  await context.close();
});

test('an engine that ends is started again, and if that fails, by a button', async () => {
  const { page, context, address } = await open();
  await page.addInitScript(() => {
    const NativeWorker = Worker;
    const state = /** @type {any} */ (globalThis);
    state.workers = 0;
    state.breaks = 1;
    // @ts-ignore A worker that breaks down in its first search, as often as the test says.
    globalThis.Worker = class extends NativeWorker {
      constructor(/** @type {URL} */ url, /** @type {WorkerOptions} */ options) {
        super(url, options);
        state.workers += 1;
      }
      postMessage(/** @type {any} */ message) {
        const isSearch = message.line?.startsWith('go');
        if (isSearch && state.breaks > 0) {
          state.breaks -= 1;
          setTimeout(() => this.onerror?.(/** @type {any} */ (new ErrorEvent('error', { message: 'it was killed' }))));
        } else {
          super.postMessage(message);
        }
      }
    };
  });
  await page.goto(address.href);
  await begin(page, game, { opponent: 'engine', side: 'white', level: '0' });
  const first = legalAt([]);
  await clickMove(page, rules.position().moves(), first);
  await untilMoves(page, 2);
  await page.evaluate(() => /** @type {any} */ (globalThis.breaks = 2));
  const moves = decodeURIComponent(new URL(page.url()).hash).split('moves=')[1].split('_');
  await typeMove(page, legalAt(moves).san);
  const again = page.getByRole('button', { name: 'Start the engine again' });
  await again.waitFor();
  // Looking around does not take it away.
  await click(page, 'e1');
  assert.ok(await again.isVisible());
  await again.click();
  await untilMoves(page, 4);
  await context.close();
});

test('the analysis rests while the games are shown', async () => {
  const { page, context, faults } = await openGame();
  await toggleAnalysis(page);
  await page.locator('.lines .move').first().waitFor();
  await page.locator('#home').click();
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 0);
  await page.getByRole('button', { name: 'Back to the game' }).first().click();
  await page.locator('.lines .move').first().waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('two tabs do not overwrite each other what they have set', async () => {
  const { page, context, address, faults } = await open();
  await page.goto(address.href);
  const other = await context.newPage();
  await other.goto(address.href);
  const set = async (/** @type {Page} */ one, /** @type {string} */ name) => {
    await one.locator('#settings').click();
    await one.locator('dialog label', { hasText: name }).locator('input').check({ force: true });
    await one.keyboard.press('Escape');
  };
  await set(page, 'dark');
  await other.locator('html[data-theme=dark]').waitFor();
  await set(other, 'Letters on pieces');
  await page.reload();
  await page.locator('html[data-theme=dark]').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('whoever plays Black sits at the bottom, after a reload too', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'engine', side: 'black', level: '0' });
  await untilMoves(page, 1);
  const sides = async () => {
    const below = await page.locator('#below').innerText();
    const { top: king } = await page.evaluate(
      (square) => /** @type {Element} */ (document.querySelector(`[data-square=${square}]`)).getBoundingClientRect(),
      rules.position().view.pieces.find((/** @type {any} */ piece) => piece.side === 'black').square,
    );
    const { top, height } = /** @type {{ top: number, height: number }} */ (
      await page.evaluate(() => document.getElementById('board')?.getBoundingClientRect().toJSON())
    );
    return { below: below.split('\n')[0], isBlackBelow: king > top + height / 2 };
  };
  assert.deepEqual(await sides(), { below: 'You, black', isBlackBelow: true });
  await page.reload();
  await untilMoves(page, 1);
  await page.locator('.piece').first().waitFor();
  assert.deepEqual(await sides(), { below: 'You, black', isBlackBelow: true });
  assert.deepEqual(faults, []);
  await context.close();
});
