// The gallery: games of some lines of text are looked at, played, and made the beginning of one's own.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { hasWritten, text } from '../support.mjs';
import { examplesIn, gamesIn } from '../../page/game/texts.js';
import { click, closeAll, exampleCards, faultsOfAxe, open, readExamples, untilRead, writtenText } from './browser.mjs';

after(closeAll);

const options = { skip: hasWritten ? false : 'the module is not built' };
const EXAMPLES = ['', '-recipes'].flatMap((page) => examplesIn(text(`docs/games-as-files${page}.md`)));
const TAKERS = EXAMPLES.find((example) => gamesIn(example)[0] === 'takers') ?? '';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Waits until an example is read. @param {Page} page @param {string} title */
const untilExample = async (page, title) => untilRead((await exampleCards(page)).filter({ hasText: title }));

test('all examples are shown, explained and played', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await button(page, 'Gallery of such games').click();
  const cards = await exampleCards(page);
  const read = await readExamples(cards);
  assert.equal(new URL(page.url()).hash, '#gallery');
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'gallery');
  assert.equal(await cards.count(), EXAMPLES.length);
  assert.ok(await page.getByRole('region', { name: 'Written here' }).isHidden());
  for (const card of read) {
    const lines = await card.locator('.game-about > span').allInnerTexts();
    assert.ok(lines.length === 1 || lines.length === 2, lines.join('\n'));
    assert.ok(await card.locator('img').evaluate((image) => /** @type {any} */ (image).naturalWidth > 0));
  }
  const takers = cards.filter({ hasText: 'Takers' });
  await untilRead(takers);
  assert.match(await takers.innerText(), /A King that takes a Pawn becomes a Royal Pawn\./);
  const files = page.getByRole('region', { name: 'Games that come with the program' }).getByRole('listitem');
  const house = files.filter({ has: page.getByText('Crazyhouse', { exact: true }) });
  await house.scrollIntoViewIfNeeded();
  await house.getByText('the captor has it in hand').waitFor();
  // What nobody looks at is not read.
  const more = page.getByRole('region', { name: 'Games to build on' }).getByRole('listitem');
  assert.ok((await more.count()) > 50);
  assert.match(await more.last().innerText(), /It is being read/);
  const shatranj = more.filter({ has: page.getByText('Shatranj', { exact: true }) });
  await shatranj.scrollIntoViewIfNeeded();
  await more.getByText('Bare king: a side that has only its king loses').first().waitFor();
  assert.deepEqual(await faultsOfAxe(page), []);
  for (const width of [320, 390, 768, 1280, 2560]) {
    await page.setViewportSize({ width, height: 800 });
    const [wide, seen] = await page.evaluate(() => [document.body.scrollWidth, document.body.clientWidth]);
    assert.ok(wide <= seen, `${wide} at ${width}`);
  }
  await button(page, 'Explain Takers').click();
  const dialog = page.getByRole('dialog', { name: 'Takers' });
  await dialog.getByRole('img', { name: 'What the Knight reaches' }).waitFor();
  assert.equal(await dialog.locator('.rules-text').textContent(), TAKERS);
  assert.deepEqual(await faultsOfAxe(page, 'dialog'), []);
  await page.keyboard.press('Escape');
  await takers.locator('.game-main').click();
  await dialog.locator('input[name=opponent][value=people]').check({ force: true });
  await dialog.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('#game-title', { hasText: 'Takers' }).waitFor();
  assert.match(new URL(page.url()).hash, /^#rules=[\w-]+\.takers$/);
  // The browser's way back leads through all of it, and forward again.
  await page.goBack();
  await takers.waitFor();
  await page.goForward();
  await page.locator('#play').waitFor();
  await page.goBack();
  await page.goBack();
  await button(page, 'Gallery of such games').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('what is made of an example is kept beside it, and so is the text before', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(`${address}#gallery`);
  await untilExample(page, 'Takers');
  await button(page, 'Make it yours Takers').click();
  await page.locator('#write-state', { hasText: 'No mistakes. “Takers” can be played.' }).waitFor();
  await page.locator('#game-title', { hasText: 'Takers' }).waitFor();
  assert.equal(await writtenText(page), TAKERS);
  const mine = page.getByRole('region', { name: 'Written here' }).getByRole('listitem');
  const openGallery = async () => {
    await button(page, 'Examples and your games').click();
    await exampleCards(page);
  };
  await openGallery();
  assert.equal(await mine.count(), 0);
  await page.goBack();
  await page.locator('#write-text').fill(TAKERS.replace('title = Takers', 'title = Thieves\nking = k:KM'));
  await page.locator('#write-state', { hasText: '1 mistake' }).waitFor();
  await openGallery();
  await untilRead(mine);
  await mine.filter({ hasText: "It cannot be played: line 3, column 11: 'M' is no part of a move" }).waitFor();
  assert.ok(await mine.locator('.game-main').isDisabled());
  assert.deepEqual(await faultsOfAxe(page), []);
  // Another text in the field does not destroy it.
  await untilExample(page, 'Squires');
  await button(page, 'Make it yours Squires').click();
  await page.locator('#write-state', { hasText: '“Squires”' }).waitFor();
  await openGallery();
  assert.equal(await mine.count(), 1);
  await button(page, 'Delete Thieves').click();
  await mine.waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await mine.waitFor();
  await button(page, 'Write on Thieves').click();
  await page.locator('#write-state', { hasText: '1 mistake' }).waitFor();
  assert.match(await writtenText(page), /title = Thieves/);
  // A link to the gallery is one, and what was written outlasts a reload.
  await openGallery();
  await page.reload();
  await untilRead(mine);
  await mine.filter({ hasText: 'It cannot be played' }).waitFor();
  await button(page, 'All games').click();
  await page.locator('[data-game]').first().waitFor();
  assert.equal(new URL(page.url()).hash, '');
  assert.deepEqual(faults, []);
  await context.close();
});

test('a lesson that is made of the rules is played by the learner', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(`${address}#gallery`);
  await untilExample(page, 'Takers');
  await button(page, 'Lesson Takers').click();
  const lesson = page.locator('#lesson');
  const at = (/** @type {string} */ place) => lesson.locator('header span', { hasText: place }).waitFor();
  await at('0/6');
  await lesson.getByText('Pawn: moves like a pawn.').waitFor();
  // What the piece does is marked and told before it moves.
  await page.locator('#card', { hasText: 'White Pawn' }).waitFor();
  const [, from, to] = (await lesson.locator('.task').innerText()).match(/from (\w+) to (\w+)/) ?? [];
  await page.locator(`[data-square=${from}][aria-selected=true]`).waitFor();
  assert.deepEqual(await faultsOfAxe(page, '#play'), []);
  await click(page, to);
  await at('1/6');
  await lesson.getByText('It is now a Knight').waitFor();
  await button(page, 'Next').click();
  await lesson.getByText('Knight: leaps like a knight.').waitFor();
  // It goes on where it was, and back.
  await page.reload();
  await lesson.getByText('Knight: leaps like a knight.').waitFor();
  await button(page, 'Back').click();
  await lesson.getByText('Pawn: moves like a pawn.').waitFor();
  const onward = lesson.locator('.row button:enabled', { hasText: /^(Next|Show it)$/ });
  const over = button(page, 'Begin a game');
  for (;;) {
    await onward.or(over).waitFor();
    if (await over.isVisible()) break;
    await onward.click();
  }
  await at('6/6');
  await over.click();
  await page.getByRole('dialog', { name: 'Takers' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});
