import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, describe, expect, it } from '@jest/globals';
import { processorMsOf } from './processor-time.js';
import { StallWatch } from './stall-watch.js';

const STALL_MS = 300;

let child: ChildProcess;
afterEach(() => void child.kill('SIGKILL'));

const stalled = (code: string, pid = (): number | undefined => child.pid): Promise<number> => {
  child = spawn(process.execPath, ['-e', code]);
  const startMs = performance.now();
  return new Promise((resolve) => {
    new StallWatch(pid(), STALL_MS, () => resolve(performance.now() - startMs)).restart();
  });
};

/** On a busy machine one thread does not get a sixth of a core; so many do. */
const BUSY = `const { Worker } = require('node:worker_threads');
  for (let at = 0; at < 8; at += 1) new Worker('for (;;);', { eval: true });`;

describe('a process that says nothing', () => {
  it('hangs when it has used so much processor time', async () => {
    await stalled(BUSY);

    expect(processorMsOf(child.pid)).toBeGreaterThanOrEqual(STALL_MS);
  });

  it('has longer where it waits: a machine without time for it ends no job', async () => {
    expect(await stalled('setTimeout(() => 0, 60_000)')).toBeGreaterThan(5 * STALL_MS);
  });

  it('has that time by the clock where nobody knows what it has used', async () => {
    const nobody = 2 ** 22 + 1; // above what Linux gives

    expect(await stalled('', () => nobody)).toBeGreaterThanOrEqual(STALL_MS - 1);
  });
});
