// Lessons: their steps, and where one stands.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { placeIn, stepsOf } from '../../page/game/lesson.js';

const ply = (move, comment) => ({ move, san: move, ...(comment ? { comment } : {}) });
const lesson = {
  comment: 'Begin.',
  plies: [ply('a'), ply('b', 'One.'), ply('c', 'Two.'), ply('d'), ply('e', 'Three.'), ply('f'), ply('g')],
};

test('a step ends where something is explained, and the last at the end', () => {
  assert.deepEqual(stepsOf(lesson), [
    { end: 2, comment: 'One.', isLearners: false },
    { end: 3, comment: 'Two.', isLearners: true },
    { end: 5, comment: 'Three.', isLearners: false },
    { end: 7, comment: '', isLearners: true },
  ]);
});

test('it is the learner who makes the last move of each second step', () => {
  const at = (played) => {
    const { done, count, told, next, isTurn } = placeIn(lesson, played);
    return [done, count, told, next?.end ?? null, isTurn];
  };
  assert.deepEqual(at(0), [0, 4, 'Begin.', 2, false]);
  assert.deepEqual(at(1), [0, 4, 'Begin.', 2, false]);
  assert.deepEqual(at(2), [1, 4, 'One.', 3, true]);
  assert.deepEqual(at(3), [2, 4, 'Two.', 5, false]);
  assert.deepEqual(at(5), [3, 4, 'Three.', 7, false]);
  assert.deepEqual(at(6), [3, 4, 'Three.', 7, true]);
  assert.deepEqual(at(7), [4, 4, '', null, false]);
});
