import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';

import { requireBuilt } from './require-built.mjs';

describe('a start that builds nothing', () => {
  const root = mkdtempSync(join(tmpdir(), 'built-'));
  after(() => rmSync(root, { recursive: true }));
  const put = (file) => {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), '');
  };
  const OUTPUTS = ['apps/relay/bundle/main.js', 'apps/relay/web/dist/index.html'];

  for (const absent of OUTPUTS) {
    it(`is refused without ${absent}, by its name`, () => {
      for (const file of OUTPUTS) put(file);
      rmSync(join(root, absent));

      assert.throws(() => requireBuilt(['relay'], root), {
        message: `Not built: ${absent}. Start without --built.`,
      });
    });
  }

  it('goes on with both', () => {
    for (const file of OUTPUTS) put(file);
    requireBuilt(['relay'], root);
  });
});
