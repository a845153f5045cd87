// A game that is open in two tabs.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { shelf } from '../../page/game/keeper.js';

/** A library that all tabs share. */
class Shared {
  kept = new Map();
  get(id) {
    return structuredClone(this.kept.get(id) ?? null);
  }
  put(record) {
    this.kept.set(record.id, structuredClone(record));
    return true;
  }
  lines() {
    return [...this.kept.values()].map(({ line }) => line.map(({ move }) => move).join(' ')).sort();
  }
}

const record = (...moves) => ({
  id: 'one',
  changed: 0,
  length: moves.length,
  ending: null,
  line: moves.map((move) => ({ move })),
});
const play = (game, move) => {
  game.line.push({ move });
  game.length += 1;
  game.changed += 1;
};

test('neither of two tabs loses its moves by those of the other', () => {
  const library = new Shared();
  const first = record();
  const keepFirst = shelf(library, first);
  for (const move of ['e4', 'e5']) play(first, move);
  assert.equal(keepFirst(first), false);
  const second = library.get('one');
  const keepSecond = shelf(library, second);
  // To open it is not to change it.
  second.changed += 1;
  assert.equal(keepSecond(second), false);
  play(first, 'Nf3');
  assert.equal(keepFirst(first), false);
  play(second, 'Nc3');
  assert.equal(keepSecond(second), true);
  play(first, 'Nf6');
  assert.equal(keepFirst(first), false);
  play(second, 'Bc5');
  assert.equal(keepSecond(second), false, 'it is a game of its own now');
  assert.deepEqual(library.lines(), ['e4 e5 Nc3 Bc5', 'e4 e5 Nf3 Nf6']);
});

test('a game that was deleted, and one that was opened later, are kept as they are', () => {
  const library = new Shared();
  const keep = shelf(library, record());
  const game = record('e4');
  keep(game);
  library.kept.clear();
  play(game, 'e5');
  assert.equal(keep(game), false);
  library.put({ ...record('d4'), id: 'other' });
  const other = library.get('other');
  play(other, 'd5');
  assert.equal(keep(other), false);
  assert.deepEqual(library.lines(), ['d4 d5', 'e4 e5']);
});
