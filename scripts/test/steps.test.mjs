import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';

import { runningCommand, signal, waitUntil } from '../lib/processes.mjs';
import { Steps } from './steps.mjs';

/** Runs one step, which writes the id of its process. */
const RUN = `
  import { Steps } from ${JSON.stringify(new URL('steps.mjs', import.meta.url).href)};
  await new Steps({}).run('A step', ['sh', '-c', 'echo $$ > "$0"; exec sleep 60', process.argv[1]]);
`;

describe('a step of npm test', () => {
  let folder;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'sextant-steps-'));
  });
  after(() => rmSync(folder, { recursive: true }));

  /** Begins a step, waits until it has written its ids, stops it and returns those that still run. */
  async function survivors(script, options) {
    const [pids, ready] = [join(folder, 'pids'), join(folder, 'ready')];
    rmSync(ready, { force: true });
    const steps = new Steps({ PIDS: pids, READY: ready }, options);
    const ended = steps.run('A step that takes long', ['sh', '-c', script]);
    await waitUntil(() => existsSync(ready), 5000);

    steps.stop();

    assert.equal(await ended, false);
    assert.equal(await steps.run('Another one', ['true']), false);
    const all = readFileSync(pids, 'utf8').trim().split('\n').map(Number);
    assert.equal(all.length, 2);
    const running = all.filter((pid) => runningCommand(pid) !== undefined);
    for (const pid of running) signal(pid, 'SIGKILL');
    return running.length;
  }

  it('ends with everything that it started', async () => {
    const script = 'sleep 60 & echo $$ > $PIDS; echo $! >> $PIDS; touch $READY; wait';

    assert.equal(await survivors(script), 0);
  });

  it('ends with what it started as a process group of its own', async () => {
    const script = `const { spawn } = require('node:child_process');
      const { pid } = spawn('sleep', ['60'], { detached: true, stdio: 'ignore' });
      require('node:fs').writeFileSync(process.env.PIDS, process.pid + '\\n' + pid);
      require('node:fs').writeFileSync(process.env.READY, '');
      setInterval(() => {}, 1000)`.replaceAll('\n', ' ');

    assert.equal(await survivors(`exec node -e "${script}"`), 0);
  });

  it('is killed, with everything that it started, when it does not end', async () => {
    const deaf = 'trap "" TERM; touch $READY; while :; do sleep 0.1; done';
    const script = `(${deaf}) & echo $$ > $PIDS; echo $! >> $PIDS; sleep 0.2; ${deaf}`;

    assert.equal(await survivors(script, { graceMs: 500 }), 0);
  });

  it('ends when npm test is killed', async () => {
    const file = join(folder, 'of-a-killed-one');
    const words = ['--input-type=module', '-e', RUN, file];
    const run = spawn(process.execPath, words, { stdio: 'ignore' });
    const pid = () => (existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0);
    assert.ok(await waitUntil(() => pid() !== 0, 20_000));

    run.kill('SIGKILL');
    await once(run, 'exit');

    const hasEnded = await waitUntil(() => runningCommand(pid()) === undefined, 10_000);
    if (!hasEnded) signal(pid(), 'SIGKILL');
    assert.equal(hasEnded, true);
  });

  it('tells its own exit code, and a command that is not there', async () => {
    const steps = new Steps({});

    assert.equal(await steps.run('One that is well', ['true']), true);
    assert.equal(await steps.run('One that is not', ['false']), false);
    assert.equal(await steps.run('One that is missing', ['/nowhere/program']), false);
  });

  it('has a deadline', async () => {
    const steps = new Steps({}, { deadlineMs: 100 });

    assert.equal(await steps.run('A step that takes long', ['sleep', '60']), false);
  });
});
