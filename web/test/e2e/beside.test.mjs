// What there is beside play: the review of a game, puzzles, planned moves, drawings, pictures, another game.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';

import { Rules, dist, games, hasWritten, shortGame, text } from '../support.mjs';
import { GAMES } from '../../page/start/games.js';
import { hashOf } from '../../page/game/location.js';
import { readPuzzles } from '../../page/game/puzzles.js';
import { begin, click, clickMove, closeAll, listed, open, untilMoves } from './browser.mjs';

after(closeAll);

const [game] = games;
const rules = await Rules.load(game);

const { puzzles: withPuzzles } = JSON.parse(readFileSync(new URL('backend.json', dist), 'utf8'));
const puzzler = withPuzzles.length > 0 ? await Rules.load(withPuzzles[0]) : null;
const puzzles = puzzler ? readPuzzles(withPuzzles[0], text(`src/games/${withPuzzles[0]}/puzzles.epd`)) : [];
const [first] = puzzles;
const second = puzzles.find(({ moves }) => moves === 2);

/** The button of the puzzles of the game. @param {Page} page */
const puzzleButton = (page) =>
  page
    .locator('.game-card', { has: page.locator(`[data-game=${withPuzzles[0]}]`) })
    .getByRole('button', { name: /^Puzzles/ });

/** How many plies of a game are reviewed. */
const PLIES = 10;

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name */
const button = (page, name) => page.getByRole('button', { name, exact: true });

test('a finished game is reviewed: chart, faults, what was better, and it outlasts a reload', async () => {
  const { page, context, faults, address } = await open();
  // The end of a game in which nobody overlooks a mate, but somebody allows one.
  const { movesMade } = shortGame(rules);
  const { fen } = rules.position(null, movesMade.slice(0, -PLIES));
  await page.goto(`${address}${hashOf({ game, fen, moves: movesMade.slice(-PLIES) })}`);
  await untilMoves(page, PLIES);
  await page.locator('#message').getByRole('button', { name: 'Review' }).click();
  await button(page, 'Stop').waitFor();
  await button(page, 'Stop').waitFor({ state: 'hidden' });
  await button(page, 'Review the game').waitFor({ state: 'hidden' });
  const cells = await page.locator('.review-summary td').allInnerTexts();
  const accuracies = cells.filter((text) => text.endsWith('%'));
  assert.equal(accuracies.length, 2);
  assert.ok(
    accuracies.some((text) => parseInt(text) < 100),
    `${accuracies}`,
  );
  const counted = cells.filter((text) => !text.endsWith('%'));
  const total = counted.map(Number).reduce((sum, count) => sum + count, 0);
  assert.equal(await page.locator('.faults li').count(), total);
  assert.equal(await page.locator('.chart-fault').count(), total);
  assert.ok(total > 0, 'who allows a mate has lost something');
  // Each move has its score but the one that ends the game.
  const scores = page.locator('.moves .move[data-score]');
  assert.equal(await scores.count(), PLIES - 1);
  for (const one of await scores.all())
    assert.match(String(await one.getAttribute('data-score')), /^[+−]?\d+\.\d\d$|^#−?\d+$/);
  // From one to the next, and what was better is tried out as a variation.
  await page.locator('#board').click({ position: { x: 2, y: 2 } });
  await page.keyboard.press('Home');
  await button(page, 'Next fault').click();
  await page.locator('.faults li[aria-current=step]').waitFor();
  await page.locator('#message', { hasText: 'better was' }).waitFor();
  await page.locator('#board .score-bar').waitFor();
  const better = page.locator('.faults li[aria-current=step] .move').nth(1);
  const san = await better.innerText();
  await better.click();
  await untilMoves(page, PLIES + 1);
  assert.ok((await page.locator('.variation .move').allInnerTexts()).includes(san));
  // It is tried again: what was better is right.
  await button(page, 'Next fault').or(button(page, 'Previous fault')).first().waitFor();
  const fault = page.locator('.faults li', { has: page.locator('.move', { hasText: san }) }).first();
  await page.setViewportSize({ width: 390, height: 844 });
  await fault.getByRole('button', { name: 'Try it again' }).click();
  await page.locator('#message', { hasText: 'What is better than' }).waitFor();
  // On a phone the board comes into sight.
  await page.waitForFunction(() => Number(document.getElementById('board')?.getBoundingClientRect().top) >= 0);
  await page.locator('#typed-move').fill(san);
  await page.keyboard.press('Enter');
  await page.locator('#message', { hasText: `${san} is right` }).waitFor();
  await page.reload();
  await untilMoves(page, PLIES + 1);
  await page.getByRole('tab', { name: 'Review' }).click();
  assert.equal(await page.locator('.faults li').count(), total);
  assert.deepEqual(faults, []);
  await context.close();
});

test(
  'puzzles: a wrong move comes back, the right one counts, and it is known on the next day',
  { skip: !first },
  async () => {
    const { page, context, faults, address } = await open();
    await page.goto(address.href);
    await puzzleButton(page).click();
    await page.locator('html[data-ready=play]').waitFor();
    const legal = puzzler.position(first.fen).moves();
    const wrong = legal.find((/** @type {any} */ { text, san }) => !first.best.includes(text) && !/[#]/.test(san));
    await clickMove(page, legal, wrong);
    await page.locator('#message', { hasText: 'does not win in time' }).waitFor();
    await untilMoves(page, 0);
    const right = legal.find((/** @type {any} */ { text }) => text === first.best[0]);
    await clickMove(page, legal, right);
    await page.locator('#puzzle', { hasText: '1 solved' }).waitFor();
    // Another day.
    const other = await context.newPage();
    await other.goto(address.href);
    assert.match(await puzzleButton(other).innerText(), /1 solved$/);
    await puzzleButton(other).click();
    await other.locator('#puzzle', { hasText: `puzzle 2 of ${puzzles.length}` }).waitFor();
    assert.equal(await other.locator('.kept-game').count(), 0, 'a puzzle is none of the games');
    await other.reload();
    await other.locator('#puzzle', { hasText: `puzzle 2 of ${puzzles.length}` }).waitFor();
    assert.deepEqual(faults, []);
    await context.close();
  },
);

test('puzzles are chosen from a list, and have addresses', { skip: !second }, async () => {
  const { page, context, faults, address } = await open();
  const [name] = withPuzzles;
  await page.goto(`${address}#${name}/puzzle=${puzzles.length}`);
  await page.locator('#puzzle', { hasText: `puzzle ${puzzles.length} of ${puzzles.length}` }).waitFor();
  await page.locator('#puzzle').getByRole('button', { name: 'All' }).click();
  await page
    .locator('.puzzle-numbers button')
    .nth(puzzles.length - 1)
    .waitFor();
  assert.equal(await page.locator('.puzzle-numbers button').count(), puzzles.length);
  await page
    .locator('dialog')
    .getByRole('button', { name: String(second?.number), exact: true })
    .click();
  await page.locator('#puzzle', { hasText: `puzzle ${second?.number} of` }).waitFor();
  assert.equal(new URL(page.url()).hash, `#${name}/puzzle=${second?.number}`);
  const other = await context.newPage();
  await other.goto(`${address}#${name}/puzzle=${puzzles.length + 1}`);
  await other.locator('#notice', { hasText: `there is no puzzle ${puzzles.length + 1}` }).waitFor();
  // Who writes a game then has its board.
  if (hasWritten) {
    await page.locator('#home').click();
    await page.getByRole('button', { name: /^Write a game/ }).click();
    await page.locator('#game-title', { hasText: 'mygame' }).waitFor();
    await page.locator('#puzzle').waitFor({ state: 'hidden' });
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('a puzzle of two moves is answered after the first, and help shows the rest', { skip: !second }, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  // All before it are solved.
  const solved = puzzles.slice(0, Number(second?.number) - 1).map(({ id }) => id);
  await page.evaluate(
    (ids) => localStorage.setItem('vertumnus-puzzles', JSON.stringify({ solved: ids, streak: 4, best: 4 })),
    solved,
  );
  await page.reload();
  await puzzleButton(page, `${solved.length} solved`).click();
  await page.locator('#puzzle', { hasText: 'in 2 moves' }).waitFor();
  await page.locator('#puzzle', { hasText: '4 in a row' }).waitFor();
  const legal = puzzler.position(second?.fen).moves();
  await clickMove(
    page,
    legal,
    legal.find((/** @type {any} */ { text }) => text === second?.best[0]),
  );
  await untilMoves(page, 2);
  await page.locator('#puzzle').getByRole('button', { name: 'Show the move' }).click();
  await untilMoves(page, 3);
  await page.locator('#message[data-tone=result]').waitFor();
  assert.equal(await page.locator('#puzzle', { hasText: 'in a row' }).count(), 0, 'help ends the row');
  assert.equal(
    await page.locator('#puzzle', { hasText: `${solved.length} solved` }).count(),
    1,
    'what was shown is not solved',
  );
  await page.locator('#message').getByRole('button', { name: 'Next puzzle' }).click();
  await page.locator('#puzzle', { hasText: `puzzle ${Number(second?.number) + 1} of` }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a move is planned while the engine thinks, and another game changes the sides', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'engine', side: 'white', level: '20', thinking: '3000' });
  const legal = rules.position().moves();
  const [one, two] = [legal[0], legal.at(-1)];
  await clickMove(page, legal, one);
  await page.locator('.thinking:visible').waitFor();
  await click(page, two.from);
  await click(page, two.to);
  await page.locator('#message', { hasText: 'Planned' }).waitFor();
  assert.equal(await page.locator('.tint.planned').count(), 2);
  // A plan can be given up, and made again.
  await page.keyboard.press('Escape');
  assert.equal(await page.locator('.tint.planned').count(), 0);
  await click(page, two.from);
  await click(page, two.to);
  await untilMoves(page, 3);
  assert.equal((await listed(page))[2], two.san);
  await button(page, 'Resign').click();
  await page.locator('dialog').getByRole('button', { name: 'Offer a draw' }).click();
  await page.locator('#message', { hasText: 'declines' }).waitFor();
  await button(page, 'Resign').click();
  await page.locator('dialog').getByRole('button', { name: 'Resign' }).click();
  await page.locator('#message').getByRole('button', { name: 'Rematch' }).click();
  await page.locator('#below', { hasText: 'You, black' }).waitFor();
  await untilMoves(page, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the right button draws, keys are listed, and a picture is taken away', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'people' });
  const [first] = rules.position().moves();
  const middle = async (/** @type {string} */ square) => {
    const box = await page.locator(`[data-square=${square}]`).boundingBox();
    return box ? [box.x + box.width / 2, box.y + box.height / 2] : [0, 0];
  };
  const [x, y] = await middle(first.from);
  await page.mouse.click(x, y, { button: 'right' });
  assert.equal(await page.locator('.circle.drawn').count(), 1);
  await page.mouse.move(x, y);
  await page.mouse.down({ button: 'right' });
  const [toX, toY] = await middle(first.to);
  await page.mouse.move(toX, toY);
  await page.mouse.up({ button: 'right' });
  assert.equal(await page.locator('.arrow.drawn').count(), 1);
  await page.mouse.click(x, y, { button: 'right' });
  assert.equal(await page.locator('.circle.drawn').count(), 0);
  // They stay with the position.
  await click(page, first.from);
  await click(page, first.to);
  await untilMoves(page, 1);
  await page.waitForFunction(() => !document.querySelector('.drawn'));
  await button(page, 'One move back').click();
  await page.locator('.arrow.drawn').waitFor();
  await click(page, first.to);
  assert.equal(await page.locator('.drawn').count(), 0);
  await page.keyboard.press('?');
  await page.locator('dialog', { hasText: 'Turn the board' }).waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('x');
  await page.locator('#message', { hasText: /could play/ }).waitFor();
  await page.keyboard.press('h');
  await page.locator('#message', { hasText: /is a good move/ }).waitFor();
  await page.keyboard.press('f');
  assert.deepEqual(
    await page.locator('.player .disc').evaluateAll((discs) => discs.map(({ className }) => className)),
    ['disc white', 'disc black'],
  );
  await page.getByRole('tab', { name: 'Share' }).click();
  for (const [name, magic] of [
    ['Save as SVG', '<svg'],
    ['Save as PNG', '\u0089PNG'],
  ]) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    const saved = await readFile(await download.path());
    assert.equal(saved.toString('latin1', 0, 4), magic, name);
  }
  assert.match(await page.locator('#share-embed').inputValue(), /^<iframe src="http[^"]*\?embed=#/);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a comment and a sign are written, and are kept and shared', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'people' });
  const legal = rules.position().moves();
  await clickMove(page, legal, legal[0]);
  await untilMoves(page, 1);
  await button(page, 'Comment on the move').click();
  await page.locator('dialog textarea').fill('an odd {first} move');
  await page.locator('dialog input[name=sign][value="6"]').check({ force: true });
  await button(page, 'Keep it').click();
  await page.locator('.moves .move', { hasText: `${legal[0].san}?!` }).waitFor();
  await page.locator('#message', { hasText: 'an odd {first} move' }).waitFor();
  await page.reload();
  await page.locator('.moves .comment', { hasText: 'an odd {first} move' }).waitFor();
  await page.getByRole('tab', { name: 'Share' }).click();
  await page.waitForFunction(
    (san) => document.querySelector('#share-pgn')?.value.includes(`1. ${san} $6 {an odd (first) move}`),
    legal[0].san,
  );
  assert.deepEqual(faults, []);
  await context.close();
});

test('what a whole side attacks is marked, as the position changes', async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await begin(page, game, { opponent: 'people' });
  const attacked = (/** @type {any} */ position) => {
    const pieces = position.view.pieces.filter((/** @type {any} */ { side }) => side === 'white');
    return new Set(pieces.flatMap((/** @type {any} */ { square }) => position.attacks(square).attacks)).size;
  };
  const position = rules.position();
  const before = attacked(position);
  const white = page.locator('.control').getByRole('button', { name: 'Attacked by White' });
  await white.click();
  await page.waitForFunction((count) => document.querySelectorAll('.tint.control').length === count, before);
  const legal = position.moves();
  const move = legal.find((/** @type {any} */ { text }) => attacked(rules.position(null, [text])) !== before);
  await clickMove(page, legal, move);
  await page.waitForFunction(
    (count) => document.querySelectorAll('.tint.control').length === count,
    attacked(rules.position(null, [move.text])),
  );
  await white.click();
  assert.equal(await page.locator('.tint.control').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test('powers from neighbors are marked where a game has any', { skip: !games.includes('combination') }, async () => {
  const { page, context, faults, address } = await open();
  const lending = await Rules.load('combination');
  const moves = lending.position().legalMoves().slice(0, 1);
  await page.goto(`${address}${hashOf({ game: 'combination', fen: null, moves })}`);
  await untilMoves(page, 1);
  const { pieces } = lending.position(null, moves).view;
  const borrowers = pieces.filter((/** @type {any} */ { lent }) => lent.length > 0).length;
  await button(page, 'Lent powers').click();
  assert.equal(await page.locator('.tint.lent').count(), borrowers);
  await button(page, 'Lent powers').click();
  assert.equal(await page.locator('.tint.lent').count(), 0);
  // The Pawn goes one square by itself, and to the others by what is lent to it.
  await click(page, 'd7');
  await page.locator('.target-dot.lent').first().waitFor();
  assert.equal(await page.locator('.target-dot:not(.lent)').count(), 1);
  await begin(page, game, { opponent: 'people' });
  assert.equal(await button(page, 'Lent powers').count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

test(
  'a panel opens beside the board: nothing else leaves the window',
  { skip: !games.includes('combination') },
  async () => {
    const { page, context, faults, address } = await open({ viewport: { width: 1280, height: 800 } });
    const [first] = (await Rules.load('combination')).position().legalMoves();
    await page.goto(`${address}#combination/moves=${first}`);
    await page.locator('html[data-ready=play]').waitFor();
    // A piece of which the card has much to say.
    await click(page, 'd7');
    await page.locator('#card .notes').waitFor();
    for (const name of ['Rules', 'Review', 'Share']) {
      await page.getByRole('tab', { name }).click();
      await page.locator('.panel:not([hidden])').waitFor();
      const seen = await page.evaluate(() => {
        const { top } = /** @type {Element} */ (document.getElementById('actions')).getBoundingClientRect();
        return { top, height: document.documentElement.scrollHeight, scrolled: scrollY };
      });
      assert.ok(seen.top > 0, `${name}: the buttons are at ${seen.top}`);
      assert.deepEqual([seen.height, seen.scrolled], [800, 0], name);
    }
    assert.deepEqual(faults, []);
    await context.close();
  },
);

test('the letters of pieces in the rules have their drawings', { skip: !games.includes('combination') }, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(`${address}#combination/puzzle=1`);
  await page.getByRole('tab', { name: 'Rules' }).click();
  const amplifier = page.locator('.rules td .lettered', { hasText: /^A$/ }).first();
  await amplifier.locator('.figure use').waitFor();
  const { kinds } = (await Rules.load('combination')).variant;
  const { figures } = kinds.find((/** @type {any} */ { token }) => token === 'A');
  assert.equal(await amplifier.locator('use').getAttribute('href'), `#figure-${figures.white}`);
  // A whole FEN is no piece.
  assert.equal(await page.locator('.rules .lettered', { hasText: '/' }).count(), 0);
  assert.deepEqual(faults, []);
  await context.close();
});

const guided = games.find((name) => GAMES[name]?.hasGuide);

const shown = games.find((name) => GAMES[name]?.shows);

test('who is new is led to a first game, and nobody else', { skip: !shown }, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  const welcome = page.locator('.welcome');
  await welcome.getByRole('button', { name: 'Learn it by playing' }).click();
  await page.locator('#lesson').getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('.moves .move').first().waitFor();
  await page.locator('#home').click();
  assert.ok(await welcome.isHidden());
  await begin(page, game, { opponent: 'people' });
  await page.locator('#way-back', { hasText: 'The lesson before is kept' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a lesson is played by the learner, and is not kept', { skip: !guided }, async () => {
  const { page, context, faults, address } = await open();
  await page.goto(address.href);
  await page.locator(`[data-game=${guided}]`).click();
  await page.locator('dialog').getByRole('button', { name: 'Learn it by playing' }).click();
  await page.locator('#lesson').waitFor();
  const steps = Number((await page.locator('#lesson header span').innerText()).split('/')[1]);
  assert.ok(steps > 4);
  const lesson = await Rules.load(guided);
  const done = (/** @type {number} */ count) =>
    page.locator('#lesson header span', { hasText: new RegExp(`^${count}/${steps}$`) }).waitFor();
  const next = page.locator('#lesson').getByRole('button', { name: 'Next', exact: true });
  const show = page.locator('#lesson').getByRole('button', { name: 'Show it' });
  await next.click();
  await done(1);
  // A step that has moves before the learner's is begun by a button.
  const task = page.locator('#lesson .task');
  await next.or(task).first().waitFor();
  if (await next.isVisible()) await next.click();
  await task.waitFor();
  assert.ok((await page.locator('.arrow.hint').count()) > 0);
  const played = decodeURIComponent(new URL(page.url()).hash).split('moves=')[1].split('_');
  const legal = lesson.position(null, played).moves();
  const [, from, to] = (await task.innerText()).match(/from (\w+) to (\w+)/) ?? [];
  // Another move is taken back.
  const other = legal.find((/** @type {any} */ move) => move.from !== from && move.victims.length === 0);
  await clickMove(page, legal, other);
  await page.locator('#message', { hasText: 'the lesson goes on with' }).waitFor();
  await untilMoves(page, played.length);
  const right = legal.filter((/** @type {any} */ move) => move.from === from && move.to === to);
  assert.ok(right.length > 0);
  await show.click();
  await done(2);
  const over = page.locator('#lesson').getByRole('button', { name: 'Play it against …' });
  // A button that can be pressed says that the moves of its step are on the board.
  const onward = page.locator('#lesson .row button:enabled', { hasText: /^(Next|Show it)$/ }).or(over);
  for (;;) {
    await onward.waitFor();
    if (await over.isVisible()) break;
    await onward.click();
  }
  await over.click();
  await page.locator('dialog h2', { hasText: 'from this position' }).waitFor();
  const kept = await page.evaluate(() => Object.keys(localStorage).some((key) => key.startsWith('vertumnus-game-')));
  assert.equal(kept, false);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a position is played on against the engine', async () => {
  const { page, context, faults, address } = await open();
  const position = rules.position();
  position.make(position.legalMoves()[0]);
  await page.goto(`${address}#${game}/moves=${position.movesMade[0]}`);
  await untilMoves(page, 1);
  await button(page, 'One move back').click();
  await page.locator('.game .aside-note').getByRole('button', { name: 'Play it against …' }).click();
  await page.locator('dialog input[name=side][value=white]').check({ force: true });
  await button(page, 'Play').click();
  await page.locator('.player-name', { hasText: 'Vertumnus' }).waitFor();
  const legal = rules.position().moves();
  await clickMove(page, legal, legal[1]);
  await untilMoves(page, 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test('what is deleted can be had back', async () => {
  const { page, context, faults, address } = await open();
  const [one, two] = rules.position().moves();
  await page.goto(`${address}#${game}/moves=${one.text}`);
  await untilMoves(page, 1);
  await button(page, 'One move back').click();
  await page.locator('.aside-note', { hasText: 'An earlier position' }).waitFor();
  await page.locator('#typed-move').fill(two.san);
  await page.keyboard.press('Enter');
  await untilMoves(page, 2);
  await button(page, 'Delete the move').click();
  await untilMoves(page, 1);
  await button(page, 'Undo').click();
  await untilMoves(page, 2);
  assert.equal(await page.locator('.move[aria-current]').innerText(), two.san);
  await page.locator('#home').click();
  await button(page, 'See all').click();
  await page
    .locator('dialog')
    .getByRole('button', { name: /^Delete/ })
    .click();
  assert.equal(await page.locator('dialog .kept-game').count(), 0);
  await page.locator('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.locator('dialog .kept-game').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.kept .kept-game').waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('the page can be installed', async () => {
  const { page, context, address } = await open();
  await page.goto(address.href);
  const manifest = await page.evaluate(async () => {
    const link = /** @type {HTMLLinkElement} */ (document.querySelector('link[rel=manifest]'));
    const answer = await fetch(link.href);
    return { type: answer.headers.get('content-type'), value: await answer.json() };
  });
  assert.match(String(manifest.type), /manifest\+json/);
  assert.equal(manifest.value.display, 'standalone');
  for (const { src } of manifest.value.icons)
    assert.equal((await page.request.get(new URL(src, address).href)).status(), 200);
  await context.close();
});
