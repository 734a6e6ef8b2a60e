import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { projectDir } from '../lib/project.mjs';

const READ = `
  const { readChangedFiles } = await import('./scripts/test/changed.mjs');
  console.log(JSON.stringify(await readChangedFiles()));
`;
const PERSON = ['-c', 'user.name=A', '-c', 'user.email=a@example.com'];

describe('what has changed', () => {
  const root = mkdtempSync(join(tmpdir(), 'changed-'));
  const folder = join(root, 'a repository', 'workspace');
  const env = { ...process.env, GIT_CEILING_DIRECTORIES: root };
  const node = (cwd, ...words) =>
    spawnSync(process.execPath, words, { cwd, env, encoding: 'utf8' });
  const git = (...words) =>
    execFileSync('git', [...PERSON, ...words], { cwd: folder, env, encoding: 'utf8' }).trim();
  const commit = () => {
    git('add', '.');
    git('commit', '--quiet', '-m', 'test: one');
    return git('rev-parse', 'HEAD');
  };
  const read = (cwd = folder) => JSON.parse(node(cwd, '--input-type=module', '-e', READ).stdout);

  before(() => {
    mkdirSync(folder, { recursive: true });
    const own = { recursive: true, filter: (path) => !path.includes('node_modules') };
    cpSync(join(projectDir, 'scripts'), join(folder, 'scripts'), own);
    cpSync(join(projectDir, 'nx.json'), join(folder, 'nx.json'));
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ workspaces: [] }));
  });
  after(() => rmSync(root, { recursive: true }));

  it('is not known without a repository, which is told', () => {
    const { status, stdout } = node(folder, 'scripts/test/test.mjs', '--changed');

    assert.equal(status, 1);
    assert.match(stdout, /^Error: --changed asks git .* cannot say: .*not a git repository/s);
  });

  it('is nothing at a commit of the main branch: nothing is installed for that', () => {
    git('init', '--quiet', '--initial-branch=main', '..');
    const head = commit();

    const { status, stdout } = node(folder, 'scripts/test/test.mjs', '--changed');

    const line = `Nothing has changed since ${head.slice(0, 12)}: there is nothing to test.\n`;
    assert.deepEqual([status, stdout], [0, line]);
  });

  it('has names from the workspace, whatever their letters, and both places of what was moved', () => {
    writeFileSync(join(folder, 'scripts', 'señal "1".test.mjs'), '');
    renameSync(join(folder, 'scripts/lib/ports.mjs'), join(folder, 'ports.mjs'));
    git('add', '.');

    const expected = ['ports.mjs', 'scripts/lib/ports.mjs', 'scripts/señal "1".test.mjs'];
    assert.deepEqual(read().files.toSorted(), expected);
  });

  it('is compared with the main branch of where a clone comes from, if it has none of its own', () => {
    const base = git('rev-parse', 'HEAD');
    git('checkout', '--quiet', '-b', 'other');
    commit();
    const clone = join(root, 'clone');
    git('clone', '--quiet', join(folder, '..'), clone);

    const { isBranch, base: found, files } = read(join(clone, 'workspace'));
    assert.deepEqual([isBranch, found, files.length], [true, base, 3]);
  });

  it('is what was not committed alone where there is no such branch, which is told', () => {
    const clone = join(root, 'single');
    git('clone', '--quiet', '--single-branch', '-b', 'other', join(folder, '..'), clone);

    const { stdout } = node(join(clone, 'workspace'), 'scripts/test/test.mjs', '--changed');

    assert.match(stdout, /^There is no main branch to compare with/);
  });
});
