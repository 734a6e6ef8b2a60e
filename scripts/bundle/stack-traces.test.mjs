import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';

const prelude = pathToFileURL(join(import.meta.dirname, 'stack-traces.mjs')).href;

/** What a module says whose first statement was on line 7 of `../src/a.ts`. */
function said(code, map) {
  const folder = mkdtempSync(join(tmpdir(), 'stack-traces-'));
  try {
    writeFileSync(join(folder, 'a.mjs'), code);
    if (map !== undefined) writeFileSync(join(folder, 'a.mjs.map'), JSON.stringify(map));
    const words = ['--import', prelude, join(folder, 'a.mjs')];
    return execFileSync(process.execPath, words, { encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('a stack leads to the line of the source', () => {
  const map = { version: 3, sources: ['../src/a.ts'], names: [], mappings: 'AAMA' };

  const stack = said('console.log(new TypeError("no").stack);', map);

  assert.match(stack, /^TypeError: no\n {4}at .*\/src\/a\.ts:7:13\n/);
});

test('without a map it is as it was', () => {
  const stack = said('console.log(new Error("no").stack);');

  assert.match(stack, /^Error: no\n {4}at file:.*\/a\.mjs:1:13\n/);
});
