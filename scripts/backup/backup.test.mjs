import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { runningCommand } from '../lib/processes.mjs';
import { projectDir } from '../lib/project.mjs';
import { claimRun } from '../lib/run-file.mjs';

let folder, data, file, programs;

beforeEach(() => {
  programs = [];
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
      env: { ...process.env, PATH: [...programs, process.env.PATH].join(delimiter) },
    },
  );
  return { status, output: stdout };
}
/** From now on `tar` does something before, in a shell. */
function beforeTar(script) {
  programs = [join(folder, 'programs')];
  mkdirSync(programs[0], { recursive: true });
  const { stdout } = spawnSync('sh', ['-c', 'command -v tar'], { encoding: 'utf8' });
  const program = join(programs[0], 'tar');
  writeFileSync(program, `#!/bin/sh\n${script}\nexec ${stdout.trim()} "$@"\n`, { mode: 0o755 });
}
const backup = (...args) => run('backup/backup.mjs', ...args);
const restore = (...args) => run('restore/restore-run.mjs', ...args);
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

  it('claims the data meanwhile, and lets them go', () => {
    beforeTar(`cp ${data}/run.json ${folder}/seen.json`);

    assert.equal(backup(file, '--data', data).status, 0);

    const { supervisor } = JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'));
    assert.match(supervisor.command, /backup\.mjs/);
    assert.equal(existsSync(join(data, 'run.json')), false);
  });

  it('is named by those who would start meanwhile', () => {
    beforeTar(
      `${process.execPath} ${join(projectDir, 'scripts/backup/backup.mjs')} ${file}.2 --data ${data} > ${folder}/said`,
    );

    assert.equal(backup(file, '--data', data).status, 0);

    assert.match(readFileSync(join(folder, 'said'), 'utf8'), /^Error: npm run backup already runs/);
  });

  it('leaves out the space that relay holds for a full disk', () => {
    put('relay/spool.sqlite', 'events');
    put('relay/spool.sqlite-reserve', 'random');

    assert.equal(backup(file, '--data', data).status, 0);

    const { stdout } = spawnSync('tar', ['-tzf', file, 'relay'], { encoding: 'utf8' });
    assert.deepEqual(stdout.trim().split('\n').sort(), ['relay/', 'relay/spool.sqlite']);
  });

  it('takes what somebody has moved to another disk and left a link to', () => {
    mkdirSync(join(folder, 'disk'));
    writeFileSync(join(folder, 'disk/book'), 'long');
    symlinkSync(join(folder, 'disk'), join(data, 'translate'));

    assert.equal(backup(file, '--data', data).status, 0);

    const { stdout } = spawnSync('tar', ['-xOzf', file, 'translate/book'], { encoding: 'utf8' });
    assert.equal(stdout, 'long');
  });

  it('removes what it has begun when it is told to end', () => {
    beforeTar('kill -TERM $PPID; exec sleep 60');

    const { status, output } = backup(file, '--data', data);

    assert.equal(status, 1);
    assert.match(output, /Error: Interrupted: nothing was written/);
    assert.deepEqual(entries(folder), ['data', 'programs']);
    assert.equal(existsSync(join(data, 'run.json')), false);
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

  it('refuses links, devices and programs that run with the rights of their owner, and leaves nothing', () => {
    for (const make of [
      () => symlinkSync('/etc', join(data, 'relay')),
      () => spawnSync('mkfifo', [join(data, 'relay')]),
      () => {
        writeFileSync(join(data, 'relay'), '');
        chmodSync(join(data, 'relay'), 0o4755);
      },
    ]) {
      make();
      const hostile = join(folder, 'hostile.tar.gz');
      spawnSync('tar', ['-czf', hostile, '-C', data, 'postgres', 'relay']);
      rmSync(join(data, 'relay'));

      assert.match(
        restore(hostile, '--data', other).output,
        /is no backup of npm start: it holds relay/,
      );
      assert.equal(existsSync(other), false);
    }
  });

  it('refuses what the disk has no room for before it unpacks', () => {
    const big = join(data, 'relay');
    openSync(big, 'w');
    truncateSync(big, 8 * 2 ** 40);
    const bomb = join(folder, 'bomb.tar.gz');
    spawnSync('tar', ['--sparse', '-czf', bomb, '-C', data, 'postgres', 'relay']);
    rmSync(big);

    assert.match(
      restore(bomb, '--data', other).output,
      /Error: It needs \d+ MB, and .* has \d+ MB free/,
    );
    assert.equal(existsSync(other), false);
  });

  it('leaves nothing of an archive that could not be unpacked', () => {
    beforeTar('case "$*" in *--extract*) echo full >&2; exit 2 ;; esac');

    assert.match(restore(file, '--data', other).output, /Error: tar: full/);

    assert.deepEqual(entries(other), ['manifest.json']);
  });

  it('is finished before anything starts or is kept, by the file that it was begun with', () => {
    mkdirSync(join(other, 'restore.draft'), { recursive: true });
    writeFileSync(join(other, 'restore.draft/is-whole'), '1 2');
    mkdirSync(join(other, 'postgres'));
    writeFileSync(join(other, 'postgres/PG_VERSION'), '18');

    for (const { status, output } of [
      backup(join(folder, 'b'), '--data', other),
      run('stack/stack.mjs', '--built', '--data', other),
    ]) {
      assert.equal(status, 1, output);
      assert.match(output, /^Error: A restore into .* was interrupted/);
    }
    assert.match(
      restore(file, '--data', other).output,
      /^Error: Another backup was being restored/,
    );
  });

  it('claims the data meanwhile', () => {
    beforeTar(`case "$*" in *--extract*) cp ${other}/run.json ${folder}/seen.json ;; esac`);

    assert.equal(restore(file, '--data', other).status, 0);

    const { supervisor } = JSON.parse(readFileSync(join(folder, 'seen.json'), 'utf8'));
    assert.match(supervisor.command, /restore-run\.mjs/);
    claimRun(other).release();
  });

  it('is removed by --reset when it was interrupted', () => {
    beforeTar('case "$*" in *--extract*) kill -KILL $PPID; exit 1 ;; esac');
    restore(file, '--data', other);
    assert.deepEqual(entries(other), ['manifest.json', 'restore.draft', 'run.json']);

    const { names } = JSON.parse(readFileSync(join(other, 'manifest.json'), 'utf8'));
    assert.ok(names.includes('restore.draft'));
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
