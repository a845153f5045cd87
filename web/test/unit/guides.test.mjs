// The first games with explanations are legal, in the games that were built.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { GAMES } from '../../page/start/games.js';
import { readGames, recordOfRead } from '../../page/game/pgn.js';
import { Rules, games, text } from '../support.mjs';

for (const game of games.filter((name) => GAMES[name]?.hasGuide)) {
  test(`${game}: each move of the first game is legal, and much is explained`, async () => {
    const rules = await Rules.load(game);
    const backend = { games: [{ name: game }], call: async (_, { call, ...takes }) => rules.call(call, takes) };
    const read = await readGames(backend, text(`src/games/${game}/guide.pgn`), game);
    assert.equal(read.length, 1);
    assert.equal(read[0].error, null);
    assert.equal(read[0].game, game);
    const record = recordOfRead(read[0]);
    assert.ok(record.comment);
    assert.ok(record.line.filter(({ comment }) => comment).length >= 5);
    const position = rules.position(
      null,
      record.line.map(({ move }) => move),
    );
    assert.equal(position.outcome?.result ?? '*', read[0].result);
  });
}
