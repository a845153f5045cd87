// From which side the board is seen, and who is told.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Screen, sideOf } from '../../page/shell/screen.js';

const player = (kind) => ({ kind, level: 20 });
const players = (white, black) => ({ white: player(white), black: player(black) });

/** A game that tells of its changes. */
class Told {
  listeners = [];
  constructor(seats) {
    this.players = seats;
  }
  subscribe(listener) {
    this.listeners.push(listener);
  }
  tell(type, others = {}) {
    for (const listener of this.listeners) listener({ type, ...others });
  }
}

test('the person who plays alone sits at the bottom, or else White', () => {
  assert.equal(sideOf(players('engine', 'person')), 'black');
  assert.equal(sideOf(players('solution', 'person')), 'black');
  assert.equal(sideOf(players('person', 'engine')), 'white');
  assert.equal(sideOf(players('person', 'person')), 'white');
  assert.equal(sideOf(players('engine', 'engine')), 'white');
});

test('another game is seen from its side by all whom it tells, whatever was turned before', () => {
  const game = new Told(players('engine', 'person'));
  const screen = new Screen(game);
  assert.ok(screen.isFlipped, 'a game that is begun as Black, or loaded again');
  const seen = [];
  game.subscribe(() => seen.push(screen.bottom));
  game.players = players('person', 'engine');
  game.tell('new');
  screen.flip();
  game.players = players('solution', 'person');
  game.tell('new');
  game.players = players('person', 'solution');
  game.tell('new');
  assert.deepEqual(seen, ['white', 'black', 'white']);
});

test('a turn is told, and stays until there is another game', () => {
  const game = new Told(players('person', 'person'));
  const screen = new Screen(game);
  const told = [];
  screen.subscribe((changes) => told.push(changes));
  screen.flip();
  game.tell('move');
  assert.equal(screen.bottom, 'black');
  screen.set({ panel: 'rules' });
  assert.deepEqual(told, [{ bottom: 'black' }, { panel: 'rules' }]);
  assert.equal(screen.panel, 'rules');
});

test('the board turns to the side to move where two people play and want it', () => {
  const after = (turn, outcome = null) => ({ advances: true, after: { turn, outcome } });
  const game = new Told(players('person', 'person'));
  let turns = true;
  const screen = new Screen(game, () => turns);
  game.tell('move', after('black'));
  assert.equal(screen.bottom, 'black');
  game.tell('move', { ...after('white'), advances: false });
  assert.equal(screen.bottom, 'black', 'a variation turns nothing');
  game.tell('move', after('white'));
  assert.equal(screen.bottom, 'white');
  game.tell('move', after('black', { result: '1-0' }));
  assert.equal(screen.bottom, 'white', 'the end is looked at from where it was reached');
  turns = false;
  game.tell('move', after('black'));
  assert.equal(screen.bottom, 'white');
  turns = true;
  game.players = players('person', 'engine');
  game.tell('move', after('black'));
  assert.equal(screen.bottom, 'white', 'against the engine nothing turns');
});
