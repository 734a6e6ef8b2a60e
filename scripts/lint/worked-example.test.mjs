import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

import { projectDir } from '../lib/project.mjs';

test('the worked example of CONTRIBUTING.md can be applied', () => {
  // Whoever owns the clone: git is only to read a difference here.
  const args = ['-c', 'safe.directory=*', 'apply', '--check', 'docs/worked-example.diff'];
  const { status, stderr } = spawnSync('git', args, { cwd: projectDir, encoding: 'utf8' });

  assert.equal(stderr, '');
  assert.equal(status, 0);
});
