// Which sound a move has.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { soundOf } from '../../page/shell/narrator.js';

const QUIET = { survives: true, victims: [], stops: ['e4'], changesMover: false };
const TAKEN = { square: 'e4', isCaptured: true };

/** @param {object} move @param {boolean} [isCheck] */
const sound = (move, isCheck = false) => soundOf(/** @type {any} */ ({ ...QUIET, ...move }), isCheck);

test('a move sounds like the rarest thing that it does', () => {
  assert.equal(sound({}), 'move');
  assert.equal(sound({ victims: [TAKEN] }), 'capture');
  assert.equal(sound({ victims: [TAKEN], changesMover: true }), 'become');
  assert.equal(sound({ victims: [TAKEN], stops: ['e4', 'e6'], changesMover: true }), 'fly');
  assert.equal(sound({ stops: ['e4', 'e6'] }, true), 'check');
  assert.equal(sound({ victims: [TAKEN, { square: 'e5', isCaptured: false }] }, true), 'vanish');
  assert.equal(sound({ survives: false }), 'vanish');
});
