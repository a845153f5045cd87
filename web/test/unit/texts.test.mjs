// Texts that are games: examples of the documentation, and those that a browser keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { text } from '../support.mjs';
import { BEGINNING, Texts, examplesIn, gamesIn } from '../../page/game/texts.js';

/** A storage with room for so many characters. @param {number} room */
function storage(room = Infinity) {
  /** @type {Map<string, string>} */ const kept = new Map();
  return /** @type {any} */ ({
    getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
    setItem(/** @type {string} */ key, /** @type {string} */ value) {
      if (value.length > room) throw new Error('no room');
      kept.set(key, value);
    },
  });
}

test('the examples are the games of two pages', () => {
  const all = ['', '-recipes'].flatMap((page) => examplesIn(text(`docs/games-as-files${page}.md`)));
  assert.ok(all.length > 10, `${all.length}`);
  assert.ok(all.every((example) => /^\[\w+:\w+\]\n[^`]*\n$/.test(example)));
  assert.deepEqual(gamesIn(all[1]), ['elephants']);
  assert.deepEqual(gamesIn('# [none]\n[one:chess]\n [ two : one ]\nking = k:K[x]\n'), ['one', 'two']);
});

test('the newest text of each name is kept', () => {
  const texts = new Texts(storage());
  assert.deepEqual([texts.last, texts.list()], [BEGINNING, []]);
  texts.last = '[a:chess]\n';
  texts.keep('[b:chess]\n');
  texts.keep('[c:chess]\n');
  texts.keep('[b:chess]\nking = k:KN\n');
  texts.keep('no game');
  texts.keep(BEGINNING);
  assert.deepEqual(texts.list(), ['[a:chess]\n', '[b:chess]\nking = k:KN\n', '[c:chess]\n']);
  texts.last = '[c:chess]\nking = k:KN\n';
  assert.deepEqual(texts.list(), ['[c:chess]\nking = k:KN\n', '[b:chess]\nking = k:KN\n']);
  texts.drop('[b:chess]\nking = k:KN\n');
  assert.deepEqual(texts.list(), ['[c:chess]\nking = k:KN\n']);
});

test('where there is little room the oldest go, and where there is none nothing fails', () => {
  const texts = new Texts(storage(40));
  for (const name of ['a', 'b', 'c', 'd']) texts.keep(`[${name}:chess]\n`);
  assert.deepEqual(texts.list(), ['[d:chess]\n', '[c:chess]\n']);
  const none = new Texts(null);
  none.last = '[a:chess]\n';
  none.keep('[b:chess]\n');
  assert.deepEqual([none.last, none.list()], [BEGINNING, []]);
  const strange = storage();
  strange.setItem('vertumnus-written', '{"a": 1}');
  assert.deepEqual(new Texts(strange).list(), []);
});
