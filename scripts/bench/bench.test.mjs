import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { listBenches, renderPage } from '../../bench/lib/benchmarks-page.mjs';
import { projectDir } from '../lib/project.mjs';

const bench = (...args) =>
  spawnSync(process.execPath, [join(projectDir, 'scripts', 'bench', 'bench.mjs'), ...args], {
    encoding: 'utf8',
  });

test('every bench is in the list, and the list has nothing else', () => {
  const scripts = readdirSync(join(projectDir, 'bench'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => file.slice(0, -'.mjs'.length));

  assert.deepEqual(
    listBenches()
      .map(({ name }) => name)
      .sort(),
    scripts.sort(),
  );
});

test('--help says of each bench what it asks, beside what, how long, what it needs and its options', () => {
  const { status, stdout } = bench('--help');

  assert.equal(status, 0);
  for (const { name, question, peers, minutes, needs, options } of listBenches()) {
    assert.ok(stdout.includes(`  ${name}: about ${minutes} minute`), name);
    for (const part of [question, peers, needs, options]) assert.ok(stdout.includes(part), part);
  }
});

test('each of the six services can be compared with an earlier build of it', () => {
  const compared = readdirSync(join(projectDir, 'bench/lib/pairs'))
    .map((file) => file.slice(0, -'.mjs'.length))
    .filter((name) => listBenches().some((one) => one.name === name));

  assert.deepEqual(compared.sort(), [
    'auth',
    'ipt',
    'notifications',
    'relay',
    'speech',
    'translate',
  ]);
  assert.match(bench('--help').stdout, /--against COMMIT/);
});

test('an unknown bench is refused with the known ones', () => {
  const { status, stdout } = bench('translator');

  assert.equal(status, 1);
  assert.match(stdout, /No bench translator\. There are: translate, auth/);
});

test('docs/benchmarks.md is what the committed results say', async () => {
  const page = readFileSync(join(projectDir, 'docs', 'benchmarks.md'), 'utf8');

  assert.equal(page, await renderPage());
});
