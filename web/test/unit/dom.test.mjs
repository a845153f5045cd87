// What a text, which may be a stranger's, looks like.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shown } from '../../page/shell/dom.js';

test('nothing of a text is hidden, and nothing turns its direction', () => {
  const kept = ['José – שלום', 'two\nlines\r\n\tand a tab', '\u00a0\u200d\u00ad', '♘'];
  for (const text of kept) assert.equal(shown(text), text);
  const codes = (/** @type {number} */ from, /** @type {number} */ to) =>
    Array.from({ length: to - from + 1 }, (_, index) => String.fromCharCode(from + index));
  const hidden = [...codes(0, 8), ...codes(11, 12), ...codes(14, 31), ...codes(0x7f, 0x9f)];
  const turning = [...codes(0x202a, 0x202e), ...codes(0x2066, 0x2069)];
  for (const letter of [...hidden, ...turning]) assert.equal(shown(`a${letter}b`), 'a\ufffdb', letter);
});
