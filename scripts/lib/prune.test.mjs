import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';

import { EXTRAS } from './extra-names.mjs';
import { projectDir } from './project.mjs';
import { prune, prunedFrom, unusedFiles } from './prune.mjs';
import { UNUSED_FILES } from './unused-files.mjs';

const installed = ['.', ...EXTRAS.map((name) => join('scripts/extras', name))]
  .map((place) => join(projectDir, place, 'node_modules'))
  .filter((modules) => existsSync(modules));

/** Of packages that a rule is about. */
const NEEDED = [
  'monaco-editor/esm/vs/editor/editor.api.js',
  'harper.js/dist/harper_wasm_slim_bg.wasm',
  'harper.js/dist/slimBinary.js',
  '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
  '@expo-google-fonts/noto-sans/400Regular_Italic/NotoSans_400Regular_Italic.ttf',
  '@expo-google-fonts/noto-sans/700Bold/NotoSans_700Bold.ttf',
  '@expo-google-fonts/noto-sans/700Bold_Italic/NotoSans_700Bold_Italic.ttf',
  '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
  `onnxruntime-node/bin/napi-v6/${process.platform}/${process.arch}/onnxruntime_binding.node`,
  'highlight.js/es/core.js',
  '@visx/vendor/esm/d3-scale.js',
  'lucide-react/dist/esm/lucide-react.mjs',
  'typeorm/index.js',
  'pdf-lib/cjs/index.js',
  'pdf-lib/es/index.js',
  'ethers/lib.esm/index.js',
  '@safe-global/safe-smart-account/build/artifacts/contracts/Safe.sol/Safe.json',
];

describe('packages as they are installed', () => {
  it('have no file that nothing reads', () => {
    for (const modules of installed) {
      assert.deepEqual([...unusedFiles(modules)].slice(0, 3), [], modules);
    }
  });

  it('had some for each rule', () => {
    const pruned = Object.assign({}, ...installed.map(prunedFrom));
    // One for each kind of processor.
    const { platform, arch } = process;
    const isHere = ({ name }) =>
      name.startsWith('node-')
        ? existsSync(join(projectDir, 'scripts/extras/node/node_modules')) &&
          name === `node-${platform}-${arch}`
        : true;

    const idle = UNUSED_FILES.filter(isHere).filter(({ name }) => !(pruned[name] > 0));
    assert.deepEqual(
      idle.map(({ name }) => name),
      [],
    );
    assert.ok(pruned['*'] > 0);
  });

  it('have what is read', () => {
    const missing = NEEDED.filter((path) => !existsSync(join(projectDir, 'node_modules', path)));

    assert.deepEqual(missing, []);
  });
});

describe('pruning', () => {
  const root = mkdtempSync(join(tmpdir(), 'prune-'));
  const modules = join(root, 'node_modules');
  after(() => rmSync(root, { recursive: true, force: true }));

  const put = (path) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), 'x');
  };
  const isThere = (path) => existsSync(join(root, path));

  beforeEach(() => {
    rmSync(modules, { recursive: true, force: true });
    put('node_modules/a/a.js');
    put('node_modules/a/a.js.map');
    put('node_modules/a/node_modules/typeorm/browser/index.js');
    put('node_modules/a/node_modules/typeorm/index.js');
    put('node_modules/@safe-global/safe-smart-account/dist/x.js');
    put('node_modules/typeorm-like/browser/index.js');
    put('apps/b/dist/main.js.map');
    mkdirSync(join(modules, '@sextant'));
    symlinkSync('../../apps/b', join(modules, '@sextant/b'));
    prune(modules);
  });

  it('takes source maps, and what a rule names, at any depth', () => {
    assert.deepEqual(
      [
        'node_modules/a/a.js.map',
        'node_modules/a/node_modules/typeorm/browser/index.js',
        'node_modules/@safe-global/safe-smart-account/dist/x.js',
      ].filter(isThere),
      [],
    );
    assert.deepEqual(prunedFrom(modules), {
      '*': 1,
      typeorm: 1,
      '@safe-global/safe-smart-account': 1,
    });
  });

  it('leaves everything else, and what links lead to', () => {
    const kept = [
      'node_modules/a/a.js',
      'node_modules/a/node_modules/typeorm/index.js',
      'node_modules/typeorm-like/browser/index.js',
      'apps/b/dist/main.js.map',
    ];

    assert.deepEqual(kept.filter(isThere), kept);
  });

  it('adds to what went before', () => {
    put('node_modules/a/b.js.map');
    prune(modules);

    assert.equal(prunedFrom(modules)['*'], 2);
  });
});
