// A lesson: a game with explanations that the learner plays. Its steps end where something is explained, and the last
// move of each second step is the learner's. Knows no screen.

import { recordOf } from './record.js';

/** @import { GameRecord, Ply } from './record.js' */

/**
 * What the learner is led through.
 * @typedef {object} Lesson
 * @property {string} comment what is told before the first move
 * @property {Ply[]} plies
 * @property {Chapter[]} [chapters] all positions of a lesson that has several, each with a move of the learner's
 * @property {number} [at] which of them this is
 */

/** @typedef {{ fen: string, comment: string, plies: Ply[] }} Chapter */

/**
 * @typedef {object} Step
 * @property {number} end how many plies of the lesson are played at its end
 * @property {string} comment what is explained there
 * @property {boolean} isLearners whether the learner makes its last move
 */

/**
 * The lesson that a game with explanations makes.
 * @param {GameRecord} read
 * @returns {GameRecord}
 */
export function lessonOf({ game, fen, players, tags, comment = '', line, length }) {
  const plies = line.slice(0, length);
  const begun = recordOf({ game, fen, moves: [], players, control: null, tags });
  return { ...begun, lesson: { comment, plies } };
}

/**
 * A lesson at one of its chapters.
 * @param {GameRecord} record
 * @param {Chapter[]} chapters
 * @param {number} at
 * @returns {GameRecord}
 */
export function chapterOf(record, chapters, at) {
  const { fen, comment, plies } = chapters[at];
  return { ...record, fen, line: [], length: 0, lesson: { comment, plies, chapters, at } };
}

/**
 * The steps of a lesson. Moves that nobody explains belong to the next that somebody does.
 * @param {Lesson} lesson
 * @returns {Step[]}
 */
export function stepsOf({ plies, chapters }) {
  const ends = plies.flatMap(({ comment }, index) => (comment || index === plies.length - 1 ? [index + 1] : []));
  const isLearners = (/** @type {number} */ index) => chapters !== undefined || index % 2 === 1;
  return ends.map((end, index) => ({ end, comment: plies[end - 1].comment ?? '', isLearners: isLearners(index) }));
}

/**
 * Where a lesson stands after so many of its plies.
 * @param {Lesson} lesson
 * @param {number} played
 * @returns {{ done: number, count: number, told: string, next: Step | null, isTurn: boolean }} `done` steps of `count`, what is
 *   told there, the step in which it is, if there is one left, and whether the learner is to move
 */
export function placeIn(lesson, played) {
  const { chapters, at = 0 } = lesson;
  const steps = stepsOf(lesson);
  const done = steps.filter(({ end }) => end <= played).length;
  const next = steps[done] ?? null;
  const told = done === 0 ? lesson.comment : steps[done - 1].comment;
  const isTurn = next !== null && next.isLearners && played === next.end - 1;
  // A chapter is one step.
  return { done: at + done, count: chapters?.length ?? steps.length, told, next, isTurn };
}
