import assert from 'node:assert/strict';
import { test } from 'node:test';

import { withSecond } from './second-run.mjs';

const file = '/project/apps/relay/test/sinks/kafka.e2e.ts';
const first = {
  passed: 10,
  failed: 2,
  skipped: ['needs docker'],
  figures: ['7 vectors'],
  failedFiles: [{ file, passed: 3, failed: 2 }],
};
const nothing = { skipped: [], figures: [], failedFiles: [] };

test('the second run of a file counts instead of the first', () => {
  const results = withSecond(first, { ...nothing, passed: 5, failed: 0 });

  assert.deepEqual(results, { ...first, passed: 12, failed: 0, failedFiles: [] });
});

test('what fails again stays failed', () => {
  const failedFiles = [{ file, passed: 4, failed: 1 }];
  const results = withSecond(first, { ...nothing, passed: 4, failed: 1, failedFiles });

  assert.deepEqual(results, { ...first, passed: 11, failed: 1, failedFiles });
});

test('a second run that ended without results changes nothing', () => {
  assert.equal(withSecond(first, undefined), first);
});

test('a project without a failed file keeps its results', () => {
  const green = { ...nothing, passed: 4, failed: 0 };

  assert.equal(withSecond(green, { ...nothing, passed: 0, failed: 0 }), green);
});
