import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';

import { projectDir } from '../lib/project.mjs';
import { chooseChanged } from './changed.mjs';

const projects = ['apps/relay', 'apps/speech', 'libs/platform/mail'].map((folder) => ({
  name: folder.replace(/.*\//, ''),
  folder,
}));
const names = (chosen) => chosen.projects.map(({ name }) => name);

test('a change in an app asks for all tests of that app', () => {
  const files = ['apps/relay/src/app.ts', 'apps/relay/test/app.e2e.ts'];

  const chosen = chooseChanged({ files, affected: ['relay'] }, projects);

  assert.deepEqual(names(chosen), ['relay']);
  assert.equal(chosen.tests, undefined);
  assert.equal(chosen.withE2e || chosen.withScripts, false);
});

test('a change in a library asks for the tests of all that depend on it', () => {
  const files = ['libs/platform/mail/src/smtp.ts'];

  const chosen = chooseChanged({ files, affected: ['mail', 'speech'] }, projects);

  assert.deepEqual(names(chosen), ['speech', 'mail']);
  assert.equal(chosen.tests, undefined);
});

test('where only tests have changed, they alone run', () => {
  const files = ['apps/relay/test/app.e2e.ts', 'apps/relay/src/spool/spool.spec.ts'];

  const chosen = chooseChanged({ files, affected: ['relay'] }, projects);

  assert.deepEqual(chosen.tests, files);
});

test('of e2e too', () => {
  const files = ['e2e/stack.e2e.ts'];

  const chosen = chooseChanged({ files, affected: ['e2e'] }, projects);

  assert.deepEqual([chosen.tests, chosen.withE2e], [files, true]);
});

test('what helps tests asks for all of them', () => {
  const files = ['apps/relay/test/app.e2e.ts', 'apps/relay/test/stub.ts'];

  assert.equal(chooseChanged({ files, affected: ['relay'] }, projects).tests, undefined);
});

test('the tests of a library that changed do not stand for those that depend on it', () => {
  const files = ['libs/platform/mail/src/smtp.spec.ts'];

  const chosen = chooseChanged({ files, affected: ['mail', 'speech'] }, projects);

  assert.equal(chosen.tests, undefined);
});

test('scripts and e2e are tested when their own files have changed', () => {
  const files = ['scripts/lib/ports.mjs', 'e2e/stack.ts'];

  const chosen = chooseChanged({ files, affected: [] }, projects);

  assert.deepEqual([chosen.withScripts, chosen.withE2e], [true, true]);
  assert.deepEqual(names(chosen), []);
});

test('where nothing has changed nothing is installed, and where git cannot say it is told so', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'changed-'));
  context.after(() => rmSync(folder, { recursive: true }));
  const own = { recursive: true, filter: (path) => !path.includes('node_modules') };
  cpSync(join(projectDir, 'scripts'), join(folder, 'scripts'), own);
  cpSync(join(projectDir, 'nx.json'), join(folder, 'nx.json'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: [] }));
  const git = (...words) => execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim();
  const ask = () => {
    const env = { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() };
    const words = ['scripts/test/test.mjs', '--changed'];
    return spawnSync(process.execPath, words, { cwd: folder, env, encoding: 'utf8' });
  };

  const without = ask();
  assert.equal(without.status, 1);
  assert.match(without.stdout, /^Error: --changed asks git .* cannot say: .*not a git repository/s);

  git('init', '--quiet', '--initial-branch=main');
  writeFileSync(join(folder, '.gitignore'), '');
  git('add', '.');
  git(
    '-c',
    'user.name=A',
    '-c',
    'user.email=a@example.com',
    'commit',
    '--quiet',
    '-m',
    'test: one',
  );
  const unchanged = ask();
  assert.equal(unchanged.status, 0);
  const head = git('rev-parse', 'HEAD').slice(0, 12);
  assert.equal(unchanged.stdout, `Nothing has changed since ${head}: there is nothing to test.\n`);
});
