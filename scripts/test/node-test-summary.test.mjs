import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { projectDir } from '../lib/project.mjs';

test('the counts of a run, and which of its files failed, for what', (t) => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'sextant-summary-')));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name, text) => {
    writeFileSync(join(folder, name), `import { describe, it } from 'node:test';\n${text}`);
    return join(folder, name);
  };
  const good = write('good.mjs', `it('holds', () => {}); it('waits', { skip: 'no moon' });`);
  const bad = write(
    'bad.mjs',
    `describe('ports', () => {
      it('are free', () => {});
      it('are told', () => { throw new Error('not so\\nat all'); });
    });`,
  );
  const results = join(folder, 'results.json');

  const { status } = spawnSync(
    process.execPath,
    [
      '--test',
      `--test-reporter=${join(projectDir, 'scripts', 'test', 'node-test-summary.mjs')}`,
      `--test-reporter-destination=${results}`,
      ...[good, bad],
    ],
    // A test's own runner would take the files for its own.
    { env: { ...process.env, NODE_TEST_CONTEXT: undefined }, cwd: folder },
  );

  assert.equal(status, 1);
  assert.deepEqual(JSON.parse(readFileSync(results, 'utf8')), {
    passed: 2,
    failed: 1,
    skipped: [{ name: 'waits', reason: 'no moon' }],
    figures: [],
    failedFiles: [{ file: bad, passed: 1, failed: 1, reasons: ['are told: not so'] }],
  });
});
