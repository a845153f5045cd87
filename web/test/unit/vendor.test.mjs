// The library that is kept among the files of the page.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';

import { LIBRARY, library } from '../../vendor.mjs';

test('it is what `npm run vendor` makes of its packages, with their license, and not large', async () => {
  const kept = readFileSync(LIBRARY, 'utf8');
  assert.ok(kept === (await library()), 'npm run vendor makes another one');
  assert.match(kept, /^\/\*! CodeMirror[^]*Permission is hereby granted/);
  assert.ok(brotliCompressSync(kept).length < 100_000);
});
