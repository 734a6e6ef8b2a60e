import assert from 'node:assert/strict';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { installSize } from './install-size.mjs';
import { projectDir } from './project.mjs';

const MOST_MIB = 1150;
const MOST_FILES = 65_000;

describe('what npm start installs', () => {
  const { mib, files } = installSize(projectDir);

  it(`takes at most ${MOST_MIB} MiB`, () => {
    assert.ok(mib > 100, `${mib} MiB: nothing is installed`);
    assert.ok(mib <= MOST_MIB, `${mib} MiB; docs/dependencies.md says what lies where`);
  });

  it(`is at most ${MOST_FILES} files`, () => {
    assert.ok(files > 10_000, `${files} files: nothing is installed`);
    assert.ok(files <= MOST_FILES, `${files} files`);
  });
});

describe('the measure', () => {
  let root;

  const put = (path, bytes) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), Buffer.alloc(bytes, 1));
  };

  before(() => {
    root = mkdtempSync(join(tmpdir(), 'install-size-'));
    const mib = 1024 * 1024;
    put('node_modules/a/a.js', 2 * mib);
    linkSync(join(root, 'node_modules/a/a.js'), join(root, 'node_modules/a/again.js'));
    put('node_modules/.cache/a', 2 * mib);
    put('apps/b/node_modules/c/c.js', 3 * mib);
    put('libs/platform/b/node_modules/c/c.js', mib);
    put('scripts/extras/node/node_modules/d/d.js', mib);
    put('scripts/extras/tests/node_modules/e/e.js', 5 * mib);
    symlinkSync('../scripts/extras/tests/node_modules/e', join(root, 'node_modules/e'));
  });
  after(() => rmSync(root, { recursive: true, force: true }));

  it('counts each file once, follows no link and leaves caches and what is installed later out', () => {
    const { mib, files } = installSize(root);

    assert.equal(files, 6);
    assert.ok(mib === 7 || mib === 8, `${mib} MiB`); // and the folders
  });
});
