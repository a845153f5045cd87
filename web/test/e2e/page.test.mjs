// The page in a real browser.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { hashOf } from '../../page/game/location.js';
import { Rules, games, shortGame } from '../support.mjs';
import {
  begin,
  click,
  clickMove,
  closeAll,
  faultsOfAxe,
  isNight,
  listed,
  open,
  toggleAnalysis,
  untilMoves,
} from './browser.mjs';

after(closeAll);

/** Two people at the board. */
const PEOPLE = { opponent: 'people' };

/** Against the engine at its best, which begins. */
const ENGINE = { opponent: 'engine', side: 'black', level: '20' };

/** By day, only the last plies of a game are played. */
const PLIES = isNight ? Infinity : 12;

for (const game of games) {
  test(`${game}: a game to its end by clicks`, async () => {
    const rules = await Rules.load(game);
    const { movesMade, sans, outcome } = shortGame(rules);
    const first = Math.max(0, movesMade.length - PLIES);
    const position = rules.position(first > 0 ? rules.position(null, movesMade.slice(0, first)).fen : null);
    const { fen, pieces } = position.view;
    const { page, context, faults, address } = await open();
    await page.goto(first > 0 ? address.href + hashOf({ game, fen, moves: [] }) : address.href);
    assert.equal(await page.evaluate(() => crossOriginIsolated), false);
    if (first === 0) await begin(page, game, PEOPLE);
    await page.locator('html[data-ready=play]').waitFor();
    assert.equal(await page.locator('[role=gridcell]').count(), rules.variant.squares.filter(Boolean).length);
    for (const text of movesMade.slice(first)) {
      const legal = position.moves();
      const move = legal.find((/** @type {any} */ other) => other.text === text);
      await clickMove(page, legal, move);
      position.make(text);
      await untilMoves(page, position.movesMade.length);
    }
    assert.deepEqual(await listed(page), sans.slice(first));
    assert.equal(await page.locator('.moves .result').textContent(), outcome.result);
    // Each man that has left the board is shown beside who has taken it.
    const lost = pieces.length - position.view.pieces.length;
    await page.waitForFunction((count) => {
      const taken = [...document.querySelectorAll('.captured')].flatMap(
        (host) => /** @type {HTMLElement} */ (host).title.match(/has taken ([^;]*)/)?.[1].split(', ') ?? [],
      );
      const counts = taken.filter((words) => words).map((words) => Number.parseInt(words, 10) || 1);
      return counts.reduce((sum, one) => sum + one, 0) === count;
    }, lost);
    assert.deepEqual(faults, []);
    await context.close();
  });
}

const [game] = games;

test('the engine moves soon after a cold load, and a taken back move is never answered', async () => {
  const { page, context, faults, address } = await open();
  const asked = performance.now();
  await page.goto(address.href);
  await begin(page, game, ENGINE);
  await untilMoves(page, 1);
  const taken = performance.now() - asked;
  // A busy machine is no fault.
  if (isNight) assert.ok(taken < 6000, `${taken} ms`);
  // White moves, Black begins to think, and the move is taken back in the midst of it.
  await begin(page, game, { ...ENGINE, side: 'white' });
  const rules = await Rules.load(game);
  for (let time = 0; time < 3; time += 1) {
    const legal = rules.position().moves();
    await clickMove(page, legal, legal[time]);
    await untilMoves(page, 1);
    await page.getByRole('button', { name: 'Take back' }).click();
    await untilMoves(page, 0);
    if (isNight) await page.waitForTimeout(400);
    assert.deepEqual(await listed(page), []);
  }
  const legal = rules.position().moves();
  await clickMove(page, legal, legal[0]);
  await untilMoves(page, 2);
  assert.equal((await listed(page))[0], legal[0].san);
  assert.deepEqual(faults, []);
  await context.close();
});

test('moves by keyboard, typed, and refused with a reason', async () => {
  const rules = await Rules.load(game);
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, PEOPLE);
  assert.equal(await page.locator('[role=gridcell][tabindex="0"]').count(), 1);
  const [move] = rules.position().moves();
  await page.locator('[role=gridcell][tabindex="0"]').focus();
  await walk(page, move.from);
  await page.keyboard.press('Enter');
  await walk(page, move.to);
  await page.keyboard.press('Enter');
  await untilMoves(page, 1);
  await page.waitForFunction(
    (square) => document.querySelector('[role=status]')?.textContent?.includes(square),
    move.to,
  );
  const [reply] = rules.position(null, [move.text]).moves();
  await page.locator('#typed-move').fill(reply.san);
  await page.keyboard.press('Enter');
  await untilMoves(page, 2);
  await page.locator('#typed-move').fill('z9');
  await page.keyboard.press('Enter');
  await page.locator('[data-tone=refusal]').waitFor();
  const reason = rules.call('objection', { moves: [move.text, reply.text], from: 'e1', to: 'e5' });
  await click(page, 'e1');
  await click(page, 'e5');
  await page.locator('#message', { hasText: reason }).waitFor();
  assert.equal((await listed(page)).length, 2);
  assert.deepEqual(faults, []);
  await context.close();
});

/**
 * Goes to a square by the arrow keys.
 * @param {import('playwright-core').Page} page
 * @param {string} square
 */
async function walk(page, square) {
  const at = () => page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? '');
  for (let steps = 0; steps < 40; steps += 1) {
    const now = await at();
    if (now === square) return;
    const [file, rank] = [square.charCodeAt(0) - now.charCodeAt(0), Number(square.slice(1)) - Number(now.slice(1))];
    await page.keyboard.press(file > 0 ? 'ArrowRight' : file < 0 ? 'ArrowLeft' : rank > 0 ? 'ArrowUp' : 'ArrowDown');
  }
  assert.fail(`${square} is not reached`);
}

test('analysis shows the best lines, follows the game, and stops', async () => {
  const rules = await Rules.load(game);
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, PEOPLE);
  await toggleAnalysis(page);
  await page.getByLabel('Lines').selectOption('3');
  await page.waitForFunction(() => document.querySelectorAll('.lines li').length === 3);
  const sans = rules
    .position()
    .moves()
    .map((/** @type {any} */ move) => `1. ${move.san}`);
  for (const first of await page.locator('.lines .move').allTextContents()) assert.ok(sans.includes(first), first);
  assert.equal(await page.locator('.layer-arrows .arrow').count(), 3);
  assert.match(await page.locator('.analysis-about').innerText(), /depth \d+/);
  // The pointer over the second move of a line shows where it leads. The line may change meanwhile.
  const shown = () =>
    page.evaluate(() => ({
      sans: [...document.querySelectorAll('.lines li:first-child [data-plies]')]
        .slice(0, 2)
        .map((move) => move.textContent?.replace(/^\d+\. /, '')),
      pieces: [...document.querySelectorAll('.line-preview:not([hidden]) .piece')].map((piece) => {
        const [x, y] = /** @type {SVGElement} */ (piece).style.transform.match(/-?\d+/g) ?? [];
        return `${/** @type {SVGElement} */ (piece).dataset.token} ${x} ${y}`;
      }),
    }));
  const expected = (/** @type {(string | undefined)[]} */ sans) => {
    const position = rules.position();
    for (const san of sans) position.make(position.find(san)[0]);
    return position.view.pieces.map((/** @type {any} */ { token, square }) => {
      return `${token} ${(square.charCodeAt(0) - 97) * 45} ${(rules.variant.ranks - Number(square.slice(1))) * 45}`;
    });
  };
  await page.locator('.line-move').first().hover();
  for (let time = 0; ; time += 1) {
    const { sans, pieces } = await shown();
    if (pieces.length > 0 && expected(sans).sort().join() === pieces.sort().join()) break;
    assert.ok(time < 100, `${sans} does not lead to ${pieces}`);
    await page.waitForTimeout(50);
  }
  await page.locator('#board').hover();
  await page.locator('.line-preview').waitFor({ state: 'hidden' });
  await page.locator('.lines .move').first().click();
  await page.waitForFunction(() => document.querySelector('.lines .move')?.textContent?.startsWith('1… '));
  // The moves stay in sight, below the lines.
  assert.ok(await page.locator('.moves .move').first().isVisible());
  await toggleAnalysis(page);
  await page.waitForFunction(() => document.querySelectorAll('.layer-arrows .arrow').length === 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('axe finds nothing, in light and dark colors', async () => {
  const { page, context, address } = await open();
  await page.goto(address.href);
  await page.locator('[data-game]').first().waitFor();
  assert.deepEqual(await faultsOfAxe(page), []);
  await begin(page, game, PEOPLE);
  assert.deepEqual(await faultsOfAxe(page), []);
  await click(page, 'e2');
  assert.deepEqual(await faultsOfAxe(page, '#card'), []);
  await toggleAnalysis(page);
  await page.locator('.lines .move').first().waitFor();
  assert.deepEqual(await faultsOfAxe(page, '#engine'), []);
  await toggleAnalysis(page);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('.rules .diagram-button').first().waitFor();
  assert.deepEqual(await faultsOfAxe(page, '#side'), []);
  await page.getByRole('tab', { name: 'Share' }).click();
  assert.deepEqual(await faultsOfAxe(page, '#side'), []);
  await page.getByRole('tab', { name: 'Review' }).click();
  const legal = (await Rules.load(game)).position().moves();
  await clickMove(page, legal, legal[0]);
  await page.getByRole('button', { name: 'Review the game' }).click();
  await page.locator('.review-summary table').waitFor();
  assert.deepEqual(await faultsOfAxe(page, '#side'), []);
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  await page.locator('.editor [role=gridcell]').first().waitFor();
  assert.deepEqual(await faultsOfAxe(page, 'dialog'), []);
  await page.keyboard.press('Escape');
  await page.locator('#settings').click();
  assert.deepEqual(await faultsOfAxe(page, 'dialog'), []);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  assert.deepEqual(await faultsOfAxe(page, 'dialog'), []);
  await context.close();
});

/** Where an element is on the screen. @param {import('playwright-core').Page} page @param {string} selector */
const boxOf = (page, selector) =>
  page.evaluate((name) => {
    const { top, bottom } = /** @type {Element} */ (document.querySelector(name)).getBoundingClientRect();
    return { top, bottom };
  }, selector);

test('a phone shows the whole board on its side, and upright what a piece does', async () => {
  const { page, context, address } = await open({
    viewport: { width: 844, height: 390 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(address.href);
  await begin(page, game, PEOPLE);
  for (const [width, height] of [
    [844, 390],
    [667, 375],
    [915, 412],
  ]) {
    await page.setViewportSize({ width, height });
    assert.ok((await boxOf(page, '#below')).bottom <= height, `${width}x${height}`);
  }
  for (const [width, height] of [
    [390, 664],
    [360, 560],
  ]) {
    await page.setViewportSize({ width, height });
    const before = await boxOf(page, '#actions');
    await page.locator('[data-square=e2]').tap({ force: true });
    await page.locator('.card').waitFor();
    const { top } = await boxOf(page, '.card h2');
    assert.ok(top + 20 < height, `${width}x${height}: ${top}`);
    // The buttons stay where they are, whatever is told.
    assert.deepEqual(await boxOf(page, '#actions'), before);
    await page.locator('[data-square=e2]').tap({ force: true });
    await page.locator('.card').waitFor({ state: 'hidden' });
  }
  await context.close();
});

test('windows of all widths show the board, the buttons in one row and the tabs whole', async () => {
  const { page, context, address } = await open();
  await page.goto(address.href);
  await begin(page, game, PEOPLE);
  for (const [width, height, columns] of [
    [900, 600, 2],
    [1280, 800, 2],
    [1366, 768, 2],
    [1680, 1050, 3],
    [1920, 1080, 3],
    [2560, 1440, 3],
  ]) {
    await page.setViewportSize({ width, height });
    const name = `${width}x${height}`;
    // The rules stand beside the board where there is room for them.
    await page.locator('#left .panel-rules').waitFor({ state: columns === 3 ? 'visible' : 'hidden' });
    if (columns === 3) await page.locator('#left .rules .diagram-button').first().waitFor();
    const seen = await page.evaluate(() => {
      const one = (/** @type {string} */ selector) => /** @type {HTMLElement} */ (document.querySelector(selector));
      const { bottom } = one('#below').getBoundingClientRect();
      const { left: middle, right } = one('#board').getBoundingClientRect();
      return {
        ...{ bottom, middle, right, beside: one('.beside').clientWidth, actions: one('.actions').clientHeight },
        columns: Number(getComputedStyle(one('.play')).getPropertyValue('--columns')),
        isCut: one('.tabs').scrollWidth > one('.tabs').clientWidth,
        isWide: document.documentElement.scrollWidth > innerWidth,
        hasMoves: one('.moves-box').clientHeight >= 64,
      };
    });
    assert.equal(seen.columns, columns, name);
    assert.ok(seen.bottom <= height, `${name}: the lower strip ends at ${seen.bottom}`);
    assert.ok(seen.beside >= 340 && seen.actions < 60, `${name}: ${seen.beside} ${seen.actions}`);
    assert.ok(!seen.isCut && !seen.isWide && seen.hasMoves, name);
  }
  await context.close();
});

test('colors of the system keep the sides apart', async () => {
  const { page, context, address } = await open({ forcedColors: 'active' });
  await page.goto(address.href);
  await begin(page, game, PEOPLE);
  const [white, black] = await page
    .locator('.disc')
    .evaluateAll((discs) => discs.map((disc) => getComputedStyle(disc).backgroundColor));
  assert.notEqual(white, black);
  await context.close();
});

test('a phone of 320 pixels: all fits, and a touch moves', async () => {
  const rules = await Rules.load(game);
  const { page, context, faults, address } = await open({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(address.href);
  await page.locator('[data-game]').first().waitFor();
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  assert.ok(await fits());
  await begin(page, game, PEOPLE);
  assert.ok(await fits());
  const [move] = rules.position().moves();
  await page.locator(`[data-square=${move.from}]`).tap({ force: true });
  await page.locator(`[data-square=${move.to}]`).tap({ force: true });
  await untilMoves(page, 1);
  // Some phones zoom into smaller fields.
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.locator('#share-fen').waitFor();
  const sizes = await page
    .locator('input, textarea, select')
    .evaluateAll((fields) => fields.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)));
  assert.ok(Math.min(...sizes) >= 16, `${sizes}`);
  assert.deepEqual(faults, []);
  await context.close();
});
