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

    const { missing, base: found, files } = read(join(clone, 'workspace'));
    assert.deepEqual([missing, found, files.length], [undefined, base, 3]);
  });

  const clone = (name, ...flags) => {
    const place = join(root, name);
    // By its URL: of a path git copies everything.
    git('clone', '--quiet', ...flags, `file://${join(folder, '..')}`, place);
    return join(place, 'workspace');
  };
  const changedIn = (workspace) => node(workspace, 'scripts/test/test.mjs', '--changed');

  it('is what was not committed alone where there is no such branch, which is told', () => {
    const workspace = clone('single', '--single-branch', '-b', 'other');
    writeFileSync(join(workspace, 'new'), '');

    assert.match(
      changedIn(workspace).stdout,
      /^There is no main branch to compare with: only what differs from [0-9a-f]{12} counts\.\n/,
    );
  });

  it('is not known where neither is anything else: the run fails, and names the command', () => {
    const { status, stdout } = changedIn(clone('whole', '--single-branch', '-b', 'other'));

    assert.equal(status, 1);
    assert.match(stdout, /^Error: There is no main branch .*\. Run: git fetch origin \+main:/);
  });

  it('is not known in a shallow clone either, and is after the command that is told', () => {
    const workspace = clone('shallow', '--depth=1', '-b', 'other');
    const { status, stdout } = changedIn(workspace);
    assert.equal(status, 1);
    const [, cure] = /^Error: There is no main branch .* Run: (git fetch --unshallow .*)$/m.exec(
      stdout,
    );

    execFileSync('sh', ['-c', `${cure} --quiet`], { cwd: workspace, env });

    const { missing, files } = read(workspace);
    assert.deepEqual([missing, files.length], [undefined, 3]);
  });

  it('is not known where main is there and the commit that both have is cut off', () => {
    const workspace = clone('cut', '--depth=1', '-b', 'other');
    const words = ['fetch', '--quiet', '--depth=1', 'origin', '+main:refs/remotes/origin/main'];
    execFileSync('git', words, { cwd: workspace, env });

    const { missing } = read(workspace);

    assert.match(missing.why, /^The commit at which this branch left main is not in this clone/);
    assert.match(missing.cure, /--unshallow/);
  });
});
