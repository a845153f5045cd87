// The rules come without the network, which only the engine loads.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { apart } from '../../apart.mjs';
import { compile, compileNetwork, games } from '../support.mjs';

/** @type {[game: string, network: string][]} */
const NETWORKS = games.map((game) => [game, `${game}/network.vnn`]);

for (const [game, file] of NETWORKS) {
  test(`${game}: the network is apart, and goes where it belongs`, async () => {
    const module = await compile(game);
    const host = Object.fromEntries(WebAssembly.Module.imports(module).map(({ name }) => [name, () => 0]));
    const exports = /** @type {any} */ ((await WebAssembly.instantiate(module, { host })).exports);
    const network = readFileSync(new URL(`../../../src/games/${file}`, import.meta.url));
    const find = () => Buffer.from(exports.memory.buffer).indexOf(network);
    assert.equal(find(), -1);
    await WebAssembly.instantiate(await compileNetwork(game), { game: exports });
    assert.ok(find() > 0);
  });
}

test('a module without the network is refused', async () => {
  // A module that has nothing but a page of memory, which it exports as `memory`.
  const memory = [7, 10, 1, 6, ...Buffer.from('memory'), 2, 0];
  const module = Buffer.from([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 5, 3, 1, 0, 1, ...memory]);
  await assert.rejects(apart(module, Buffer.from('network')), /has no such network/);
});
