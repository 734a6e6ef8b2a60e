import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, it } from 'node:test';

import { noteInManifest } from '../lib/manifest.mjs';
import { checkArchive } from './archive.mjs';
import { claimRun } from '../lib/run-file.mjs';
import {
  backup,
  beforeTar,
  data,
  entries,
  file,
  folder,
  prepareData,
  put,
  restore,
  run,
} from '../backup/test-data.mjs';

prepareData();

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
      /^Error: There are data in .* \(dev-credentials\.json, postgres, speech\)\. Move away what npm start has not made/,
    );
    noteInManifest(data, ['dev-credentials.json', 'postgres', 'speech'], ['postgres']);
    assert.match(restore(file, '--data', data).output, /with npm start -- --reset --data \S+, or/);
  });

  it('refuses what is cut off, of other programs or not there, and leaves nothing', () => {
    truncateSync(file, statSync(file).size - 20);
    assert.match(
      restore(file, '--data', other).output,
      /Error: .* is no backup of npm start, or not whole: tar: /,
    );

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

  it('refuses a name behind a time that no calendar has', () => {
    put('my relay', 'foreign');
    const foreign = join(folder, 'foreign.tar');
    for (const words of [
      ['-cf', foreign, '-C', data, 'postgres'],
      ['-rf', foreign, `--mtime=@${2n ** 62n}`, '-C', data, 'my relay'],
    ]) {
      assert.equal(spawnSync('tar', words).status, 0);
    }
    assert.equal(spawnSync('gzip', [foreign]).status, 0);

    assert.match(
      restore(`${foreign}.gz`, '--data', other).output,
      /is no backup of npm start: it holds/,
    );
    assert.equal(existsSync(other), false);
  });

  it('refuses data that came while it checked the archive', () => {
    beforeTar(
      `case "$*" in *--list*) mkdir -p ${other}; echo mine > ${other}/kept-credentials.json ;; esac`,
    );

    const { status, output } = restore(file, '--data', other);

    assert.equal(status, 1);
    assert.match(output, /Error: There are data in .* \(kept-credentials\.json\)/);
    assert.deepEqual(entries(other), ['kept-credentials.json', 'manifest.json']);
  });

  it('refuses a link to a disk that is not there, before it begins', () => {
    mkdirSync(other);
    symlinkSync(join(folder, 'gone'), join(other, 'postgres'));

    assert.match(
      restore(file, '--data', other).output,
      /^Error: There are data in .* \(postgres\)/,
    );
    assert.deepEqual(entries(other), ['postgres']);
  });

  it('refuses an empty word for a folder, such as a variable that is not set', () => {
    assert.match(restore(file, '--data', '').output, /^Error: --data: no folder given\./);
    assert.match(restore(file, '--data', file).output, /^Error: --data: .* is a file\./);
  });

  it('ends with the first foreign name, however many follow', () => {
    beforeTar(`case "$*" in *--list*) yes -- '-rw-r--r-- 0/0 1 2026-01-01 00:00 evil' ;; esac`);

    assert.match(restore(file, '--data', other).output, /is no backup of npm start: it holds evil/);
  });

  it('counts the blocks and the files of the disk that small files take', async () => {
    const disk = { bavail: 4, bsize: 4096, files: 100, ffree: 5 };
    const check = (free) => checkArchive(file, other, { ...disk, ...free });

    await check({});
    await assert.rejects(check({ bavail: 2 }), /needs 1 MB, and .* has 1 MB free/);
    await assert.rejects(check({ ffree: 4 }), /holds 5 files, and the disk of .* takes 4 more/);
    await check({ files: 0, ffree: 0 });
  });

  it('brings back names that have line breaks of all kinds and other signs', () => {
    const names = ['a\nb', 'a\u2028b', 'a\rb', ' q"\'\\\t ', '-rf', 'a link to b'];
    for (const name of names) put(`relay/${name}`, name);
    const again = join(folder, 'again.tar.gz');
    assert.equal(backup(again, '--data', data).status, 0);

    const { status, output } = restore(again, '--data', other);

    assert.equal(status, 0, output);
    assert.deepEqual(entries(join(other, 'relay')), names.toSorted());
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
