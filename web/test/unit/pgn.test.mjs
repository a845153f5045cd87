// Records of games, as PGN has them and as the page has them.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { recordOfRead, writeGame } from '../../page/game/pgn.js';
import { people, recordOf } from '../../page/game/record.js';

const ply = (move, others = {}) => ({
  move,
  san: move.toUpperCase(),
  comment: '',
  glyphs: [],
  variations: [],
  ...others,
});

const read = (others = {}) => ({
  ...{ line: 1, tags: {}, game: 'chess', startFen: 'start', comment: '', plies: [], result: '*', error: null },
  ...others,
});

/** What the rules are asked to write. */
async function asked(record) {
  const levels = [{ skillLevel: 4, name: 'club' }];
  let request;
  await writeGame({ levels, call: async (game, question) => (request = { game, ...question }) }, record);
  return request;
}

/** A line with what was tried in it, in brackets. */
const written = (line) =>
  line.map(({ move, variations = [] }) => move + variations.map((tried) => `(${written(tried)})`).join('')).join(' ');

test('names, tags, result, comments, signs, clocks and variations come in and go out', async () => {
  const plies = [
    ply('a', { comment: '[%clk 0:03:02] well', glyphs: [1] }),
    ply('b', { variations: [[ply('c'), ply('d', { variations: [[ply('e')]] })], [ply('f')]] }),
  ];
  const tags = { White: 'Anderssen', Black: '?', Event: 'London', Annotator: 'x' };
  const record = recordOfRead(read({ plies, tags, comment: 'before', result: '1-0' }));
  assert.equal(record.players.white.name, 'Anderssen');
  assert.equal(record.players.black.name, undefined);
  assert.deepEqual(record.line[0], { move: 'a', san: 'A', comment: 'well', glyphs: [1], clock: 182_000 });
  assert.equal(written(record.line), 'a b(c d(e))(f)');
  assert.equal(record.length, 2);
  assert.deepEqual(record.ending, { result: '1-0', reason: 'as recorded', text: 'White wins' });
  const request = await asked(record);
  assert.deepEqual(request.plies, plies);
  assert.equal(request.comment, 'before');
  assert.equal(request.result, '1-0');
  assert.equal(request.tags.Event, 'London');
  assert.equal(request.tags.White, 'Anderssen');
  assert.equal(request.tags.Annotator, 'x');
  assert.equal(request.tags.Termination, undefined);
});

test('arrows and circles come in and go out, and what is no square of any board is left', async () => {
  const plies = [ply('a', { comment: '[%clk 0:03:02] [%csl Gd4][%cal Ge2e4,Gd7d5] well' })];
  const odd = ply('b', { comment: '[%cal Re2,Xx, e2e4] [%csl ]' });
  const record = recordOfRead(read({ plies: [...plies, odd], comment: '[%cal Ga1h8]' }));
  const drawn = [
    { from: 'd4', to: 'd4' },
    { from: 'e2', to: 'e4' },
    { from: 'd7', to: 'd5' },
  ];
  assert.deepEqual(record.line[0], { move: 'a', san: 'A', comment: 'well', drawn, clock: 182_000 });
  assert.deepEqual(record.line[1], { move: 'b', san: 'B', drawn: [{ from: 'e2', to: 'e2' }] });
  assert.deepEqual(record.drawn, [{ from: 'a1', to: 'h8' }]);
  assert.equal(record.comment, undefined);
  const request = await asked(record);
  assert.deepEqual(request.plies[0], plies[0]);
  assert.equal(request.comment, '[%cal Ga1h8]');
});

test('what was tried after the end goes out beside the last move, and comes back behind it', async () => {
  const record = recordOf({ game: 'chess', fen: null, moves: ['a', 'b', 'c', 'd'], players: people(), control: null });
  record.length = 2;
  record.ending = { result: '0-1', reason: 'by resignation', text: 'Black wins by resignation' };
  const request = await asked(record);
  assert.deepEqual(request.moves, ['a', 'b']);
  assert.equal(written(request.plies), 'a b(b c d)');
  assert.equal(request.tags.Termination, 'by resignation');
  const again = recordOfRead(read({ plies: request.plies, tags: request.tags, result: '0-1' }));
  assert.equal(written(again.line), 'a b c d');
  assert.equal(again.length, 2);
  assert.equal(again.ending.reason, 'by resignation');
});

test('variations in place of the first move of a variation stand beside it', () => {
  const record = recordOfRead(read({ plies: [ply('a', { variations: [[ply('b', { variations: [[ply('c')]] })]] })] }));
  assert.equal(written(record.line), 'a(b)(c)');
});

test('a game of the page goes out with its players, its day and its clocks', async () => {
  const players = { white: { kind: 'person', level: 20 }, black: { kind: 'engine', level: 4 } };
  const record = recordOf({ game: 'chess', fen: null, moves: ['a'], players, control: { minutes: 1, seconds: 0 } });
  record.begun = new Date(2026, 1, 3).getTime();
  record.line[0].clock = 3_725_000;
  const { tags, plies, result } = await asked(record);
  assert.equal(tags.White, 'Player');
  assert.equal(tags.Black, 'Vertumnus (club)');
  assert.equal(tags.Date, '2026.02.03');
  assert.equal(plies[0].comment, '[%clk 1:02:05]');
  assert.equal(result, '*');
});
