import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { runningCommand } from './processes.mjs';
import { projectDir } from './project.mjs';

let folder, data, file;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sextant-backup-'));
  chmodSync(folder, 0o755); // as root, PostgreSQL's user must enter it
  [data, file] = [join(folder, 'data'), join(folder, 'backup.tar.gz')];
  put('postgres/PG_VERSION', '18');
  put('speech/audio', 'sound');
  put('dev-credentials.json', '{}');
  put('logs/relay.log', 'much');
  put('mine.txt', 'not of npm start');
});
afterEach(() => rmSync(folder, { recursive: true }));

function put(name, text) {
  mkdirSync(join(data, name, '..'), { recursive: true });
  writeFileSync(join(data, name), text);
}

/** Without what the script installs before: it is there. */
function run(script, ...args) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(projectDir, 'scripts', script), ...args],
    {
      encoding: 'utf8',
    },
  );
  return { status, output: stdout };
}
const backup = (...args) => run('backup.mjs', ...args);
const restore = (...args) => run('restore-run.mjs', ...args);
const entries = (path) => readdirSync(path).sort();

describe('npm run backup', () => {
  it('writes what npm start keeps, readable for its owner only', () => {
    const { status, output } = backup(file, '--data', data);

    assert.equal(status, 0, output);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const { stdout } = spawnSync('tar', ['-tzf', file], { encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\n').sort(), [
      ...['dev-credentials.json', 'postgres/', 'postgres/PG_VERSION', 'speech/', 'speech/audio'],
    ]);
    assert.deepEqual(entries(folder), ['backup.tar.gz', 'data']);
  });

  it('refuses while something runs with the data', () => {
    const process_ = { pid: process.pid, command: runningCommand(process.pid) };
    const gone = { pid: 1, command: 'gone' };
    for (const [supervisor, children, complaint] of [
      [process_, [], /npm start already runs/],
      [
        gone,
        [{ role: 'app', name: 'relay', ...process_ }],
        /^Error: relay \(process \d+\) still runs/,
      ],
    ]) {
      put('run.json', JSON.stringify({ supervisor, children }));

      const { status, output } = backup(file, '--data', data);

      assert.equal(status, 1);
      assert.match(output, complaint);
      assert.equal(existsSync(file), false);
    }
  });

  it('overwrites no file, and leaves no half one behind', () => {
    writeFileSync(file, 'mine');
    assert.match(backup(file, '--data', data).output, /is there: name a new file/);
    assert.equal(readFileSync(file, 'utf8'), 'mine');

    const nowhere = join(folder, 'no', 'folder.tar.gz');
    assert.match(backup(nowhere, '--data', data).output, /^Writing .*\nError: .*ENOENT/);
    assert.deepEqual(entries(folder), ['backup.tar.gz', 'data']);
  });

  it('refuses a folder without databases, and a call without a file', () => {
    assert.match(backup(file, '--data', folder).output, /^Error: There are no databases/);
    assert.match(backup('--data', data).output, /^Error: Give one file/);
    assert.match(backup('--help').output, /^Usage: npm run backup/);
  });
});

describe('npm run restore', () => {
  let other;
  beforeEach(() => {
    other = join(folder, 'other');
    assert.equal(backup(file, '--data', data).status, 0);
  });

  it('brings everything back into an empty folder, known to --reset', () => {
    const { status, output } = restore(file, '--data', other);

    assert.equal(status, 0, output);
    assert.deepEqual(entries(other), [
      'dev-credentials.json',
      'manifest.json',
      'postgres',
      'speech',
    ]);
    assert.equal(readFileSync(join(other, 'speech/audio'), 'utf8'), 'sound');
    const { names } = JSON.parse(readFileSync(join(other, 'manifest.json'), 'utf8'));
    assert.ok(
      ['postgres', 'speech', 'translate', 'dev-credentials.json'].every((name) =>
        names.includes(name),
      ),
    );
  });

  it('refuses where there are data', () => {
    const { status, output } = restore(file, '--data', data);

    assert.equal(status, 1);
    assert.match(
      output,
      /^Error: There are data in .* \(dev-credentials\.json, postgres, speech\)/,
    );
  });

  it('refuses what is cut off, of other programs or not there, and leaves nothing', () => {
    truncateSync(file, statSync(file).size - 20);
    assert.match(restore(file, '--data', other).output, /Error: tar: /);

    for (const [name, complaint] of [
      ['evil', /Error: .* is no backup of npm start: it holds evil/],
      ['speech', /Error: .* is no backup of npm start: no databases are in it/],
    ]) {
      put(`${name}/x`, '');
      const foreign = join(folder, `${name}.tar.gz`);
      spawnSync('tar', ['-czf', foreign, '-C', data, name]);
      assert.match(restore(foreign, '--data', other).output, complaint);
    }
    assert.match(restore(join(folder, 'none'), '--data', other).output, /none is not there/);
    assert.equal(existsSync(other), false);
  });

  it('goes on where it was killed: before it was unpacked, and while it was put in place', () => {
    mkdirSync(join(other, 'restore.draft'), { recursive: true });
    writeFileSync(join(other, 'restore.draft/postgres'), 'half');
    assert.equal(restore(file, '--data', other).status, 0);
    assert.equal(readFileSync(join(other, 'postgres/PG_VERSION'), 'utf8'), '18');

    const third = join(folder, 'third');
    mkdirSync(join(third, 'restore.draft/speech'), { recursive: true });
    mkdirSync(join(third, 'postgres'));
    writeFileSync(join(third, 'restore.draft/is-whole'), '');
    const { status, output } = restore(file, '--data', third);
    assert.equal(status, 0, output);
    assert.deepEqual(entries(third), ['manifest.json', 'postgres', 'speech']);
  });
});
