// The engine as a player: what it does with its chances, and with an engine that ends.

import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { Opponent } from '../../page/engines/opponent.js';
import { settings } from '../../page/shell/settings.js';

const person = { kind: 'person', level: 20 };
const engine = { kind: 'engine', level: 3, thinking: 1 };

/** A game of a person with White against the engine, in which anything is legal. */
function tinyGame() {
  const listeners = new Set();
  const game = {
    ...{ variant: { name: 'tiny' }, players: { white: person, black: engine }, line: [], fen: null, outcome: null },
    get turn() {
      return game.line.length % 2 === 0 ? 'white' : 'black';
    },
    subscribe: (listener) => listeners.add(listener),
    tell: (change) => [...listeners].forEach((listener) => listener(change)),
    async answer(move) {
      game.line = [...game.line, move];
      game.tell({ type: 'move', advances: true });
    },
    end(outcome) {
      game.outcome = outcome;
      game.tell({ type: 'end' });
    },
  };
  return game;
}

/** Engines that say these chances of the side to move, one for each search; without any more, they end. */
function backendWith(chances) {
  const sent = [];
  return {
    sent,
    newEngine() {
      let hear = () => undefined;
      let end = () => undefined;
      return {
        send(line) {
          sent.push(line);
          if (!line.startsWith('go')) return;
          const next = chances.shift();
          if (!next) return end('it has ended');
          hear(`info depth 1 score cp 0 wdl ${next.join(' ')} nps 1 pv x`);
          hear('bestmove x');
        },
        onLine: (callback) => (hear = callback),
        onEnd: (callback) => (end = callback),
        stop() {},
        close() {},
      };
    },
  };
}

/** Lets time pass until something holds. */
async function until(holds) {
  while (!holds()) {
    mock.timers.tick(100);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** White moves, and the engine answers or gives up. */
async function move(game) {
  const { length } = game.line;
  await game.answer('w');
  await until(() => game.line.length === length + 2 || game.outcome);
}

// The engine's moves are held back for a while, so that they are seen.
mock.timers.enable({ apis: ['setTimeout'] });

const noClock = { times: null };
const [LOST, EVEN, WON] = [
  [0, 10, 990],
  [300, 400, 300],
  [900, 100, 0],
];

test('it resigns when it has seen no chance for three moves in a row, if it is asked to', async (context) => {
  context.after(() => settings.set('resigns', false));
  for (const resigns of [false, true]) {
    settings.set('resigns', resigns);
    const game = tinyGame();
    const backend = backendWith([LOST, LOST, EVEN, LOST, LOST, LOST]);
    const opponent = new Opponent(backend, game, noClock);
    for (let count = 0; count < 6; count += 1) await move(game);
    assert.equal(game.line.length, resigns ? 11 : 12);
    assert.equal(game.outcome?.result, resigns ? '1-0' : undefined);
    assert.equal(opponent.isThinking, false);
    assert.ok(backend.sent.includes('go movetime 1'));
    assert.ok(backend.sent.includes('setoption name Skill Level value 3'));
  }
});

test('it agrees to a draw late enough, and if it does not think that it is ahead', async () => {
  for (const [chances, agrees] of [
    [EVEN, true],
    [LOST, true],
    [WON, false],
  ]) {
    const game = tinyGame();
    game.line = Array.from({ length: 16 }, () => 'x');
    const opponent = new Opponent(backendWith([EVEN, chances]), game, noClock);
    await move(game);
    assert.equal(opponent.agreesToDraw, false, 'too early');
    await move(game);
    assert.equal(opponent.agreesToDraw, agrees);
    game.tell({ type: 'new' });
    assert.equal(opponent.agreesToDraw, false, 'nothing is known of a new game');
  }
});

test('an engine that ends twice is told, and starts again when it is asked', async () => {
  const game = tinyGame();
  const chances = [];
  const opponent = new Opponent(backendWith(chances), game, noClock);
  await game.answer('w');
  await until(() => opponent.failure);
  assert.equal(opponent.failure, 'it has ended');
  assert.equal(opponent.isThinking, false);
  chances.push(EVEN);
  opponent.consider();
  assert.equal(opponent.failure, null);
  await until(() => game.line.length === 2);
});
