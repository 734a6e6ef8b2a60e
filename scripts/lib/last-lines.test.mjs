import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, it } from 'node:test';

import { lastLines } from './children.mjs';

const folder = mkdtempSync(join(tmpdir(), 'sextant-lines-'));
after(() => rmSync(folder, { recursive: true }));

it('the last lines of a log are told, each by its beginning', () => {
  const file = join(folder, 'a.log');
  writeFileSync(file, `first\nsecond\n${'x'.repeat(3000)}\n`);

  assert.equal(lastLines(file, 2), `  | second\n  | ${'x'.repeat(300)}...`);
  assert.equal(lastLines(join(folder, 'none.log')), '');
});
