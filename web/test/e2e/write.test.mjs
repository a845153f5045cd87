// Games that are written in the page: mistakes under their lines, play, links from friends and from others.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { Rules, hasWritten, text } from '../support.mjs';
import { MOST_CODED, textOf } from '../../page/game/coded.js';
import { BEGINNING, examplesIn } from '../../page/game/texts.js';
import {
  click,
  clickMove,
  closeAll,
  faultsOfAxe,
  listed,
  open,
  untilMoves,
  withHidden,
  writtenText,
} from './browser.mjs';

after(closeAll);

const options = { skip: hasWritten ? false : 'the module is not built' };
const [, ELEPHANTS, LAKE] = examplesIn(text('docs/games-as-files.md'));

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

/** Leads to the text and waits until it is read. @param {Page} page */
async function write(page) {
  await button(page, 'Write a game Your own rules in a text of some lines, played at once.').click();
  await page.locator('#write-state', { hasText: 'No mistakes' }).waitFor();
}

/** A link as anybody may write it. @param {string} text @param {string} [name] */
const hashTo = (text, name) => `#rules=${deflateSync(text).toString('base64url')}${name ? `.${name}` : ''}`;

test('a game is written, mended and played', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await write(page);
  await page.locator('#write-text').fill(ELEPHANTS.replace('FAA', 'FAM'));
  const finding = page.locator('.finding').first();
  await finding.waitFor();
  assert.equal(await finding.locator('.finding-line').innerText(), '3 customPiece1 = e:FAM');
  assert.equal(await finding.locator('mark').innerText(), 'M');
  assert.match(await finding.locator('.finding-text').innerText(), /^Line 3, column 20: 'M' is no part of a move/);
  assert.ok(await button(page, 'Play').isDisabled());
  assert.deepEqual(await faultsOfAxe(page, '#side'), []);
  await finding.locator('.finding-text').click();
  await page.keyboard.type('A');
  await page.locator('#write-state', { hasText: 'No mistakes. “Elephant Chess” can be played.' }).waitFor();
  assert.equal(await page.locator('.finding.is-error').count(), 0);
  await page.locator('.finding.is-note', { hasText: 'Fairy-Stockfish' }).waitFor();
  await page.locator('.write-rules summary').click();
  await page.locator('.write-rules', { hasText: 'rides in diagonal leaps of two squares' }).waitFor();
  const drawn = page.locator('.write-rules').getByRole('img');
  await drawn.first().waitFor();
  assert.deepEqual(await drawn.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), [
    'The start position',
    ...['Pawn', 'Knight', 'Rook', 'Queen', 'Elephant', 'King'].map((n) => `What the ${n} reaches`),
  ]);
  assert.equal(await drawn.first().locator('use').count(), 32);
  // The pawn: a step, two captures, a double step, and itself.
  assert.deepEqual(
    await Promise.all(['.drawn-dot', '.drawn-ring', 'text', 'use'].map((part) => drawn.nth(1).locator(part).count())),
    [1, 2, 1, 1],
  );
  assert.equal(await page.locator('.write-rules', { hasText: 'captures there, o only' }).count(), 0);
  assert.deepEqual(await faultsOfAxe(page, '.write-rules'), []);
  await button(page, 'Play').click();
  await page.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  const rules = await Rules.load(null, { rules: ELEPHANTS });
  const position = rules.position();
  for (let ply = 0; ply < 4; ply += 2) {
    const wanted = ply === 0 ? ['c1d2', 'c1e3'] : ['a2a3', 'h2h3'];
    const legal = position.moves();
    const move = legal.find((/** @type {any} */ { text }) => wanted.includes(text)) ?? legal[0];
    await clickMove(page, legal, move);
    await untilMoves(page, ply + 2);
    const sans = await listed(page);
    position.make(move.text);
    position.make(position.find(sans[ply + 1])[0]);
  }
  // A record of the game leads back to it.
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.waitForFunction(() =>
    /** @type {HTMLTextAreaElement} */ (document.querySelector('#share-pgn'))?.value.includes('[Variant "elephants"]'),
  );
  await page.locator('#share-in').fill(await page.locator('#share-pgn').inputValue());
  await button(page, 'Load').click();
  await page.locator('#way-back', { hasText: 'The game before is kept: Elephant Chess, 2 moves' }).waitFor();
  await untilMoves(page, 4);
  // The rules of the panel are those of the text, and what was written outlasts a reload, as does the game.
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#panel-rules', { hasText: 'Elephant Chess' }).waitFor();
  await page.reload();
  await untilMoves(page, 4);
  await page.getByRole('tab', { name: 'Write' }).click();
  assert.equal(await writtenText(page), ELEPHANTS);
  // The link has the whole game, and is met by a question.
  await page.locator('#write-state', { hasText: 'No mistakes' }).waitFor();
  const link = await page.locator('#write-link').inputValue();
  assert.equal(await textOf(new URL(link).hash.slice(1)), ELEPHANTS);
  const other = await context.newPage();
  await other.goto(link);
  await other.getByRole('dialog', { name: 'Elephant Chess' }).waitFor();
  assert.ok(await other.locator('#play').isHidden());
  assert.deepEqual(await faultsOfAxe(other, 'dialog'), []);
  await button(other, 'Play').click();
  await other.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('text from a link is text, and nothing of it is played unasked', options, async () => {
  const { page, context, faults, address } = await open();
  const evil = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const hostile = `[evil:chess]\ntitle = ${evil}\nking = k:KN\npieceNames = k:<b>King</b>\n`;
  await page.goto(`${address}${hashTo(hostile, 'evil')}`);
  await page.getByRole('dialog', { name: evil }).waitFor();
  assert.ok(await page.locator('#play').isHidden());
  assert.equal(await page.locator('dialog img, dialog script, dialog b').count(), 0);
  assert.equal(await page.locator('dialog .rules-text').textContent(), hostile);
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await page.locator('#game-title', { hasText: evil }).waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#panel-rules h2', { hasText: evil }).waitFor();
  await page.getByRole('tab', { name: 'Write' }).click();
  await button(page, 'Text of the game on the board').click();
  await page.locator('#write-state', { hasText: evil }).waitFor();
  assert.equal(await page.locator('#play img, #play script, #play b').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a game from a link hides nothing', options, async () => {
  const { page, context, faults, address } = await open();
  const text = '[turned:chess]\ntitle = A\u202eB\npieceNames = n:\u2067Rider # \u202d\n';
  await page.goto(`${address}${hashTo(text, 'turned')}`);
  await page.getByRole('dialog', { name: 'A\ufffdB' }).waitFor();
  assert.match(String(await page.locator('dialog .rules-text').textContent()), /# \ufffd/);
  assert.deepEqual(await withHidden(page), []);
  await button(page, 'Play').click();
  await page.locator('#game-title', { hasText: 'A\ufffdB' }).waitFor();
  await page.locator('[data-square=b1]').click();
  await page.locator('#card', { hasText: '\ufffdRider' }).waitFor();
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.locator('#panel-rules h2').first().waitFor();
  await page.getByRole('tab', { name: 'Write' }).click();
  await button(page, 'Text of the game on the board').click();
  await page.locator('#write-state', { hasText: 'A\ufffdB' }).waitFor();
  assert.deepEqual(await withHidden(page), []);
  assert.equal(await page.locator('.cm-specialChar').count(), 3);
  assert.deepEqual(faults, []);
  await context.close();
});

test('links that are too long, damaged or have mistakes are refused in one line', options, async () => {
  const { page, context, faults, address } = await open();
  const notice = page.locator('#notice');
  const cases = /** @type {[string, string][]} */ ([
    [`#rules=${'A'.repeat(MOST_CODED + 300)}`, 'at most 32768 are read'],
    [hashTo('#'.repeat(1 << 22)), 'more than 131072 bytes'],
    ['#rules=AAAA', 'damaged'],
    [hashTo('[wrong:chess]\nking = k:KM\n'), "line 2: 'M' is no part of a move"],
    [hashTo(ELEPHANTS, 'none'), 'the text has no such game'],
  ]);
  await page.goto(address.href);
  for (const [hash, reason] of cases) {
    await page.evaluate((wanted) => (location.hash = wanted), hash);
    await notice.filter({ hasText: reason }).waitFor();
    assert.ok(!(await notice.locator('p').innerText()).includes('\n'));
    assert.equal(await page.locator('dialog').count(), 0);
  }
  // What has mistakes can be read, and mended.
  await button(page, 'Read its text').click();
  await page.locator('#write-text').waitFor();
  assert.equal(await writtenText(page), ELEPHANTS);
  assert.deepEqual(faults, []);
  await context.close();
});

test('several games of a text, and the engine against itself', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await write(page);
  await page.locator('#write-text').fill([BEGINNING, ELEPHANTS, LAKE].join('\n'));
  await page.locator('#write-game option').nth(2).waitFor({ state: 'attached' });
  await page.locator('#write-game').selectOption('lake');
  await page.locator('.write-rules', { hasText: 'The board has 9 files' }).waitFor({ state: 'attached' });
  await page.locator('#write-state', { hasText: 'The Lake' }).waitFor();
  await button(page, 'Watch').click();
  await page.locator('#game-title', { hasText: 'The Lake' }).waitFor();
  await page.waitForFunction(() => document.querySelectorAll('.moves .move').length >= 3);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the board follows the text, stays where it has mistakes, and keeps what is tried on it', options, async () => {
  const { page, context, faults, address } = await open();
  const elephants = { bishop: ELEPHANTS.replace('FAA', 'B'), elephant: ELEPHANTS };
  await page.goto(address.href);
  await write(page);
  await page.locator('#write-text').fill(elephants.bishop);
  await page.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  // Who writes keeps the focus.
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'write-text');
  const tried = [
    ['d2', 'd4'],
    ['e7', 'e6'],
    ['c1', 'g5'],
  ];
  for (const [before, squares] of tried.entries()) {
    for (const square of squares) await click(page, square);
    await untilMoves(page, before + 1);
  }
  // The elephant gets to g5 as well, the wazir does not.
  await page.locator('#write-text').fill(elephants.elephant);
  await page.locator('.write-rules', { hasText: 'diagonal leaps' }).waitFor({ state: 'attached' });
  await untilMoves(page, 3);
  await page.locator('#write-text').fill(ELEPHANTS.replace('FAA', 'FAM'));
  await page.locator('.finding mark', { hasText: 'M' }).waitFor();
  await untilMoves(page, 3);
  await page.locator('#write-text').fill(ELEPHANTS.replace('FAA', 'W'));
  await untilMoves(page, 2);
  assert.equal(await page.locator('#way-back').isHidden(), true);
  // A game that is played is not changed: there is a way back to it.
  await button(page, 'Play').click();
  await page.locator('#write-text').waitFor();
  for (const square of ['e2', 'e4']) await click(page, square);
  await untilMoves(page, 2);
  await page.locator('#write-text').fill(ELEPHANTS);
  await page.locator('#way-back', { hasText: 'The game before is kept: Elephant Chess, 1 move' }).waitFor();
  await untilMoves(page, 0);
  await button(page, 'Back to the game').click();
  await untilMoves(page, 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the start is set up on the board and goes into the text, and undo takes it out', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await write(page);
  await button(page, 'Set up the start …').click();
  const dialog = page.getByRole('dialog', { name: 'Set up a position' });
  await dialog.getByRole('radio', { name: 'white Knight' }).click();
  await dialog.locator('[data-square=e4]').click();
  await button(page, 'Use this position').click();
  const fen = 'rnbqkbnr/pppppppp/8/8/4N3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
  await page.locator('[role=gridcell][aria-label^="e4, white Knight"]').waitFor();
  assert.equal(await writtenText(page), `[mygame:chess]\nking = k:KN\nstartFen = ${fen}\n`);
  await page.locator('#write-text').press('Control+z');
  await page.locator('[role=gridcell][aria-label^="e4, empty"]').waitFor();
  assert.equal(await writtenText(page), BEGINNING);
  assert.deepEqual(faults, []);
  await context.close();
});

test('keys, values and parents are completed', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await write(page);
  const offered = page.locator('.cm-tooltip-autocomplete [role=option]');
  const complete = async (/** @type {string} */ typed, /** @type {string} */ wanted) => {
    await page.keyboard.type(typed);
    await offered.filter({ hasText: wanted }).first().click();
    await offered.first().waitFor({ state: 'detached' });
  };
  await page.locator('#write-text.cm-content').fill('');
  await complete('[mine:stealth', 'stealthbomber');
  await page.keyboard.type(']\n');
  await complete('stalem', 'stalemateValue');
  await complete('l', 'loss');
  assert.equal(await writtenText(page), '[mine:stealthbomber]\nstalemateValue = loss');
  await page.locator('#write-state', { hasText: 'No mistakes. “mine” can be played.' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('without the library for colors the field is a plain one, with all else', options, async () => {
  // What a service worker has kept is not asked for.
  const { page, context, address } = await open({ serviceWorkers: 'block' });
  await page.route('**/lib/codemirror.js', (route) => route.abort());
  await page.goto(address.href);
  await write(page);
  await page.locator('textarea#write-text').fill(ELEPHANTS);
  await page.locator('#game-title', { hasText: 'Elephant Chess' }).waitFor();
  await button(page, 'Examples and your games').click();
  await button(page, 'Make it yours The Lake').click();
  await page.locator('#game-title', { hasText: 'The Lake' }).waitFor();
  assert.equal(await page.locator('textarea#write-text').inputValue(), LAKE);
  await context.close();
});

test('a game is played to see what it is like, until that is enough', options, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await write(page);
  await page.locator('#write-text').fill(ELEPHANTS);
  await page.locator('#write-state', { hasText: 'Elephant Chess' }).waitFor();
  await button(page, 'Play it 40 times').click();
  const report = page.getByRole('region', { name: 'Report' });
  await report.getByText(/^([2-9]|[1-3]\d) of 40 games/).waitFor();
  await button(page, 'Stop').click();
  await report.getByText(/^\d+ games, each from a start of four random moves/).waitFor();
  const texts = await report.locator('dd').allInnerTexts();
  assert.equal(texts.length, 4);
  assert.match(texts[0], /^\d+% \(95% interval \d+% to \d+%\)\. /);
  assert.deepEqual(await faultsOfAxe(page, '#side'), []);
  // Another text has not been played yet.
  await page.locator('#write-text').fill(BEGINNING);
  await page.locator('#write-state', { hasNotText: 'Elephant Chess' }).waitFor();
  assert.equal(await report.locator('dd').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});
