import assert from 'node:assert/strict';
import { mock, test } from 'node:test';

import { Clock, timeInWords } from '../../page/game/clock.js';

/** A game as the clock sees it, and a watch that goes as the test says. */
function game(control) {
  let now = 1000;
  mock.method(performance, 'now', () => now);
  mock.timers.enable({ apis: ['setInterval'] });
  const listeners = [];
  const state = {
    control,
    record: { line: [], length: 0, spent: 0 },
    startsWithBlack: false,
    outcome: null,
    get line() {
      return state.record.line.map(({ move }) => move);
    },
    note: (moves, notes) => Object.assign(state.record.line[moves.length - 1], notes),
    get turn() {
      return state.line.length % 2 === 0 ? 'white' : 'black';
    },
    subscribe: (listener) => listeners.push(listener),
    end(outcome) {
      state.outcome = outcome;
      listeners.forEach((listener) => listener({ type: 'end' }));
    },
  };
  const pass = (seconds) => {
    now += seconds * 1000;
    mock.timers.tick(100);
  };
  return {
    state,
    clock: new Clock(state),
    pass,
    move(seconds) {
      pass(seconds);
      state.record.line.push({ move: 'x' });
      state.record.length += 1;
      listeners.forEach((listener) => listener({ type: 'move', advances: true }));
    },
    back(count) {
      state.record.length -= count;
      state.record.line.length -= count;
      state.record.spent = 0;
      listeners.forEach((listener) => listener({ type: 'back' }));
    },
  };
}

/** The times of both in seconds. */
const seconds = ({ clock }) => [clock.times.white / 1000, clock.times.black / 1000];

const each = (title, body) =>
  test(title, () => {
    try {
      body();
    } finally {
      mock.timers.reset();
      mock.restoreAll();
    }
  });

each('a game without a control has no times', () => {
  assert.equal(game(null).clock.times, null);
});

each('the first move of each side is free, then time passes and moves add some', () => {
  const played = game({ minutes: 1, seconds: 2 });
  assert.deepEqual(seconds(played), [62, 62]);
  played.move(10);
  played.move(10);
  assert.deepEqual(seconds(played), [62, 62]);
  played.pass(5);
  assert.deepEqual(seconds(played), [57, 62]);
  played.move(5);
  assert.deepEqual(seconds(played), [54, 62], '10 spent and 2 added');
  played.move(20);
  assert.deepEqual(seconds(played), [54, 44]);
});

each('taking back gives the times of that position', () => {
  const played = game({ minutes: 1, seconds: 0 });
  for (const spent of [0, 0, 10, 20]) played.move(spent);
  assert.deepEqual(seconds(played), [50, 40]);
  played.back(2);
  assert.deepEqual(seconds(played), [60, 60]);
});

each('who has no time left has lost', () => {
  const played = game({ minutes: 1, seconds: 0 });
  for (const spent of [0, 0, 10]) played.move(spent);
  played.pass(61);
  assert.deepEqual(played.state.outcome, { result: '1-0', reason: 'on time', text: 'White wins on time' });
  assert.deepEqual(seconds(played), [50, 0]);
});

each('a game that is opened again has the times that it had, and those of a game that is over stand', () => {
  const played = game({ minutes: 1, seconds: 0 });
  for (const spent of [0, 0, 10]) played.move(spent);
  played.pass(5);
  played.clock.keep();
  const kept = structuredClone(played.state.record);
  mock.timers.reset();
  mock.restoreAll();
  const other = game({ minutes: 1, seconds: 0 });
  other.state.record = kept;
  assert.deepEqual(seconds(other), [50, 55]);
  other.pass(3);
  assert.deepEqual(seconds(other), [50, 52]);
  other.state.end({ result: '1-0', reason: 'by resignation', text: '' });
  other.pass(10);
  assert.deepEqual(seconds(other), [50, 52]);
});

test('times as people read them', () => {
  assert.equal(timeInWords(180_000), '3:00');
  assert.equal(timeInWords(61_200), '1:02');
  assert.equal(timeInWords(9_540), '0:09.5');
  assert.equal(timeInWords(0), '0:00.0');
});
