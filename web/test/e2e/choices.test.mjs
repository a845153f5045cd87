// Choices on the board: what a piece becomes, what a flight takes, what vanishes.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { hashOf } from '../../page/game/location.js';
import { Rules, games } from '../support.mjs';
import { click, closeAll, listed, open, untilMoves } from './browser.mjs';

after(closeAll);

const FLIGHT = '7k/8/p7/8/n7/P7/7K/F7 w - - 0 1';
const ABSORPTION = '7k/8/8/2p1nb2/3{NP}4/8/8/4K3 w - - 0 1';
const EN_PASSANT = '4k3/8/8/3p{BP}3/8/8/8/4K3 w - d6 0 2';
const ANNIHILATION = '***k***/*2p1P*/*2i2*/*Pp3*/3P1n1/*1A3*/*5*/*5*/***K*** w - - 0 1';
const CASTLING = '3k4r/9/9/9/9/9/9/4P4/R3K3R w KQ - 0 1';

/**
 * A position, set up for two people. The test sees in the end whether the move that was made is the one meant.
 * @param {string} game
 * @param {string} fen
 * @param {string} text the move that the test makes
 * @param {(page: import('playwright-core').Page) => Promise<void>} make
 */
async function makes(game, fen, text, make) {
  const { page, context, faults, address } = await open();
  await page.goto(address.href + hashOf({ game, fen, moves: [] }));
  await page.locator('html[data-ready=play]').waitFor();
  await make(page);
  await untilMoves(page, 1);
  const position = (await Rules.load(game)).position(fen);
  position.make(text);
  assert.deepEqual(await listed(page), position.sans);
  assert.deepEqual(faults, []);
  await context.close();
}

/** @param {import('playwright-core').Page} page */
const options = (page) => page.locator('.choice .option strong').allTextContents();

/**
 * A test that needs the module of a game.
 * @param {string} game
 * @param {string} title
 * @param {() => Promise<void>} body
 */
const testOf = (game, title, body) => test(title, { skip: !games.includes(game) }, body);

testOf('stealthbomber', 'a flight is picked stop by stop', () =>
  makes('stealthbomber', FLIGHT, 'a1a4,a4a6,a6a8{fn}', async (page) => {
    for (const square of ['a1', 'a4', 'a6', 'a8']) await click(page, square);
  }),
);

/** A page with a position, for two people. @param {string} game @param {string} fen */
async function at(game, fen) {
  const opened = await open();
  await opened.page.goto(opened.address.href + hashOf({ game, fen, moves: [] }));
  await opened.page.locator('html[data-ready=play]').waitFor();
  return opened;
}

testOf('morphing', 'a king says where it can castle', async () => {
  const { page, context, faults } = await at('morphing', CASTLING);
  await click(page, 'e1');
  await page.locator('.card .notes', { hasText: 'It can castle to h1.' }).waitFor();
  assert.equal(await page.locator('.badge.is-castle').count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

testOf('chess', 'a king says why it cannot castle', async () => {
  const { page, context, faults } = await at('chess', '4k3/8/8/8/8/5r2/8/4K2R w K - 0 1');
  await click(page, 'e1');
  const reason = 'castling leads over f1, which is attacked.';
  await page.locator('.card .notes', { hasText: `It cannot castle to g1: ${reason}` }).waitFor();
  assert.equal(await page.locator('.badge.is-castle').count(), 0);
  await click(page, 'g1');
  await page.locator('#message', { hasText: `King e1 to g1: ${reason}` }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

testOf('powerabsorption', 'whoever takes back twice in one place takes back twice', async () => {
  const { page, context, faults } = await at('powerabsorption', ABSORPTION);
  await click(page, 'd4');
  await click(page, 'f5');
  await page.locator('.choice .option[data-move=d4f5]').click();
  await untilMoves(page, 1);
  await page.locator('#message', { hasText: 'takes' }).waitFor();
  await click(page, 'h8');
  await click(page, 'h7');
  await untilMoves(page, 2);
  const box = await page.getByRole('button', { name: 'Take back' }).boundingBox();
  const [x, y] = box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
  await page.mouse.click(x, y);
  await untilMoves(page, 1);
  await page.locator('#message', { hasText: 'takes' }).waitFor();
  await page.mouse.click(x, y);
  await untilMoves(page, 0);
  assert.deepEqual(faults, []);
  await context.close();
});

testOf('stealthbomber', 'a flight ends where a stop is picked twice', () =>
  makes('stealthbomber', FLIGHT, 'a1a4{fn}', async (page) => {
    for (const square of ['a1', 'a4', 'a4']) await click(page, square);
  }),
);

testOf('stealthbomber', 'the end of a flight, picked at once, asks what it takes', () =>
  makes('stealthbomber', FLIGHT, 'a1a6,a6a8', async (page) => {
    for (const square of ['a1', 'a8']) await click(page, square);
    assert.deepEqual(await options(page), ['B52', 'B52 + Knight', 'B52', 'B52 + Knight']);
    await page
      .getByRole('button', { name: /Takes the Pawn on a6/ })
      .first()
      .click();
  }),
);

testOf('powerabsorption', 'a captor may take up what it takes, or not', async () => {
  for (const [text, name] of [
    ['d4f5', 'Knight-Pawn'],
    ['d4f5{bnp}', 'Bishop-Knight-Pawn'],
  ]) {
    await makes('powerabsorption', ABSORPTION, text, async (page) => {
      for (const square of ['d4', 'f5']) await click(page, square);
      assert.deepEqual(await options(page), ['Bishop-Knight-Pawn', 'Knight-Pawn']);
      await page
        .locator('.choice .option')
        .filter({ has: page.getByText(name, { exact: true }) })
        .click();
    });
  }
});

testOf('powerabsorption', 'a choice is made by keys, or given up', () =>
  makes('powerabsorption', ABSORPTION, 'd4f5{bnp}', async (page) => {
    for (const square of ['d4', 'f5']) await click(page, square);
    await page.keyboard.press('Escape');
    assert.ok(await page.locator('.choice').first().isHidden());
    assert.deepEqual(await listed(page), []);
    for (const square of ['d4', 'f5']) await click(page, square);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    // What it is now is told in brief, and in full on demand.
    const message = page.locator('#message');
    await message.getByText('It is now a Bishop-Knight-Pawn.').waitFor();
    await message.getByRole('button', { name: /^more/ }).click();
    await message.getByText('slides like a bishop').waitFor();
  }),
);

testOf('powerabsorption', 'a click on the pawn takes it en passant', () =>
  makes('powerabsorption', EN_PASSANT, 'e5d5,d5d6', async (page) => {
    for (const square of ['e5', 'd5']) await click(page, square);
  }),
);

testOf('combination', 'what vanishes is shown before the move is made', () =>
  makes('combination', ANNIHILATION, 'c4c6', async (page) => {
    for (const square of ['c4', 'c6']) await click(page, square);
    // The two pieces of the annihilation, and all that stand around them; not the pawn that is captured.
    assert.equal(await page.locator('.layer-over .doomed').count(), 5);
    await page.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(await listed(page), []);
    for (const square of ['c4', 'c6']) await click(page, square);
    await page.getByRole('button', { name: /^Play / }).click();
  }),
);

testOf('combination', 'where pieces vanish, rings are seen, unless the system asks for less motion', async () => {
  for (const reducedMotion of /** @type {const} */ (['no-preference', 'reduce'])) {
    const { page, context, faults, address } = await open({ reducedMotion });
    await page.goto(address.href + hashOf({ game: 'combination', fen: ANNIHILATION, moves: [] }));
    await page.locator('html[data-ready=play]').waitFor();
    await page.addStyleTag({ content: '.gesture { animation-duration: 1000s !important; }' });
    for (const square of ['c4', 'c6']) await click(page, square);
    await page.getByRole('button', { name: /^Play / }).click();
    await untilMoves(page, 1);
    const position = (await Rules.load('combination')).position(ANNIHILATION);
    position.make('c4c6');
    const { emptied } = position.view.lastMove;
    assert.ok(emptied.length > 4);
    await page
      .locator('.emptied')
      .nth(emptied.length - 1)
      .waitFor({ state: 'attached' });
    assert.equal(await page.locator('.gesture.vanishes').count(), reducedMotion === 'reduce' ? 0 : emptied.length);
    assert.deepEqual(faults, []);
    await context.close();
  }
});

testOf('morphing', 'castling is a drag of the king', () =>
  makes('morphing', CASTLING, 'e1h1', async (page) => {
    const middle = async (/** @type {string} */ square) => {
      const box = await page.locator(`[data-square=${square}]`).boundingBox();
      assert.ok(box);
      return /** @type {[number, number]} */ ([box.x + box.width / 2, box.y + box.height / 2]);
    };
    await page.mouse.move(...(await middle('e1')));
    await page.mouse.down();
    await page.mouse.move(...(await middle('g1')), { steps: 3 });
    await page.mouse.move(...(await middle('h1')), { steps: 3 });
    await page.mouse.up();
  }),
);

testOf(
  'powerabsorption',
  'a double click and a key that is held choose nothing, and the gain stands first',
  async () => {
    const { page, context, faults } = await at('powerabsorption', ABSORPTION);
    await click(page, 'd4');
    const box = await page.locator('[data-square=f5]').boundingBox();
    assert.ok(box);
    await page.mouse.dblclick(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator('.choice .option').first().waitFor();
    assert.deepEqual(await listed(page), []);
    assert.deepEqual(await options(page), ['Bishop-Knight-Pawn', 'Knight-Pawn']);
    // It stays in the window, whichever way a phone is held.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.waitForFunction(() => Number(document.querySelector('.choice')?.getBoundingClientRect().left) >= 0);
    await page.evaluate(() => {
      const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true });
      const goesOn = document.activeElement?.dispatchEvent(held);
      if (goesOn) throw new Error('a key that is held would press the button');
    });
    assert.deepEqual(faults, []);
    await context.close();
  },
);
