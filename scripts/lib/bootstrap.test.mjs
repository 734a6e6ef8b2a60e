import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { projectDir } from './project.mjs';

const HOUR_S = 3600;
const ASK =
  "const { areModulesCurrent } = await import('./scripts/lib/bootstrap.mjs'); console.log(areModulesCurrent());";

/** As npm does it: what the lock file does not name goes from node_modules; `npm install` follows links for that. */
const NPM = `#!/bin/sh
if [ "$PWD" = "$WORKSPACE" ]; then
  echo "$*" >> npm-calls
  [ "$1" = ci ] || rm -rf node_modules/@azure/identity/node_modules
  rm -rf node_modules
  package=node_modules/of-this-machine
  case "$1" in ci) mkdir -p node_modules ;; *) mkdir -p $package; echo '{}' > $package/package.json ;; esac
else
  package=node_modules/@azure/identity
  mkdir -p $package
  echo '{"name": "@azure/identity", "bin": {"azure": "azure.js"}}' > $package/package.json
  mkdir -p $package/node_modules/nested
fi
echo '{}' > node_modules/.package-lock.json
`;
const BOOTSTRAP = `
  const { bootstrap } = await import('./scripts/lib/bootstrap.mjs');
  await bootstrap({ extras: process.argv.slice(1) });
`;

describe('the links of a group of extras', { skip: process.platform === 'win32' }, () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bootstrap-links-')));
  const folder = join(root, 'clone');
  after(() => rmSync(root, { recursive: true }));

  const put = (name, content) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(content));
  };
  const bootstrap = (...extras) => {
    const PATH = [root, process.env.PATH].join(delimiter);
    const options = { cwd: folder, env: { ...process.env, PATH, WORKSPACE: folder } };
    execFileSync(process.execPath, ['--input-type=module', '-e', BOOTSTRAP, ...extras], options);
    return ['@azure/identity', '.bin/azure'].map(isLinked);
  };
  const isLinked = (name) =>
    lstatSync(join(folder, 'node_modules', name), { throwIfNoEntry: false }) !== undefined;
  const calls = () => readFileSync(join(folder, 'npm-calls'), 'utf8').split('\n').length - 1;

  before(() => {
    cpSync(join(projectDir, 'scripts/lib'), join(folder, 'scripts/lib'), { recursive: true });
    put('package-lock.json', { packages: {} });
    put('scripts/extras/azure/package.json', { dependencies: { '@azure/identity': '1.0.0' } });
    put('scripts/extras/azure/package-lock.json', {});
    writeFileSync(join(root, 'npm'), NPM);
    chmodSync(join(root, 'npm'), 0o755);
  });

  it('are put again after npm has installed another lock file', () => {
    assert.deepEqual(bootstrap('azure'), [true, true]);

    put('package-lock.json', { packages: {}, version: 2 });

    assert.deepEqual(bootstrap(), [true, true]);
    assert.equal(calls(), 2);
  });

  it('are put again after npm has added what it had left out for an older Node', () => {
    const { platform, arch } = process;
    const ofThisMachine = { optional: true, os: [platform], cpu: [arch] };
    put('package-lock.json', { packages: { 'node_modules/of-this-machine': ofThisMachine } });

    assert.deepEqual(bootstrap(), [true, true]);
    assert.match(readFileSync(join(folder, 'npm-calls'), 'utf8'), /^install --no-save .*$/m);

    rmSync(join(folder, 'node_modules/of-this-machine'), { recursive: true });
    rmSync(join(folder, 'node_modules/.sextant-complete-hash'));

    assert.deepEqual(bootstrap(), [true, true]);
    assert.equal(calls(), 5);
    const nested = 'scripts/extras/azure/node_modules/@azure/identity/node_modules/nested';
    assert.equal(existsSync(join(folder, nested)), true);
  });

  it('are put again after somebody has run npm by hand', () => {
    rmSync(join(folder, 'node_modules/@azure'), { recursive: true });
    rmSync(join(folder, 'node_modules/.bin'), { recursive: true });

    assert.deepEqual(bootstrap(), [true, true]);
  });
});

describe('packages that stand in a folder', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'bootstrap-'));
    for (const part of ['scripts/lib', 'package.json', 'package-lock.json']) {
      cpSync(join(projectDir, part), join(folder, part), { recursive: true });
    }
    mkdirSync(join(folder, 'node_modules'));
    writeFileSync(join(folder, 'node_modules/.package-lock.json'), '{}');
  });
  after(() => rmSync(folder, { recursive: true }));

  const file = (name) => join(folder, name);
  const setAge = (name, hours) => {
    const seconds = Date.now() / 1000 - hours * HOUR_S;
    utimesSync(file(name), seconds, seconds);
  };
  const areCurrent = () =>
    execFileSync(process.execPath, ['--input-type=module', '-e', ASK], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();

  it('are those of a release before, whatever the age of the lock file that was unpacked over it', () => {
    writeFileSync(file('node_modules/.sextant-lock-hash'), 'of the release before');
    setAge('package-lock.json', 9);
    setAge('node_modules/.package-lock.json', 2);
    setAge('node_modules/.sextant-lock-hash', 1);

    assert.equal(areCurrent(), 'false');
  });

  it('are taken when somebody has installed them by hand since, and are known from then on', () => {
    setAge('node_modules/.package-lock.json', 0);

    assert.equal(areCurrent(), 'true');
    setAge('package-lock.json', 0);
    assert.equal(areCurrent(), 'true');
  });

  it('are not current when one of them is gone, whatever was noted', () => {
    const packages = { 'node_modules/gone': { version: '1.0.0' } };
    writeFileSync(file('node_modules/.package-lock.json'), JSON.stringify({ packages }));

    assert.equal(areCurrent(), 'false');
  });
});
