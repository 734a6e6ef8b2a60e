import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import { collect } from '../../docker/collect.mjs';

/** Each says in its own way that the package has a second file; none of them has another word that names something. */
const SPELLINGS = {
  star: "export * from './second.js';",
  named: "export {one} from './second.js';",
  close: "export*from'./second.js';",
  lines: "export\n{ one }\nfrom './second.js';",
  commented: "export { one } /* of */ from './second.js';",
  'commented-early': "export/* all */* from './second.js';",
  'commented-line': "export // all\n  * from './second.js';",
};

/** A service that imports packages, each of which has two files. */
function workspace(t, packages) {
  const root = mkdtempSync(join(tmpdir(), 'sextant-collect-'));
  t.after(() => rmSync(root, { recursive: true, force: true }));
  const put = (path, text) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const names = Object.keys(packages);
  const dependencies = Object.fromEntries(names.map((name) => [name, '1.0.0']));
  put('package.json', '{}');
  put('apps/one/package.json', JSON.stringify({ name: 'one', dependencies }));
  put('apps/one/bundle/packages.json', '[]');
  put('apps/one/bundle/package.json', '{"type":"module"}');
  put('apps/one/bundle/main.js', names.map((name) => `import '${name}';`).join('\n'));
  for (const [name, text] of Object.entries(packages)) {
    const folder = `node_modules/${name}`;
    put(`${folder}/package.json`, JSON.stringify({ name, type: 'module', main: 'first.js' }));
    put(`${folder}/first.js`, text);
    put(`${folder}/second.js`, 'export const one = 1;');
  }
  return root;
}

test('what a package names by any spelling of a re-export is in the image', async (t) => {
  const root = workspace(t, SPELLINGS);

  await collect({ root, service: 'one', out: join(root, 'out') });

  const missing = Object.keys(SPELLINGS).filter(
    (name) => !existsSync(join(root, 'out/packages/node_modules', name, 'second.js')),
  );
  assert.deepEqual(missing, []);
});

test('code that cannot be read is no image that lacks what it names', async (t) => {
  const root = workspace(t, { broken: "export * from './second.js'; )" });

  await assert.rejects(
    collect({ root, service: 'one', out: join(root, 'out') }),
    /broken\/first\.js as module/,
  );
});
