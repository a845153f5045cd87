// Where pieces can go only by what their neighbors lend them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Rules, games, hasWritten, text } from '../support.mjs';
import { loansOf } from '../../page/game/loans.js';
import { people, recordOf } from '../../page/game/record.js';
import { refusal } from '../../page/game/refusal.js';
import { Game } from '../../page/game/state.js';

/**
 * The loans of a piece, and what was asked for them.
 * @param {any} rules
 * @param {string} square
 * @param {string[]} [moves]
 * @param {string | null} [fen]
 */
async function loansAt(rules, square, moves = [], fen = null) {
  /** @type {string[]} */
  const asked = [];
  const call = async (/** @type {string} */ _, /** @type {any} */ { call, ...takes }) => {
    asked.push(call);
    return rules.call(call, takes);
  };
  const { name } = rules.variant;
  const record = recordOf({ game: name, fen, moves, players: people(), control: null });
  const game = await Game.start(/** @type {any} */ ({ call }), record);
  const doing = /** @type {any} */ (await game.ask({ call: 'attacks', square }));
  asked.length = 0;
  return { loans: [...(await loansOf(game, doing))].sort(), doing, asked };
}

test(
  'of a piece, the squares are told that it cannot reach alone',
  { skip: !games.includes('combination') },
  async () => {
    const rules = await Rules.load('combination');
    // A Pawn goes one square straight ahead. This one also leaps as a knight and two squares along a file, and slides as a
    // bishop.
    const pawn = await loansAt(rules, 'd7', ['d1c3']);
    assert.deepEqual(pawn.loans, ['b6', 'c5', 'd5', 'e5', 'f6']);
    assert.deepEqual(
      pawn.doing.quiet.filter((/** @type {string} */ way) => !pawn.loans.includes(way)),
      ['d6'],
    );
    // It is not its turn, and the answer is the same.
    assert.deepEqual((await loansAt(rules, 'd7')).loans, pawn.loans);
  },
);

test('where a loan replaces what a piece does, all its ways are lent', { skip: !hasWritten }, async () => {
  const rules = await Rules.load('annan', { rules: text('src/games/annan/rules.ini') });
  const { loans, doing } = await loansAt(rules, 'd2');
  assert.ok(loans.length > 0);
  assert.deepEqual(loans, [...doing.quiet, ...doing.captures].sort());
});

test('where nobody lends, nothing is asked for', { skip: !games.includes('chess') }, async () => {
  const { loans, asked } = await loansAt(await Rules.load('chess'), 'e2');
  assert.deepEqual([loans, asked], [[], []]);
});

test('a lender that cannot be of the other side leaves no marks', async () => {
  const refused = () => Promise.reject(refusal({ kind: 'BadFen', message: 'no king' }));
  const doing = {
    square: 'e4',
    powers: [
      { power: 'pawn', from: 'own' },
      { power: 'king', from: ['e3'] },
    ],
    quiet: ['e5', 'd4'],
    captures: [],
  };
  assert.equal((await loansOf({ deserted: refused }, /** @type {any} */ (doing))).size, 0);
  const broken = () => Promise.reject(new Error('the worker has ended'));
  await assert.rejects(loansOf({ deserted: broken }, /** @type {any} */ (doing)), /worker has ended/);
});
