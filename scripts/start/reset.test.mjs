import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { writeCredentials } from '../stack/credentials.mjs';
import { parseFlags } from './flags.mjs';
import { noteRun, prepareHome } from '../stack/home.mjs';
import { noteInManifest, readManifest } from '../lib/manifest.mjs';
import { sharedPlace } from '../postgres/postgres-place.mjs';
import { runningCommand } from '../lib/processes.mjs';
import { claimRun } from '../lib/run-file.mjs';
import { reset } from './reset.mjs';

const GATEWAY = 'http://localhost:8080';
const CLAIM = `
  import { claimRun } from ${JSON.stringify(new URL('../lib/run-file.mjs', import.meta.url).href)};
  claimRun(process.argv[1]);
`;
const nobody = { isThere: false, ask: () => assert.fail('nobody is there') };
const answering = (answer) => ({ isThere: true, ask: async () => answer });

describe('the data of a start', () => {
  let folder, projectDir, dataDir, sharedRoot, shared, place;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-reset-'));
    projectDir = join(folder, 'clone');
    dataDir = join(projectDir, '.data');
    sharedRoot = join(folder, 'shared');
    shared = sharedPlace({ projectDir, dataDir, sharedRoot });
    place = { dataDir, isDataExplicit: false, projectDir, sharedRoot };
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const write = (...path) => {
    const file = join(...path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'x');
    return file;
  };
  /** As after a start, with databases in the data folder or in the shared place. */
  const started = (home = dataDir) => {
    noteRun(dataDir);
    prepareHome({ ...place, usesPostgres: false });
    noteInManifest(home, ['postgres', 'postgres-password', 'kept-credentials.json', 'speech']);
    write(dataDir, 'logs', 'relay.log');
    write(home, 'postgres', 'PG_VERSION');
    write(home, 'speech', 'sample.wav');
  };

  describe('is removed by --reset', () => {
    it('where the manifest names it; what others keep there stays', async () => {
      const others = write(dataDir, 'services', 'redis.log');
      started();

      assert.equal(await reset({ ...place, yes: true }, nobody), 0);

      assert.deepEqual(readdirSync(dataDir), ['services']);
      assert.equal(existsSync(others), true);
    });

    it('and what stays is named', () => {
      write(dataDir, 'relay', 'spool.sqlite');
      started();
      const program = new URL('start.mjs', import.meta.url).pathname;

      const args = [program, '--reset', '--yes', '--data', dataDir];
      const { stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });

      assert.match(stdout, /npm start did not make these, they stay in .*: relay\.\n$/);
    });

    it('wherever it lies', async () => {
      started(shared);
      noteInManifest(dirname(shared), ['postgres-18.4.0']);
      write(dirname(shared), 'postgres-18.4.0', 'bin', 'postgres');

      await reset({ ...place, yes: true }, nobody);

      assert.equal(existsSync(dirname(shared)), false);
      assert.equal(existsSync(dataDir), false);
    });

    it('also after somebody has removed the data folder', async () => {
      started(shared);
      rmSync(dataDir, { recursive: true });

      await reset({ ...place, yes: true }, nobody);

      assert.equal(existsSync(shared), false);
    });

    it('but not what was there before the first start', async () => {
      const before = write(dataDir, 'logs', 'of-another-program.log');
      started();

      await reset({ ...place, yes: true }, nobody);

      assert.equal(existsSync(before), true);
    });

    it('nor that after the second start, which finds the credentials of the first', async () => {
      const before = [
        write(dataDir, 'logs', 'of-another-program.log'),
        write(dataDir, 'speech', 'a-recording.wav'),
      ];
      started();
      write(dataDir, 'dev-credentials.json');
      write(dataDir, 'postgres-password');
      started();

      await reset({ ...place, yes: true }, nobody);

      assert.deepEqual(before.map(existsSync), [true, true]);
    });

    it('once somebody at the terminal has said yes', async () => {
      started();

      assert.equal(await reset(place, answering('')), 1);
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
      assert.equal(await reset(place, answering('y')), 0);
      assert.equal(existsSync(dataDir), false);
    });

    it('never when a start has come while the question was open', async () => {
      started();
      const run = { pid: process.pid, command: runningCommand(process.pid) };
      const starting = async () => {
        writeFileSync(
          join(dataDir, 'run.json'),
          JSON.stringify({ supervisor: { pid: 1, command: 'gone' }, children: [run] }),
        );
        return 'y';
      };

      await assert.rejects(
        reset(place, { isThere: true, ask: starting }),
        /Processes use this data/,
      );
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
    });

    it('never under a start that comes while it removes: that one is refused', async (test) => {
      started();
      const remove = fs.rmSync;
      const starts = [];
      const restore = () => {
        fs.rmSync = remove;
        syncBuiltinESMExports();
      };
      test.after(restore);
      fs.rmSync = (path, ...rest) => {
        if (String(path).startsWith(join(dataDir, 'postgres'))) {
          const words = ['--input-type=module', '-e', CLAIM, dataDir];
          starts.push(spawnSync(process.execPath, words, { encoding: 'utf8' }));
        }
        return remove(path, ...rest);
      };
      syncBuiltinESMExports();

      assert.equal(await reset(place, answering('y')), 0);

      restore();
      assert.equal(starts.length > 0, true);
      for (const { status, stderr } of starts) {
        assert.notEqual(status, 0);
        assert.match(stderr, new RegExp(`already runs with .*: process ${process.pid}`));
      }
      assert.equal(existsSync(dataDir), false);
    });

    it('and is named by a start that comes meanwhile', async () => {
      started();
      const words = ['-e', 'setTimeout(() => {}, 60_000)', 'scripts/start/start.mjs', '--reset'];
      const child = spawn(process.execPath, words, { stdio: 'ignore' });
      await once(child, 'spawn');
      const supervisor = { pid: child.pid, command: runningCommand(child.pid) };
      writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ supervisor, children: [] }));

      assert.throws(() => claimRun(dataDir), /^Error: npm start -- --reset already runs with/);
      child.kill('SIGKILL');
      await once(child, 'exit');
    });

    it('also where the manifest is gone, once somebody has looked at the list', async () => {
      started();
      rmSync(join(dataDir, 'manifest.json'));
      write(dataDir, 'run.json');

      await assert.rejects(reset({ ...place, yes: true }, nobody), /remove it by hand/);
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
      assert.equal(await reset({ ...place, yes: true }, answering('y')), 0);
      assert.equal(existsSync(dataDir), false);
    });

    it('in whatever order: its manifest is there until all else is gone', async (test) => {
      started();
      const remove = fs.rmSync;
      const restore = () => {
        fs.rmSync = remove;
        syncBuiltinESMExports();
      };
      test.after(restore);
      fs.rmSync = (path, ...rest) => {
        if (path === join(dataDir, 'speech')) throw new Error('EIO');
        return remove(path, ...rest);
      };
      syncBuiltinESMExports();
      await assert.rejects(reset({ ...place, yes: true }, nobody), /speech cannot be removed: EIO/);
      restore();

      assert.equal(await reset({ ...place, yes: true }, nobody), 0);

      assert.equal(existsSync(dataDir), false);
    });

    it('never while a start supervises it that has no children yet', async () => {
      started();
      const child = spawn('sleep', ['60'], { stdio: 'ignore' });
      await once(child, 'spawn');
      const supervisor = { pid: child.pid, command: runningCommand(child.pid) };
      writeFileSync(join(dataDir, 'run.json'), JSON.stringify({ supervisor, children: [] }));

      await assert.rejects(
        reset({ ...place, yes: true }, nobody),
        new RegExp(`process ${child.pid}`),
      );
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
    });

    it('never without a terminal and without --yes', async () => {
      started();

      await assert.rejects(reset(place, nobody), /no terminal.*--yes/);
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
    });

    it('never through a link: neither an entry nor the folder itself', async () => {
      started();
      const elsewhere = write(folder, 'elsewhere', 'file');
      rmSync(join(dataDir, 'speech'), { recursive: true });
      symlinkSync(dirname(elsewhere), join(dataDir, 'speech'));

      await assert.rejects(reset({ ...place, yes: true }, nobody), /speech is a symbolic link/);
      assert.equal(existsSync(join(dataDir, 'postgres')), true);

      const linked = join(folder, 'linked');
      symlinkSync(dataDir, linked);
      const byLink = { ...place, dataDir: linked, isDataExplicit: true, yes: true };
      await assert.rejects(reset(byLink, nobody), /linked is a symbolic link/);
      assert.equal(existsSync(elsewhere), true);
    });

    it('never outside of its folder, whatever a manifest names', async () => {
      started();
      const outside = write(folder, 'outside');
      const names = ['../../outside', '..', '.', '/etc', 'a/b', 'speech'];
      writeFileSync(join(dataDir, 'manifest.json'), JSON.stringify({ names }));

      assert.deepEqual(readManifest(dataDir), ['speech']);
      await reset({ ...place, yes: true }, nobody);

      assert.equal(existsSync(outside), true);
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
    });

    it('never while a recorded process runs', async () => {
      started();
      const ours = { role: 'app', name: 'relay', pid: process.pid };
      const child = { ...ours, command: runningCommand(process.pid) };
      const run = { supervisor: { pid: 1, command: 'gone' }, children: [child] };
      writeFileSync(join(dataDir, 'run.json'), JSON.stringify(run));

      await assert.rejects(
        reset({ ...place, yes: true }, nobody),
        new RegExp(`Processes use this data: ${process.pid} \\(`),
      );
    });

    it('never while a process writes its log there, recorded or not, by whatever path', async () => {
      started();
      const linked = join(folder, 'linked');
      symlinkSync(projectDir, linked);
      const byLink = { ...place, dataDir: join(linked, '.data'), isDataExplicit: true };
      const log = openSync(join(dataDir, 'logs', 'left-over.log'), 'a');
      const child = spawn('sleep', ['60'], { stdio: ['ignore', log, log] });
      await once(child, 'spawn');

      for (const named of [place, byLink]) {
        const refused = reset({ ...named, yes: true }, nobody);
        await assert.rejects(refused, new RegExp(`${child.pid} \\(sleep\\)`));
      }
      child.kill('SIGKILL');
      await once(child, 'exit');
      assert.equal(existsSync(join(dataDir, 'postgres')), true);
    });

    it('or nothing is, where no start has been', async () => {
      const file = write(dataDir, 'mine');

      assert.equal(await reset({ ...place, yes: true }, nobody), 0);

      assert.equal(existsSync(file), true);
    });

    it('by a flag that alone may have --yes', () => {
      assert.equal(parseFlags(['--reset', '--yes']).yes, true);
      assert.throws(() => parseFlags(['--yes']), /--yes belongs to --reset/);
    });
  });

  describe('stays together', () => {
    const credentials = () => join(dataDir, 'dev-credentials.json');
    const kept = () => join(shared, 'kept-credentials.json');
    const writeKeys = (options) =>
      writeCredentials({ file: credentials(), gateway: GATEWAY, ...options });
    const options = () => ({ keptFile: kept(), hasData: true });

    it('in the shared place, with what the services had kept in the data folder', () => {
      write(shared, 'postgres', 'PG_VERSION');
      write(dataDir, 'relay', 'spool.db');

      const home = prepareHome({ ...place, usesPostgres: true });

      // Only root has need of a shared place.
      if (process.getuid() !== 0) return assert.equal(home, dataDir);
      assert.equal(home, shared);
      assert.equal(existsSync(join(shared, 'relay', 'spool.db')), true);
      assert.equal(existsSync(join(dataDir, 'relay')), false);
    });

    it('with the credentials, which come back when their file is removed', () => {
      write(shared, 'postgres', 'PG_VERSION');
      mkdirSync(dataDir, { recursive: true });
      const first = writeKeys({ keptFile: kept() });
      rmSync(dataDir, { recursive: true });
      mkdirSync(dataDir);

      const second = writeKeys(options());

      assert.deepEqual(second, first);
      assert.deepEqual(JSON.parse(readFileSync(credentials(), 'utf8')), first);
    });

    it('or the start ends with the cure: credentials that are gone', () => {
      assert.throws(
        () => writeKeys(options()),
        /credentials that they were made with are gone\. Put .*dev-credentials\.json back, or .*--reset/,
      );
    });

    it('or the start ends with the cure: credentials of other databases', () => {
      mkdirSync(dataDir, { recursive: true });
      mkdirSync(shared, { recursive: true });
      writeKeys({ keptFile: kept() });
      rmSync(credentials());
      writeKeys({});

      assert.throws(
        () => writeKeys(options()),
        /another key_encryption_key .* Remove that file, and it is made anew from .*; or .*--reset/,
      );
    });
  });
});
