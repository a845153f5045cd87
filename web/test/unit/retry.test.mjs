// A fault, tried again.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { lossOfAnother } from '../../page/panels/retry.js';

const verdict = (share, loss) => ({ score: { unit: 'cp', value: 0, chances: [share * 1000, 0, 0] }, loss });

test('another move loses what the best would have kept', () => {
  // White had 70% and has 40% after the fault.
  const close = (found, wanted) => assert.ok(Math.abs(found - wanted) < 1e-9, `${found}`);
  close(lossOfAnother('white', verdict(0.4, 0.3), 0.65), 0.05);
  close(lossOfAnother('white', verdict(0.4, 0.3), 0.8), 0);
  close(lossOfAnother('black', verdict(0.6, 0.2), 0.5), 0.1);
  close(lossOfAnother('black', verdict(0.6, 0.2), 0.4), 0);
});
