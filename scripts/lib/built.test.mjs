import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { buildOnce } from './built.mjs';

const [RELAY, SPEECH] = ['apps/relay', 'apps/speech'];

describe('what is built', () => {
  let root;
  let builds;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'sextant-built-'));
    builds = [];
    for (const file of [
      'apps/relay/src/main.ts',
      'apps/speech/src/main.ts',
      'libs/platform/data/src/x.ts',
    ])
      write(file);
    write('apps/relay/web/src/page.tsx');
    write('package-lock.json');
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const write = (file, text = 'one') => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  };
  const build = (folders = [RELAY, SPEECH]) =>
    buildOnce(
      folders,
      async (missing) => {
        builds.push(missing);
        for (const folder of missing)
          for (const output of ['dist/main.js', 'web/dist/page.js']) write(`${folder}/${output}`);
        write('libs/platform/data/dist/x.js');
      },
      root,
    );

  it('is not built again', async () => {
    await build();
    assert.equal(await build(), true);
    assert.equal(await build([SPEECH]), true);

    assert.deepEqual(builds, [[RELAY, SPEECH]]);
  });

  it('is built once by two at a time', async () => {
    assert.deepEqual(await Promise.all([build(), build()]), [true, true]);

    assert.deepEqual(builds, [[RELAY, SPEECH]]);
  });

  it('is built again where its own sources are others', async () => {
    await build();
    write('apps/relay/web/src/page.tsx', 'another');
    await build();

    assert.deepEqual(builds.at(-1), [RELAY]);
  });

  for (const file of ['libs/platform/data/src/x.ts', 'package-lock.json']) {
    it(`is built again in all projects where ${file} is another`, async () => {
      await build();
      write(file, 'another');
      await build();

      assert.deepEqual(builds.at(-1), [RELAY, SPEECH]);
    });
  }

  it('is built again where a source went', async () => {
    await build();
    rmSync(join(root, 'apps/relay/web/src/page.tsx'));
    await build();

    assert.deepEqual(builds.at(-1), [RELAY]);
  });

  for (const file of ['dist/main.js', 'web/dist/page.js']) {
    it(`is built again where ${file} went or was touched`, async () => {
      await build();
      rmSync(join(root, RELAY, file));
      await build();
      assert.deepEqual(builds.at(-1), [RELAY]);
      utimesSync(join(root, RELAY, file), 1, 1);
      await build();

      assert.deepEqual(builds.slice(1), [[RELAY], [RELAY]]);
    });
  }

  it('is no matter of tests, packages and results', async () => {
    await build();
    for (const file of [
      'test/x.spec.ts',
      'node_modules/a/index.js',
      '.test-results.json',
      'out-tsc/x.tsbuildinfo',
    ]) {
      write(`${RELAY}/${file}`);
    }
    await build();

    assert.equal(builds.length, 1);
  });

  it('is built again after a build that failed', async () => {
    assert.equal(await buildOnce([RELAY], async () => false, root), false);
    await assert.rejects(
      buildOnce([RELAY], () => Promise.reject(new Error('no')), root),
      /no/,
    );
    await build([RELAY]);

    assert.deepEqual(builds, [[RELAY]]);
  });

  it('is built again where nobody can read what was noted', async () => {
    await build();
    write('.nx/built.json', '{"apps/re');
    await build();

    assert.equal(builds.length, 2);
  });
});
