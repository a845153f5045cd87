// A text of rules in the name of a game: its coding and its bounds, and what is shown of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';

import { MOST_BYTES, MOST_CODED, coded, isWritten, nameIn, shortName, textOf } from '../../page/game/coded.js';
import { rangeOf } from '../../page/panels/findings.js';
import { hashOf, placeOf } from '../../page/game/location.js';

test('a text goes into a link and comes back, with a position', async () => {
  for (const rules of [
    '[lake:chess]\nmaxFile = i\n',
    '# Grüße, 象棋 😀\n[a:chess]\n',
    '<script>alert(1)</script>&"\n',
    '',
  ]) {
    const game = await coded(rules, 'my-game');
    const place = { game, fen: null, moves: ['e2e4', 'e7e5'] };
    const hash = hashOf(place);
    assert.equal(new URL(hash, 'http://localhost/').hash, hash);
    assert.ok(/^#rules=[\w-]+\.my-game\/moves=e2e4_e7e5$/.test(hash), hash);
    assert.deepEqual(placeOf(hash), place);
    assert.equal(await textOf(game), rules);
    assert.deepEqual([isWritten(game), nameIn(game), shortName(game)], [true, 'my-game', 'my-game']);
    assert.equal(await textOf(game.replace('.my-game', '')), rules);
  }
  assert.deepEqual([isWritten('chess'), shortName('chess')], [false, 'chess']);
});

/** A code as somebody else may write it. @param {Uint8Array | string} bytes */
const codeOf = (bytes) => `rules=${deflateSync(bytes, { level: 9 }).toString('base64url')}`;

test('what is too long, damaged or no text is refused in one line', async () => {
  const whole = await coded('[elephants:chess]\ncustomPiece1 = e:FAA\npieceNames = e:Elephant\n', 'elephants');
  const cases = /** @type {[string, RegExp][]} */ ([
    [`rules=${'A'.repeat(MOST_CODED + 300)}`, /at most 32768 are read/],
    [codeOf('#'.repeat(MOST_BYTES + 1)), /more than 131072 bytes/],
    // Some 26,000 characters that would be 20 MB.
    [codeOf(new Uint8Array(20_000_000)), /more than 131072 bytes/],
    [whole.slice(0, 60), /damaged/],
    ['rules=AAAA', /damaged/],
    ['rules=', /no rules/],
    ['rules=<script>alert(1)</script>', /no rules/],
    [codeOf(new Uint8Array([0xff, 0xfe])), /no text/],
  ]);
  for (const [game, reason] of cases) {
    await assert.rejects(
      textOf(game),
      (error) => reason.test(error.message) && !error.message.includes('\n'),
      game.slice(0, 40),
    );
  }
  assert.equal((await textOf(codeOf('#'.repeat(MOST_BYTES)))).length, MOST_BYTES);
  await assert.rejects(coded('#'.repeat(MOST_BYTES + 1), 'a'), /at most 131072/);
  let state = 1;
  const noise = Array.from({ length: 60_000 }, () =>
    String.fromCharCode(33 + ((state = (state * 48_271) % 2_147_483_647) % 90)),
  );
  await assert.rejects(coded(noise.join(''), 'a'), /at most 32768 go into a link/);
});

test('a finding has its place in the field', () => {
  const rules = '# 😀\n[a:chess]\nking = k:KM\n';
  const finding = /** @type {const} */ ({ severity: 'error', message: '', help: '' });
  const picked = (/** @type {number[]} */ [line, column, length]) =>
    rules.slice(...rangeOf(rules, { ...finding, line, column, length }));
  assert.equal(picked([3, 11, 1]), 'M');
  assert.equal(picked([1, 3, 1]), '😀');
  assert.equal(picked([4, 1, 1]), '');
});
