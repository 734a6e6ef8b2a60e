import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { after, afterEach, beforeEach, describe, it } from 'node:test';

import { installWhenMissing, isWhole } from './installing.mjs';
import { endsWithThis } from './npm.mjs';
import { runningCommand, waitUntil } from './processes.mjs';
import { StartError } from './project.mjs';

const lib = (name) => JSON.stringify(new URL(name, import.meta.url).href);
/** What npm start does: install once, one at a time. */
const START = `
  import { existsSync } from 'node:fs';
  import { installWhenMissing } from ${lib('installing.mjs')};
  import { cleanInstall } from ${lib('npm.mjs')};
  import { runMain } from ${lib('run-main.mjs')};
  await runMain(async () => {
    const isThere = () => existsSync('done');
    const install = () => cleanInstall(process.cwd());
    await installWhenMissing('Installing', isThere, install, process.cwd());
    return 0;
  });
`;
/** Writes its process id, starts a child, as npm starts the scripts of packages, and ends when the file `may-end` exists. */
const NPM = `#!/bin/sh
echo $$ >> npm-pids
sleep 600 &
echo $! >> npm-pids
while [ ! -e may-end ]; do sleep 0.05; done
kill $!
touch done
`;

describe('an installation', { skip: process.platform === 'win32' }, () => {
  const root = mkdtempSync(join(tmpdir(), 'installing-'));
  let folder;
  let count = 0;
  beforeEach(() => {
    folder = join(root, String((count += 1)));
    mkdirSync(folder);
    writeFileSync(join(folder, 'npm'), NPM);
    chmodSync(join(folder, 'npm'), 0o755);
  });
  after(() => rmSync(root, { recursive: true }));

  const start = () => {
    const env = { ...process.env, PATH: [folder, process.env.PATH].join(delimiter) };
    const options = { cwd: folder, env };
    const child = spawn(process.execPath, ['--input-type=module', '-e', START], options);
    const seen = { child, output: '', ended: once(child, 'exit') };
    child.stdout.setEncoding('utf8').on('data', (text) => (seen.output += text));
    return seen;
  };
  const pids = () => {
    try {
      return readFileSync(join(folder, 'npm-pids'), 'utf8').trim().split('\n').map(Number);
    } catch {
      return [];
    }
  };
  const haveBegun = (installations) => waitUntil(() => pids().length === 2 * installations, 20_000);
  const areRunning = () => pids().map((pid) => runningCommand(pid) !== undefined);
  // What a failed case leaves would keep the whole run waiting, which holds its output.
  afterEach(() => {
    for (const pid of pids()) if (runningCommand(pid) !== undefined) process.kill(pid, 'SIGKILL');
  });
  const letItEnd = () => writeFileSync(join(folder, 'may-end'), '');

  it('that is asked to end ends npm and what that has started, and says so', async () => {
    const only = start();
    assert.ok(await haveBegun(1));

    only.child.kill('SIGTERM');

    assert.deepEqual(await only.ended, [143, null]);
    assert.ok(await waitUntil(() => !areRunning().includes(true), 20_000)); // the kernel takes its time
    assert.match(only.output, /SIGTERM: npm was stopped/);
  });

  it('is made once by two starts at a time: the second waits, and says for whom', async () => {
    const first = start();
    assert.ok(await haveBegun(1));
    const second = start();
    assert.ok(await waitUntil(() => second.output.includes('waiting'), 20_000));

    letItEnd();

    assert.deepEqual(await Promise.all([first.ended, second.ended]), [
      [0, null],
      [0, null],
    ]);
    assert.equal(pids().length, 2);
    assert.equal(
      second.output,
      `Process ${first.child.pid} installs packages here: waiting for it.\n`,
    );
  });

  it('is refused in one line in a folder that is not there to be written to', async () => {
    writeFileSync(join(folder, 'file'), '');
    const isMissing = () => false;
    const install = () => assert.fail('nothing is to be installed');

    await assert.rejects(
      installWhenMissing('Installing', isMissing, install, join(folder, 'file')),
      ({ constructor, message }) =>
        constructor === StartError && /^Installing: ENOTDIR.*It has to be possible/.test(message),
    );
  });

  for (const name of ['SIGKILL', 'SIGQUIT']) {
    it(`ends with its start, by ${name} too, and what npm has started with it`, async () => {
      const first = start();
      assert.ok(await haveBegun(1));

      first.child.kill(name);

      assert.ok(await waitUntil(() => !areRunning().includes(true), 20_000));
      const second = start();
      assert.ok(await haveBegun(2));
      letItEnd();
      assert.deepEqual(await second.ended, [0, null]);
    });
  }
});

describe('a command that ends with its parent', { skip: process.platform === 'win32' }, () => {
  it('ends too when a signal comes as soon as it has begun', async () => {
    const words = ['sh', '-c', 'echo $$; kill -TERM $PPID; exec sleep 60'];
    const [program, ...args] = endsWithThis(words);
    const begun = Array.from({ length: 20 }, async () => {
      const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
      const ended = once(child, 'exit');
      const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
      return { pid: Number(line), exit: await ended };
    });

    const all = await Promise.all(begun);

    assert.deepEqual(
      all.map(({ exit }) => exit),
      all.map(() => [143, null]),
    );
    const isLeft = ({ pid }) => runningCommand(pid) !== undefined;
    assert.ok(await waitUntil(() => !all.some(isLeft), 20_000));
  });
});

describe('packages that npm has noted', () => {
  const root = mkdtempSync(join(tmpdir(), 'whole-'));
  after(() => rmSync(root, { recursive: true }));
  const put = (path, content = {}) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(content));
  };

  it('are missed when one of them is gone, or when npm did not come to its end', () => {
    const packages = { 'node_modules/one': {}, 'apps/relay/node_modules/two': {} };
    put('node_modules/one/package.json');
    put('apps/relay/node_modules/two/package.json');
    assert.equal(isWhole(root), false);
    put('node_modules/.package-lock.json', { packages });
    assert.equal(isWhole(root), true);

    rmSync(join(root, 'apps/relay/node_modules/two'), { recursive: true });

    assert.equal(isWhole(root), false);
  });

  for (const text of ['', '{"packages": {"node_mod', 'null']) {
    it(`are missed where npm's list is ${text || 'empty'}`, () => {
      put('node_modules/.package-lock.json');
      writeFileSync(join(root, 'node_modules/.package-lock.json'), text);

      assert.equal(isWhole(root), false);
    });
  }
});
