import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { nodeFlags, projectDir } from './project.mjs';

test('an image runs a service with the flags of `npm start`', () => {
  const dockerfile = readFileSync(join(projectDir, 'docker/Dockerfile'), 'utf8');
  const commands = dockerfile.match(/^CMD .*$/gm);

  assert.deepEqual(
    commands?.map((line) => JSON.parse(line.slice('CMD '.length))),
    [['node', ...nodeFlags, 'dist/main.js']],
  );
});
