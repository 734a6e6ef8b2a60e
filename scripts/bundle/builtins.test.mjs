import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';

import { rolldown } from 'rolldown';

import { builtins } from './builtins.mjs';

const ENTRY = `
import http, { createServer } from 'node:http';
import * as path from 'path';
import { promises } from 'node:fs';
import { legacy } from './legacy.cjs';

const loaded = () => process.moduleLoadList.some((name) => name.endsWith('undici/undici'));
console.log(JSON.stringify({
  same: http.createServer === createServer && legacy(),
  file: path.join('a', 'b'),
  promises: typeof promises.readFile,
  loaded: loaded(),
  fetched: (await fetch('data:,x').then((answer) => answer.text())),
}));
`;
const LEGACY = `const Emitter = require('events');\nexports.legacy = () => new Emitter() instanceof Emitter;\n`;

test("Node's own modules are the same as by import, and bring no more than what is used", async () => {
  const folder = await mkdtemp(join(tmpdir(), 'builtins-'));
  try {
    await writeFile(join(folder, 'entry.mjs'), ENTRY);
    await writeFile(join(folder, 'legacy.cjs'), LEGACY);
    const build = await rolldown({
      input: join(folder, 'entry.mjs'),
      platform: 'node',
      plugins: [builtins()],
    });
    const file = join(folder, 'out.mjs');
    await build.write({ file, format: 'esm', strictExecutionOrder: true, codeSplitting: false });
    await build.close();

    const said = JSON.parse(execFileSync(process.execPath, [file]).toString());

    assert.deepEqual(said, {
      same: true,
      file: 'a/b',
      promises: 'function',
      loaded: false,
      fetched: 'x',
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
