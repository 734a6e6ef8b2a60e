import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

import { projectDir } from '../lib/project.mjs';

const CODE = `
  const { getOrInitializeCascadedLoader } = require('internal/modules/esm/loader');
  const { loadCache } = getOrInitializeCascadedLoader();
  const { beginFile, endFile } = require('./scripts/jest/once-per-worker.cjs');
  const names = () => [...loadCache.keys()].map((url) => url.split('/').at(-1)).sort();
  beginFile({});
  import('${pathToFileURL(projectDir)}/libs/platform/testing/src/metric-at.ts')
    .then(() => import('${pathToFileURL(projectDir)}/libs/platform/runtime/src/clock/index.ts'))
    .then(() => {
      const loaded = names();
      endFile();
      console.log(JSON.stringify({ loaded, kept: names() }));
    });`;

test('what was loaded for one file is let go when it ends, what all share is kept', () => {
  const flags = ['--expose-internals', '--no-warnings', '--eval', CODE];
  const answer = execFileSync(process.execPath, flags, { cwd: projectDir, encoding: 'utf8' });

  const { loaded, kept } = JSON.parse(answer);
  assert.ok(loaded.includes('metric-at.ts?run=1'), String(loaded));
  assert.deepEqual(
    kept,
    loaded.filter((name) => !name.includes('?run=')),
  );
  assert.ok(kept.includes('index.ts'), String(kept));
});
