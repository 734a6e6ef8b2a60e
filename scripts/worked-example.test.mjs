import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { projectDir } from './project.mjs';

test('the worked example of CONTRIBUTING.md can be applied', () => {
  const { status, stderr } = spawnSync('git', ['apply', '--check', 'docs/worked-example.diff'], {
    cwd: projectDir,
    encoding: 'utf8',
  });

  assert.equal(stderr, '');
  assert.equal(status, 0);
});
