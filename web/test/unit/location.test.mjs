// The address that holds a game.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { hashOf, placeOf } from '../../page/game/location.js';

test('a game goes into the address and comes back', () => {
  for (const place of [
    { game: 'chess', fen: null, moves: [] },
    { game: 'chess', fen: null, moves: ['e2e4', 'e7e8q'] },
    { game: 'powerabsorption', fen: '4k3/8/8/3n4/8/8/8/3{RN}K3 w - - 0 1 p/-', moves: ['d1d5{qn}'] },
    { game: 'stealthbomber', fen: null, moves: ['a1a4,a4a8{fb}'] },
    { game: 'combination', fen: '***1***/*1k3*/*5*/*5*/7/*3PB*/*2R2*/*5*/***K*** w - - 0 1', moves: [] },
    { game: 'chess', fen: null, moves: [], puzzle: 12 },
  ]) {
    const hash = hashOf(place);
    assert.deepEqual(placeOf(hash), place);
    // It is an address as it stands.
    assert.equal(new URL(hash, 'http://localhost/').hash, hash);
    assert.ok(!/[\s"<>]/.test(hash), hash);
  }
});

test('addresses that people make up are read, or are none', () => {
  assert.equal(placeOf(''), null);
  assert.equal(placeOf('#'), null);
  assert.equal(placeOf('#/'), null);
  assert.deepEqual(placeOf('#chess/moves=e2e4%20e7e5'), { game: 'chess', fen: null, moves: ['e2e4', 'e7e5'] });
  assert.deepEqual(placeOf('#chess/fen=a=b&nonesuch&moves='), { game: 'chess', fen: 'a=b', moves: [] });
  assert.deepEqual(placeOf('#chess/puzzle=none'), { game: 'chess', fen: null, moves: [] });
  assert.deepEqual(placeOf('#%E0%A4%A'), { game: '%E0%A4%A', fen: null, moves: [] });
});
