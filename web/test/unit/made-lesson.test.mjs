// Lessons made of the rules: each chapter shows what it says, by a move that is legal.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { Rules, hasWritten, text } from '../support.mjs';
import { chapterOf, placeIn } from '../../page/game/lesson.js';
import { madeLesson } from '../../page/game/made-lesson.js';
import { examplesIn, gamesIn } from '../../page/game/texts.js';

const options = { skip: hasWritten ? false : 'the module is not built' };
const EXAMPLES = ['', '-recipes'].flatMap((page) => examplesIn(text(`docs/games-as-files${page}.md`)));

/** The rules and the lesson of an example. @param {string} rules */
async function taught(rules) {
  const [name] = gamesIn(rules);
  const game = await Rules.load(name, { rules });
  const call = async (/** @type {string} */ _, /** @type {any} */ { call, ...takes }) => game.call(call, takes);
  const record = await madeLesson(/** @type {any} */ ({ call }), name);
  const chapters = record.lesson?.chapters ?? [];
  const found = chapters.map(({ fen, plies: [{ move }] }) => {
    const { view } = game.position(fen);
    return { view, move: view.legal.find((/** @type {any} */ one) => one.text === move) };
  });
  return { game, record, chapters, found };
}

for (const rules of EXAMPLES) {
  test(
    `each kind of ${gamesIn(rules)[0]} has a chapter with a legal move, after which the game goes on`,
    options,
    async () => {
      const { game, chapters, found } = await taught(rules);
      const { kinds, startKinds } = game.variant;
      const names = kinds.filter(({ token }) => startKinds.includes(token)).map(({ name }) => name);
      const told = chapters.map(({ comment }) => comment.split(':')[0]);
      assert.deepEqual(
        names.slice(0, 10).filter((name) => !told.includes(name)),
        [],
      );
      for (const [index, { view, move }] of found.entries()) {
        assert.ok(move && view.outcome === null, chapters[index].fen);
        const position = game.position(chapters[index].fen);
        position.make(move.text);
        assert.equal(position.outcome, null);
        assert.ok(chapters[index].plies[0].comment);
      }
    },
  );
}

/** @param {string} name */
const example = (name) => EXAMPLES.find((rules) => gamesIn(rules)[0] === name) ?? '';

test('where captures change, they are what is shown', options, async () => {
  const { found } = await taught(example('takers'));
  assert.deepEqual(
    found.map(({ move }) => [move.isCapture, move.changesMover]),
    found.map(() => [true, true]),
  );
});

test('what is lent is shown by a move that needs it', options, async () => {
  const { game, found } = await taught(example('squires'));
  const lent = found.filter(({ view }) => view.pieces.some(({ lent }) => lent.length > 0));
  assert.equal(lent.length, 1);
  const [{ view, move }] = lent;
  const lenders = view.pieces.filter(({ token }) => token === 'N').map(({ square }) => square);
  const placed = view.pieces.filter(({ square }) => !lenders.includes(square));
  const pieces = Object.fromEntries(placed.map(({ square, token }) => [square, token]));
  const { fen } = game.call('setup', { pieces, castling: '-' });
  assert.ok(!game.position(fen).legalMoves().includes(move.text));
});

test('what vanishes is shown', options, async () => {
  const { found } = await taught(example('sparks'));
  const vanishing = found.filter(({ move }) => move.victims.some(({ isCaptured }) => !isCaptured));
  assert.deepEqual(
    vanishing.map(({ view, move }) => view.pieces.find(({ square }) => square === move.from).token),
    ['N', 'B', 'R'],
  );
});

test('the learner makes the move of each chapter, and the chapters are the steps', options, async () => {
  const { record, chapters } = await taught(example('takers'));
  const at = (/** @type {number} */ chapter, /** @type {number} */ played) => {
    const { lesson } = chapterOf(record, chapters, chapter);
    const { done, count, told, next, isTurn } = placeIn(/** @type {any} */ (lesson), played);
    return [done, count, told, next === null, isTurn];
  };
  const count = chapters.length;
  assert.deepEqual(at(0, 0), [0, count, chapters[0].comment, false, true]);
  assert.deepEqual(at(0, 1), [1, count, chapters[0].plies[0].comment, true, false]);
  assert.deepEqual(at(count - 1, 1), [count, count, chapters[count - 1].plies[0].comment, true, false]);
  assert.equal(chapterOf(record, chapters, 1).id, record.id);
});
