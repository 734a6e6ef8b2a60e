import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { runningCommand } from '../lib/processes.mjs';
import { projectDir } from '../lib/project.mjs';
import {
  backup,
  beforeScript,
  beforeTar,
  data,
  entries,
  file,
  folder,
  prepareData,
  put,
} from './test-data.mjs';

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

  it('refuses while a program runs with the data that no start has recorded', async (t) => {
    put('logs/relay.log', '');
    for (const options of [
      { cwd: join(data, 'postgres') },
      { stdio: ['ignore', openSync(join(data, 'logs/relay.log'), 'a'), 'ignore'] },
    ]) {
      const program = spawn('sleep', ['60'], { stdio: 'ignore', ...options });
      t.after(() => program.kill());
      await once(program, 'spawn');

      assert.match(backup(file, '--data', data).output, /^Error: sleep \(process \d+\) still runs/);

      program.kill();
      await once(program, 'exit');
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

  it('refuses a link that leads to nothing, and one that leads to a folder above it', () => {
    const link = join(data, 'translate');
    symlinkSync(join(folder, 'gone'), link);
    assert.match(
      backup(file, '--data', data).output,
      /^Error: .*translate is a link to nothing\. Mount the disk/,
    );

    rmSync(link);
    symlinkSync('..', join(data, 'speech', 'up'));
    assert.match(backup(file, '--data', data).output, /^Error: .*loop.*speech\/up/);
    assert.deepEqual(entries(folder), ['data']);
  });

  it('refuses a file within what is backed up', () => {
    symlinkSync(join(data, 'speech'), join(folder, 'link'));

    for (const place of [join(data, 'speech'), join(folder, 'link')]) {
      const { output } = backup(join(place, 'b.tar.gz'), '--data', data);

      assert.match(output, /^Error: .* lies in .*speech, which is backed up\./);
    }
    assert.deepEqual(entries(join(data, 'speech')), ['audio']);
  });

  it('is written where a file system has no links, over no other file', () => {
    const link = `Object.assign(new Error('EPERM: link'), { code: 'EPERM' })`;
    const fails = (before) =>
      `const real = fs.linkSync; fs.linkSync = (from, to) => { if (to !== '${file}') return real(from, to); ${before} throw ${link}; }`;

    beforeScript(fails(''));
    assert.equal(backup(file, '--data', data).status, 0);
    assert.deepEqual(entries(folder), ['backup.tar.gz', 'data', 'preload.mjs']);

    rmSync(file);
    beforeScript(fails(`fs.writeFileSync(to, 'mine');`));
    assert.match(backup(file, '--data', data).output, /is there: name a new file/);
    assert.equal(readFileSync(file, 'utf8'), 'mine');
  });

  it('removes what it has written when it is told to end while the disk takes it', () => {
    beforeScript(`
      const { sync } = handle;
      handle.sync = async function () {
        const alive = setTimeout(() => undefined, 60_000); // a process that waits for a signal alone ends
        process.kill(process.pid, 'SIGTERM');
        await once(process, 'SIGTERM');
        clearTimeout(alive);
        return sync.call(this);
      };`);

    const { status, output } = backup(file, '--data', data);

    assert.equal(status, 1, output);
    assert.match(output, /Error: Interrupted: nothing was written/);
    assert.deepEqual(entries(folder), ['data', 'preload.mjs']);
    assert.equal(existsSync(join(data, 'run.json')), false);
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
    rmSync(join(data, 'postgres/PG_VERSION'));
    assert.match(backup(file, '--data', data).output, /^Error: There are no databases/);
    assert.match(backup(file, '--data', '').output, /^Error: --data: no folder given/);
    assert.match(backup('--data', data).output, /^Error: Give one file/);
    assert.match(backup('--help').output, /^Usage: npm run backup/);
  });
});
