import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { it } from 'node:test';

import { withTemporaryFolder } from './temporary-folder.mjs';

const NOBODY = 65_534;

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

it('lends another where somebody else has taken its name', async (t) => {
  const owner = `/a/third/clone/${process.pid}`;
  const lend = () => withTemporaryFolder(owner, (folder) => [folder, readdirSync(folder)]);
  const be = (uid) => process.getuid() === 0 && process.seteuid(uid);
  be(NOBODY);
  const [taken] = await lend();
  be(0);
  t.after(() => {
    be(0);
    chmodSync(join(taken, 'of-another'), 0o700);
    rmSync(taken, { recursive: true });
  });
  mkdirSync(join(taken, 'of-another', 'file'), { recursive: true });
  chmodSync(join(taken, 'of-another'), 0o500);
  be(NOBODY);

  const [folder, found] = await lend();

  assert.notEqual(folder, taken);
  assert.deepEqual(found, []);
  assert.equal(existsSync(folder), false);
});

const mounting = process.getuid() !== 0 && 'mounting takes root';

it(
  'keeps what a run has found that left a disk mounted, and lends the next another',
  { skip: mounting },
  async (t) => {
    const owner = `/a/fourth/clone/${process.pid}`;

    const disk = await withTemporaryFolder(owner, (folder) => {
      mkdirSync(join(folder, 'disk'));
      execFileSync('mount', ['-t', 'tmpfs', 'none', join(folder, 'disk')]);
      t.after(() => {
        execFileSync('umount', [join(folder, 'disk')]);
        rmSync(folder, { recursive: true });
      });
      return join(folder, 'disk');
    });
    const next = await withTemporaryFolder(owner, (folder) => folder);

    assert.notEqual(next, dirname(disk));
    assert.equal(existsSync(next), false);
  },
);
