// Games that go in and out: the address, PGN and FEN, the position editor, the rules, frames, and no network.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { ONWARD, cardOf, tagsOf } from '../../cards.mjs';
import { Rules, games } from '../support.mjs';
import { clickMove, closeAll, listed, open, untilMoves, withHidden } from './browser.mjs';

after(closeAll);

const [game] = games;
const rules = await Rules.load(game);

/** Two moves of the game, and what is known of the position after them. */
function twoMoves() {
  const position = rules.position();
  for (let ply = 0; ply < 2; ply += 1) position.make(position.legalMoves()[ply]);
  return position;
}

/**
 * Opens the page at an address, in a game.
 * @param {string} hash
 */
async function openAt(hash, options = {}) {
  const opened = await open(options);
  await opened.page.goto(opened.address.href + hash);
  await opened.page.locator('html[data-ready=play]').waitFor();
  return opened;
}

test('the address holds the game, and a bad one is told and changes nothing', async () => {
  const played = twoMoves();
  const { page, context, faults } = await openAt(`#${game}/moves=${played.movesMade.join('_')}`);
  assert.deepEqual(await listed(page), played.sans);
  // It can be played against the engine, until somebody goes on.
  const against = page.locator('#message').getByRole('button', { name: /^Play it against/ });
  await against.click();
  await page.getByRole('dialog', { name: /from this position/ }).waitFor();
  await page.keyboard.press('Escape');
  const legal = played.moves();
  await clickMove(page, legal, legal[0]);
  await untilMoves(page, 3);
  await against.waitFor({ state: 'hidden' });
  played.make(legal[0].text);
  assert.match(page.url(), new RegExp(`#${game}/moves=`));
  await page.reload();
  await untilMoves(page, 3);
  assert.deepEqual(await listed(page), played.sans);
  for (const bad of ['#nonesuch', `#${game}/fen=x`, `#${game}/moves=z9z9`]) {
    await page.evaluate((hash) => (location.hash = hash), bad);
    await page.locator('.message[data-tone=refusal]', { hasText: 'does not lead to a position' }).waitFor();
    assert.deepEqual(await listed(page), played.sans, bad);
    await page.waitForFunction((hash) => location.hash !== hash, bad);
  }
  assert.deepEqual(faults, []);
  await context.close();
});

test('a link leads by way of the page of its game, where the site has such pages', async () => {
  const played = twoMoves();
  const hash = `#${game}/moves=${played.movesMade.join('_')}`;
  const { page, context, address, faults } = await open({ serviceWorkers: 'block' });
  const site = new URL('https://example.org/games/');
  const { title } = rules.variant;
  const tags = tagsOf(site, { title: 'All', about: 'All games.', url: site, picture: 'page.png' });
  const index = await (await fetch(address)).text();
  const give = (/** @type {string} */ name, /** @type {string} */ body, contentType = 'text/html') =>
    page.route(new URL(name, address).href, (route) => route.fulfill({ body, contentType }));
  await give('.', index.replace('<link', `${tags}<link`));
  await give(`play/${game}.html`, cardOf(site, { name: game, title, about: 'A game.' }));
  await give('play/onward.js', ONWARD, 'text/javascript');

  await page.goto(new URL(`play/${game}.html${hash}`, address).href);
  await untilMoves(page, 2);
  assert.deepEqual(await listed(page), played.sans);
  assert.equal(new URL(page.url()).pathname, address.pathname);
  await page.getByRole('tab', { name: 'Share' }).click();
  const link = await page.locator('#share-link').inputValue();
  assert.equal(link, new URL(`play/${game}.html${hash}`, address).href);
  await page.goto(new URL(`play/${game}.html`, address).href);
  await page.locator('dialog h2', { hasText: title }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('a bad address without a game is told on the start screen', async () => {
  const { page, context, address, faults } = await open();
  await page.goto(`${address.href}#${game}/fen=%3Cb%3E`);
  await page.locator('#notice', { hasText: 'FEN' }).waitFor();
  assert.equal(await page.locator('#play').isHidden(), true);
  assert.deepEqual(faults, []);
  await context.close();
});

test('PGN and FEN go out and come in; bad ones are told and change nothing', async () => {
  const played = twoMoves();
  const { page, context, faults } = await openAt(`#${game}/moves=${played.movesMade.join('_')}`);
  await page.locator('#tab-share').click();
  const written = page.locator('#share-pgn');
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('share-pgn')).value !== '');
  const pgn = await written.inputValue();
  assert.equal(await page.locator('#share-fen').inputValue(), played.fen);
  const load = async (/** @type {string} */ text) => {
    await page.locator('#share-in').fill(text);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
  };
  const address = page.url();
  for (const bad of ['x/y', 'nonsense', 'https://example.org/x#y', '[White "A"]\n\n1. Ke5 *\n', '{']) {
    await load(bad);
    await page.locator('.panel-share .refusal:not(:empty)').waitFor();
    assert.equal(page.url(), address, bad);
  }
  await load(played.fen);
  await page.waitForFunction(() => location.hash.includes('fen='));
  await load(pgn);
  await page.waitForFunction((known) => location.href === known, address);
  assert.deepEqual(await listed(page), played.sans);
  assert.equal(await written.inputValue(), pgn);
  // A link of such a page does what it does elsewhere.
  await load(`https://example.org/games/#${game}/moves=${played.movesMade[0]}`);
  await untilMoves(page, 1);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a PGN keeps names, result, comments and variations', { skip: !games.includes('chess') }, async () => {
  const { page, context, faults } = await openAt('#chess/moves=e2e4');
  await page.locator('#tab-share').click();
  const moves = '1. e4 e5 2. f4 {gambit} 2... exf4 ( 2... Bc5 $1 3. Nf3 ) 3. Bc4 1-0';
  await page.locator('#share-in').fill(`[White "Anderssen"]\n[Black "Kieseritzky"]\n[Result "1-0"]\n\n${moves}\n`);
  await page.getByRole('button', { name: 'Load', exact: true }).click();
  await page.waitForFunction(() => /** @type {any} */ (document.getElementById('share-pgn')).value.includes('gambit'));
  const pgn = (await page.locator('#share-pgn').inputValue()).replaceAll('\n', ' ');
  assert.ok(pgn.includes(moves), pgn);
  assert.ok(pgn.includes('[White "Anderssen"]') && pgn.includes('[Result "1-0"]'), pgn);
  assert.deepEqual((await page.locator('.player-name').allTextContents()).sort(), ['Anderssen', 'Kieseritzky']);
  assert.match(await page.locator('#message').innerText(), /White wins/);
  assert.equal(await page.locator('.moves .variation .move').count(), 2);
  assert.deepEqual(faults, []);
  await context.close();
});

test('names, comments and mistakes of a text hide nothing', { skip: !games.includes('chess') }, async () => {
  const { page, context, faults } = await openAt('#chess/moves=a2a3');
  const take = async (/** @type {string} */ text) => {
    await page.locator('#share-in').fill(text);
    await page.getByRole('button', { name: 'Load', exact: true }).click();
  };
  await page.getByRole('tab', { name: 'Share' }).click();
  await take('8/\u202e8/\x078 w - - 0 1');
  await page.locator('#panel-share .refusal', { hasText: /\S/ }).waitFor();
  assert.deepEqual(await withHidden(page), []);
  const gameOf = (/** @type {string} */ white) =>
    `[White "${white}"]\n[Black "\u2067\u05d0\x9b"]\n\n1. e4 {so\u202eit is} e5 (1... c5 {\u2066or\x01}) *\n\n`;
  await take(gameOf('A\u202eB') + gameOf('C'));
  await page.getByRole('dialog').waitFor();
  assert.deepEqual(await withHidden(page), []);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^1\. A\ufffdB – / })
    .click();
  await page.locator('.player-name', { hasText: 'A\ufffdB' }).waitFor();
  await page.locator('.moves .move').first().click();
  await page.locator('#message', { hasText: 'so\ufffdit is' }).waitFor();
  assert.deepEqual(await withHidden(page), []);
  await page.locator('#home').click();
  await page.locator('.kept-game', { hasText: 'A\ufffdB' }).waitFor();
  assert.deepEqual(await withHidden(page), []);
  await page.evaluate(() => (location.hash = '#none\u202esuch'));
  await page.locator('#notice', { hasText: 'none' }).waitFor();
  assert.deepEqual(await withHidden(page), []);
  assert.deepEqual(faults, []);
  await context.close();
});

test('a position that is put together is checked by the rules', async () => {
  const { page, context, faults } = await openAt(`#${game}/moves=${twoMoves().movesMade[0]}`);
  await page.locator('#tab-share').click();
  await page.getByRole('button', { name: 'Set up a position' }).click();
  const use = page.getByRole('button', { name: 'Use this position' });
  await page.getByRole('button', { name: 'Empty', exact: true }).click();
  await page.locator('.editor .refusal', { hasText: 'kings' }).waitFor();
  assert.equal(await use.isDisabled(), true);
  await page.getByRole('button', { name: 'Start position' }).click();
  await page.waitForFunction(() => document.querySelector('.editor .refusal')?.textContent === '');
  // A click with the cross takes a piece away, and the keyboard does it too.
  const [first, second] = rules
    .position()
    .view.pieces.filter((/** @type {any} */ piece) => !rules.variant.kinds[piece.kind].isRoyal)
    .map((/** @type {any} */ piece) => piece.square);
  await page.locator(`.editor [data-square=${first}]`).click();
  await page.locator(`.editor [data-square=${second}]`).focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (squares) =>
      squares.every((square) =>
        document.querySelector(`.editor [data-square=${square}]`)?.getAttribute('aria-label')?.endsWith('empty'),
      ),
    [first, second],
  );
  // A piece is dragged from the palette to an empty square, and another is chosen by a click.
  const pawn = page.getByRole('radio', { name: 'black Pawn', exact: true });
  for (const put of [
    () => pawn.dragTo(page.locator(`.editor [data-square=${first}]`)),
    async () => {
      await pawn.click();
      await page.locator(`.editor [data-square=${second}]`).click();
    },
  ])
    await put();
  await page.waitForFunction(
    (squares) =>
      squares.every(
        (square) => document.querySelector(`.editor [data-square=${square}]`)?.ariaLabel === `${square}, black Pawn`,
      ),
    [first, second],
  );
  assert.equal(await page.locator('.palette-ghost').count(), 0);
  for (const square of [first, second])
    await page.locator(`.editor [data-square=${square}]`).click({ button: 'right' });
  // A piece is dragged to an empty square, and the right button takes it away.
  const named = (/** @type {string} */ square) =>
    page.locator(`.editor [data-square=${square}]`).getAttribute('aria-label');
  const [third] = await page
    .locator('.editor [role=gridcell].movable')
    .evaluateAll((cells) =>
      cells.filter((cell) => !/King|Sorcerer/.test(cell.ariaLabel ?? '')).map((cell) => cell.dataset.square),
    );
  const piece = String(await named(third)).split(', ')[1];
  await page.locator(`.editor [data-square=${third}]`).dragTo(page.locator(`.editor [data-square=${first}]`));
  await page.waitForFunction(
    ([square, name]) => document.querySelector(`.editor [data-square=${square}]`)?.ariaLabel === `${square}, ${name}`,
    [first, piece],
  );
  assert.equal(await named(third), `${third}, empty`);
  await page.locator(`.editor [data-square=${first}]`).click({ button: 'right' });
  await page.waitForFunction(
    (square) => document.querySelector(`.editor [data-square=${square}]`)?.ariaLabel === `${square}, empty`,
    first,
  );
  await use.click();
  await page.waitForFunction(() => location.hash.includes('fen='));
  assert.deepEqual(faults, []);
  await context.close();
});

const widest = games.includes('stealthbomber') ? 'stealthbomber' : game;

test('all columns of the tables of rules are in sight on a phone', async () => {
  const { page, context, faults, address } = await open({
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto(`${address}#${widest}/moves=${(await Rules.load(widest)).position().moves()[0].text}`);
  await page.locator('#tab-rules').click();
  await page.locator('.rules .table-box').first().waitFor();
  const cut = await page
    .locator('.rules .table-box')
    .evaluateAll((boxes) =>
      boxes
        .filter((box) => box.scrollWidth > box.clientWidth)
        .map((box) => `${box.ariaLabel}: ${box.scrollWidth} of ${box.clientWidth}`),
    );
  assert.deepEqual(cut, []);
  assert.deepEqual(faults, []);
  await context.close();
});

test('the rules have live diagrams', async () => {
  const { page, context, faults } = await openAt(`#${game}/moves=${twoMoves().movesMade.join('_')}`);
  const address = page.url();
  await page.locator('#tab-rules').click();
  const diagrams = page.locator('.rules .diagram-button');
  await diagrams.first().waitFor();
  assert.ok((await diagrams.count()) > 1);
  assert.equal(await page.locator('.rules h2').innerText(), rules.variant.title);
  await page.waitForFunction(() =>
    [...document.querySelectorAll('.rules img')].every((picture) => picture.getAttribute('src')?.startsWith('data:')),
  );
  await diagrams.last().click();
  await page.waitForFunction((known) => location.href !== known, address);
  await page.getByRole('button', { name: 'Back to the game' }).locator('visible=true').first().click();
  await page.waitForFunction((known) => location.href === known, address);
  assert.deepEqual(faults, []);
  await context.close();
});

test('within another page it is the board alone', async () => {
  const { page, context, address, faults } = await open();
  const body = `<iframe src="${address.href}?embed#${game}" width="720" height="540"></iframe>`;
  await page.route('**/frame.html', (route) => route.fulfill({ contentType: 'text/html', body }));
  await page.goto(new URL('/frame.html', address).href);
  const frame = page.frameLocator('iframe');
  await frame.locator('html[data-ready=play]').waitFor();
  assert.equal(await frame.locator('.top').isHidden(), true);
  await frame.getByRole('link', { name: 'Open in a tab' }).waitFor();
  assert.deepEqual(faults, []);
  await context.close();
});

test('after the first visit it plays offline', async () => {
  const played = twoMoves();
  const { page, context, address } = await openAt(`#${game}/moves=${played.movesMade.join('_')}`, {
    serviceWorkers: 'allow',
  });
  // The first visit has ended when all that it loaded is kept.
  await page.evaluate(
    async (module) => {
      const cache = await caches.open('vertumnus');
      const isKept = async () => (await cache.match('package/worker.js')) && (await cache.match(module));
      while (!navigator.serviceWorker.controller || !(await isKept()))
        await new Promise((later) => setTimeout(later, 50));
    },
    new URL(`package/games/${game}.wasm`, address).href,
  );
  await context.setOffline(true);
  await page.reload();
  await page.locator('html[data-ready=play]').waitFor();
  const legal = played.moves();
  await clickMove(page, legal, legal[0]);
  await untilMoves(page, 3);
  await page.locator('#tab-rules').click();
  await page.locator('.rules .diagram-button').first().waitFor();
  await context.close();
});
