// Pieces in hand: shown beside the board, dropped by click, drag, key and touch, refused with a reason, set up.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { hasWritten } from '../support.mjs';
import { click, closeAll, faultsOfAxe, listed, open, untilMoves } from './browser.mjs';

after(closeAll);

const options = { skip: hasWritten ? false : 'the module is not built' };

/** Each side has taken a pawn. */
const TAKEN = 'e4_d5_exd5_Qxd5';

/** @typedef {import('playwright-core').Page} Page */

/**
 * A page with a game of a text, for two people.
 * @param {string} text
 * @param {string} place
 * @param {import('playwright-core').BrowserContextOptions} [window]
 */
async function at(text, place, window) {
  const opened = await open(window);
  await opened.page.goto(`${opened.address.href}#rules=${deflateSync(text).toString('base64url')}/${place}`);
  await opened.page.getByRole('button', { name: 'Open the game' }).click();
  await opened.page.locator('html[data-ready=play]').waitFor();
  return opened;
}

const house = (/** @type {string} */ moves, /** @type {any} */ window) =>
  at('[house:crazyhouse]\n', `moves=${moves}`, window);

/** The pieces in hand above and below the board. @param {Page} page */
const hands = (page) =>
  page
    .locator('.hand')
    .evaluateAll((all) => all.map((hand) => [...hand.children].map((one) => one.getAttribute('aria-label'))));

/** @param {Page} page @param {string} name */
const held = (page, name) => page.locator('.hand').getByRole('button', { name, exact: true });

/** The middle of an element. @param {import('playwright-core').Locator} locator */
async function middle(locator) {
  const box = await locator.boundingBox();
  assert.ok(box);
  return /** @type {const} */ ([box.x + box.width / 2, box.y + box.height / 2]);
}

test('pieces are dropped by click, drag and key, and what is captured comes into the hand', options, async () => {
  const { page, context, faults } = await house(TAKEN, {});
  assert.deepEqual(await hands(page), [['black Pawn in hand'], ['white Pawn in hand']]);
  assert.deepEqual(await faultsOfAxe(page, '.table'), []);
  await held(page, 'white Pawn in hand').click();
  await page.locator('.card', { hasText: 'White Pawnin hand' }).waitFor();
  // 30 of 64 squares are taken, and one of the others is on the last rank.
  assert.equal(await page.locator('.target-dot').count(), 33);
  await click(page, 'e6');
  await untilMoves(page, 5);
  assert.deepEqual(await hands(page), [['black Pawn in hand'], []]);
  await page.locator('#message', { hasText: 'White: Pawn dropped on e6.' }).waitFor();
  // Black's is dragged.
  await page.mouse.move(...(await middle(held(page, 'black Pawn in hand'))));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page.locator('[data-square=e3]'))), { steps: 4 });
  await page.locator('.piece.held').waitFor();
  await page.mouse.up();
  await untilMoves(page, 6);
  assert.equal(await page.locator('.piece.held').count(), 0);
  await click(page, 'f2');
  await click(page, 'e3');
  await untilMoves(page, 7);
  assert.deepEqual(await hands(page), [[], ['white Pawn in hand']]);
  await page.locator('#message', { hasText: 'White has a Pawn more in hand' }).waitFor();
  await click(page, 'a7');
  await click(page, 'a6');
  await untilMoves(page, 8);
  // The keyboard: from the hand to the board.
  await held(page, 'white Pawn in hand').focus();
  await page.keyboard.press('Enter');
  const focused = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? '');
  while ((await focused())[0] < 'h') await page.keyboard.press('ArrowRight');
  while (Number((await focused())[1]) < 6) await page.keyboard.press('ArrowUp');
  while (Number((await focused())[1]) > 6) await page.keyboard.press('ArrowDown');
  assert.equal(await page.locator('[data-square=h6]').getAttribute('aria-label'), 'h6, empty, can be dropped here');
  await page.keyboard.press('Enter');
  await untilMoves(page, 9);
  assert.deepEqual((await listed(page)).slice(4), ['P@e6', 'P@e3', 'fxe3', 'a6', 'P@h6']);
  // What went to a hand is not lost.
  assert.deepEqual(await page.locator('.captured .figure').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a drop that is refused says why, and the hands turn with the board', options, async () => {
  const { page, context, faults } = await house(TAKEN, {});
  await held(page, 'white Pawn in hand').click();
  await click(page, 'a7');
  await page.locator('#message', { hasText: 'Pawn dropped on a7: there is a piece on a7.' }).waitFor();
  // Of the other side it is told what it does.
  await held(page, 'black Pawn in hand').click();
  await page.locator('.card', { hasText: 'Black Pawn' }).waitFor();
  assert.equal(await page.locator('.target-dot').count(), 0);
  // Whoever drags it beside the board has it in hand again.
  await page.mouse.move(...(await middle(held(page, 'white Pawn in hand'))));
  await page.mouse.down();
  await page.mouse.move(2, 2, { steps: 4 });
  await page.mouse.up();
  assert.equal(await page.locator('.piece').count(), 30);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Turn the board' }).click();
  assert.deepEqual(await hands(page), [['white Pawn in hand'], ['black Pawn in hand']]);
  await page.locator('#typed-move').fill('@e6');
  await page.keyboard.press('Enter');
  await untilMoves(page, 5);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a phone shows both hands, and a touch drops', options, async () => {
  const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
  const { page, context, faults } = await house(TAKEN, phone);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  await held(page, 'white Pawn in hand').tap();
  await page.locator('[data-square=e6]').tap();
  await untilMoves(page, 5);
  assert.deepEqual(faults, []);
  await context.close();
});

test('hands are filled where a position is put together', options, async () => {
  const { page, context, faults } = await house(TAKEN, {});
  await page.locator('#tab-share').click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  const knights = page.getByRole('spinbutton', { name: 'black Knight in hand' });
  const pawns = page.getByRole('spinbutton', { name: 'white Pawn in hand' });
  assert.equal(await pawns.inputValue(), '1');
  assert.deepEqual(await faultsOfAxe(page, 'dialog'), []);
  await knights.fill('2');
  await pawns.fill('0');
  await page.waitForFunction(() =>
    /** @type {HTMLInputElement} */ (document.querySelector('#editor-fen')).value.includes('RNBQKBNR[nnp] w'),
  );
  await page.getByRole('button', { name: 'Use this position' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.hand .held').length === 2);
  assert.deepEqual(await hands(page), [['black Knight in hand, 2', 'black Pawn in hand'].sort(), []]);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a piece that comes to the board as one of two is asked about', options, async () => {
  const text = '[promoted:crazyhouse]\npromotedPieceType = n:q\ndropPromoted = true\n';
  const fen = encodeURIComponent('4k3/8/8/8/8/8/8/4K3[N]_w_-_-_0_1');
  const { page, context, faults } = await at(text, `fen=${fen}`);
  await held(page, 'white Knight in hand').click();
  await click(page, 'd4');
  await page.getByRole('dialog', { name: 'Knight dropped on d4' }).waitFor();
  assert.deepEqual(await page.locator('.choice .option strong').allTextContents(), ['Queen', 'Knight']);
  await page.locator('.choice .option[data-move="+N@d4"]').click();
  await untilMoves(page, 1);
  await page.locator('[role=gridcell][aria-label="d4, white Queen"]').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('the engine plays with pieces in hand, and a game without shows none', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await page.getByRole('button', { name: 'Write a game' }).click();
  await page.locator('#write-state', { hasText: 'No mistakes' }).waitFor();
  await page.locator('#write-text').fill('[house:crazyhouse]\n');
  await page.locator('#game-title', { hasText: 'house' }).waitFor();
  assert.equal(await page.locator('.hand:visible').count(), 2);
  await page.getByRole('button', { name: 'Watch' }).click();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 3);
  await page.locator('#write-text').fill('[plain:chess]\n');
  await page.locator('#game-title', { hasText: 'plain' }).waitFor();
  assert.equal(await page.locator('.hand:visible').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});
