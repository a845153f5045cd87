// The host for developers.

import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { test } from 'node:test';

import { serve } from '../../serve.mjs';

test('an address that is none is answered, and the host goes on', async () => {
  const { url, close } = await serve(fileURLToPath(new URL('../../page/', import.meta.url)));
  try {
    for (const path of ['games/%E0%A4%A', '%', '..%2f..%2fREADME.md', 'nonesuch.js']) {
      assert.equal((await fetch(url + path)).status, 404, path);
    }
    assert.equal((await fetch(url)).status, 200);
  } finally {
    await close();
  }
});
