import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { runningCommand } from '../lib/processes.mjs';
import { projectDir } from '../lib/project.mjs';
import { backup, beforeTar, data, entries, file, folder, prepareData, put } from './test-data.mjs';

prepareData();

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
    put('speech/relay/spool.sqlite-reserve', 'sound');

    assert.equal(backup(file, '--data', data).status, 0);

    const { stdout } = spawnSync('tar', ['-tzf', file, 'relay', 'speech/relay'], {
      encoding: 'utf8',
    });
    assert.deepEqual(stdout.match(/^.*[^/\n]$/gm).sort(), [
      'relay/spool.sqlite',
      'speech/relay/spool.sqlite-reserve',
    ]);
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
