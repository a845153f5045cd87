// Changes of a text of rules, and that the reader takes them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { settingKey } from '../../page/game/text-edit.js';

/** @param {string} text @param {string} game @param {string} value */
function changed(text, game, value) {
  const edit = settingKey(text, game, 'startFen', value);
  return edit && text.slice(0, edit.from) + edit.insert + text.slice(edit.to);
}

test('a key gets another value, or a line of its own, in its game alone', () => {
  const two =
    '\ufeff# startFen = of none\n[a:chess]\nking = k:KN\n\n; b\n[b:a]\r\nstartFen =  8/8 w - -  \r\nqueen = q\r\n';
  assert.equal(changed(two, 'a', 'K w'), two.replace('king = k:KN\n', 'king = k:KN\nstartFen = K w\n'));
  assert.equal(changed(two, 'b', 'K w'), two.replace('8/8 w - -', 'K w'));
  assert.equal(changed('[a]', 'a', 'K'), '[a]\nstartFen = K');
  assert.equal(changed(two, 'c', 'K w'), null);
  assert.equal(changed('[a]\nxstartFen = 1\n', 'a', 'K'), '[a]\nxstartFen = 1\nstartFen = K\n');
});
