// The games that the browser keeps.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Library, isRecord } from '../../page/game/library.js';
import { isAt, people, recordOf } from '../../page/game/record.js';

/** A storage of a browser, with room for so many characters. */
class Storage {
  #entries = new Map();
  constructor(room = Infinity) {
    this.room = room;
  }
  get length() {
    return this.#entries.size;
  }
  key(index) {
    return [...this.#entries.keys()][index] ?? null;
  }
  getItem(key) {
    return this.#entries.get(key) ?? null;
  }
  setItem(key, value) {
    const others = [...this.#entries].filter(([other]) => other !== key);
    const used = others.reduce((sum, [, text]) => sum + text.length, 0);
    if (used + value.length > this.room) throw new Error('QuotaExceededError');
    this.#entries.set(key, value);
  }
  removeItem(key) {
    this.#entries.delete(key);
  }
}

const record = (moves = ['e2e4'], changed = 1) => ({
  ...recordOf({ game: 'chess', fen: null, moves, players: people(), control: null }),
  changed,
});

test('a game is kept, changed, found again and let go', () => {
  const library = new Library(new Storage());
  const game = record();
  assert.ok(library.put(game));
  assert.deepEqual(library.get(game.id), game);
  game.line.push({ move: 'e7e5', san: 'e5', variations: [[{ move: 'c7c5', san: 'c5', comment: 'sharp' }]] });
  game.changed = 2;
  library.put(game);
  assert.deepEqual(library.list(), [game]);
  const later = record(['d2d4'], 3);
  library.put(later);
  assert.deepEqual(
    library.list().map(({ id }) => id),
    [later.id, game.id],
  );
  library.remove(game.id);
  assert.equal(library.get(game.id), null);
});

test('of more games than are kept, and where there is no room, the oldest go', () => {
  const library = new Library(new Storage());
  for (let count = 0; count < 210; count += 1) library.put(record(['e2e4'], count));
  const kept = library.list();
  assert.equal(kept.length, 200);
  assert.equal(kept.at(-1).changed, 10);
  const small = new Library(new Storage(2000));
  for (let count = 0; count < 20; count += 1) assert.ok(small.put(record(['e2e4'], count)), String(count));
  assert.equal(small.list()[0].changed, 19);
  assert.ok(!small.put(record(Array(1000).fill('e2e4'))), 'what has no room at all is told');
});

test('where nothing can be kept, nothing is', () => {
  const library = new Library(null);
  assert.ok(!library.put(record()));
  assert.deepEqual(library.list(), []);
  assert.equal(library.get('x'), null);
});

test('what another page has written is none of the games', () => {
  const storage = new Storage();
  const library = new Library(storage);
  const good = record();
  storage.setItem('vertumnus', '{}');
  const bad = [
    '{',
    'null',
    '[]',
    '{"id":"x"}',
    JSON.stringify({ ...good, line: [{}] }),
    JSON.stringify({ ...good, length: 5 }),
  ];
  bad.push(JSON.stringify({ ...good, line: [{ move: 'e2e4', san: 'e4', variations: [[]] }] }));
  bad.push(JSON.stringify({ ...good, players: null }));
  bad.push(JSON.stringify({ ...good, drawn: [null] }));
  bad.push(JSON.stringify({ ...good, line: [{ move: 'e2e4', san: 'e4', drawn: 'e4' }] }));
  bad.forEach((text, index) => storage.setItem(`vertumnus-game-${index}`, text));
  assert.deepEqual(library.list(), []);
  assert.ok(isRecord(good));
  assert.ok(isRecord({ ...good, drawn: [{ from: 'e2', to: 'e4' }] }));
});

test('an address means a game that has come to the same place, and no other', () => {
  const played = record(['d2d4', 'd7d5']);
  const at = (moves, others = {}) => isAt({ game: 'chess', fen: null, moves, ...others }, played);
  assert.ok(at(['d2d4', 'd7d5']));
  assert.ok(!at(['d2d4', 'd7d5', 'c2c4']), 'a link goes on from there');
  assert.ok(!at(['d2d4']));
  assert.ok(!at(['d2d4', 'd7d5'], { game: 'modern' }));
  assert.ok(!at(['d2d4', 'd7d5'], { fen: 'x' }));
});
