import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

import { withTemporaryFolder } from './temporary-folder.mjs';

it('lends an empty folder, and leaves nothing of it', async () => {
  const leave = async (folder) => {
    const found = readdirSync(folder);
    mkdirSync(join(folder, 'left'));
    writeFileSync(join(folder, 'left', 'file'), 'x');
    return { folder, found };
  };
  const owner = `/a/clone/${process.pid}`;

  const first = await withTemporaryFolder(owner, leave);
  mkdirSync(join(first.folder, 'of-a-killed-run'), { recursive: true });
  const second = await withTemporaryFolder(owner, leave);

  assert.deepEqual(second, { folder: first.folder, found: [] });
  assert.equal(existsSync(first.folder), false);
});

it('leaves nothing when the tests end with an error', async () => {
  const seen = [];
  const fails = withTemporaryFolder('/another/clone', async (folder) => {
    seen.push(folder);
    throw new Error('stopped');
  });

  await assert.rejects(fails, /stopped/);
  assert.deepEqual(seen.map(existsSync), [false]);
});
