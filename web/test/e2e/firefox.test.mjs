// The page in Firefox, in both forms: a game begins, a move is made and answered, and the engine analyses.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { Selection } from '../../page/board/selection.js';
import { serve } from '../../serve.mjs';
import { Rules, dist, games } from '../support.mjs';
import { Firefox, hasFirefox } from './firefox.mjs';
import { serveProgram } from './program.mjs';

const options = { skip: hasFirefox ? false : 'there is no Firefox' };
const [game] = games;

/** @type {Promise<Firefox> | null} */
const starting = hasFirefox ? Firefox.start() : null;

after(async () => (await starting)?.close());

/** The moves that the page lists. */
const listed = () => [...document.querySelectorAll('.moves .move')].map((move) => move.textContent);

/** @param {string} address */
async function plays(address) {
  const firefox = /** @type {Firefox} */ (await starting);
  await firefox.open(address);
  await firefox.click(`[data-game=${game}]`);
  await firefox.click('dialog label:has([name=opponent][value=engine])');
  await firefox.click('dialog label:has([name=side][value=white])');
  await firefox.click('dialog [value=play]');
  await firefox.until(
    () => document.documentElement.dataset.ready === 'play' && document.querySelector('[role=gridcell]') !== null,
  );
  const rules = await Rules.load(game);
  const legal = rules.position().moves();
  const asks = (/** @type {any} */ { from, to }) =>
    new Selection(
      from,
      legal.filter((/** @type {any} */ move) => move.from === from),
    ).pick(to).type !== 'move';
  const move = legal.find((/** @type {any} */ one) => !asks(one));
  await firefox.click(`[data-square=${move.from}]`);
  await firefox.until(() => document.querySelector('.target-dot') !== null);
  await firefox.click(`[data-square=${move.to}]`);
  await firefox.until(() => document.querySelectorAll('.moves .move').length === 2);
  const [own, reply] = await firefox.ask(listed);
  assert.equal(own, move.san);
  const position = rules.position(null, [move.text]);
  const answer = position.moves().find((/** @type {any} */ { san }) => san === reply);
  assert.ok(answer, `${reply} is legal`);
  await firefox.click('button[aria-label=Analysis]');
  await firefox.until(() => document.querySelector('.lines .move') !== null);
  const best = await firefox.ask(() => document.querySelector('.lines .move')?.textContent);
  const sans = rules
    .position(null, [move.text, answer.text])
    .moves()
    .map((/** @type {any} */ { san }) => `2. ${san}`);
  assert.ok(sans.includes(best), `${best} is legal`);
  assert.deepEqual(firefox.faults, []);
}

test('the static page in Firefox', options, async () => {
  const host = await serve(fileURLToPath(dist), { path: '/games/' });
  try {
    await plays(host.url);
  } finally {
    await host.close();
  }
});

test('the page of the program in Firefox', options, async () => {
  const { address, end } = await serveProgram();
  try {
    await plays(address);
  } finally {
    end();
  }
});
