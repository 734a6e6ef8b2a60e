import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { projectDir } from './project.mjs';

const HOUR_S = 3600;
const ASK =
  "const { areModulesCurrent } = await import('./scripts/lib/bootstrap.mjs'); console.log(areModulesCurrent());";

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
