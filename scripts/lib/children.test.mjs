import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, it } from 'node:test';

import { isRunning, stopProcess } from './processes.mjs';

const NAMELESS = "process.title = ''; setInterval(() => undefined, 1000); console.log('here')";

/** As Linux shows a process that is just beginning its program, and threads of the kernel. */
describe('a process whose command line is empty', { skip: process.platform !== 'linux' }, () => {
  let child;
  let recorded;
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  beforeEach(async () => {
    child = spawn(process.execPath, ['-e', NAMELESS], { detached: true });
    await once(child.stdout, 'data');
    recorded = { pid: child.pid, command: [process.execPath, '-e', NAMELESS].join(' ') };
  });
  afterEach(() => child.kill('SIGKILL'));

  it('is ended when it is a child', async () => {
    assert.equal(await stopProcess({ ...recorded, hasExited }, 5000), 'stopped');
    assert.ok(hasExited());
  });

  it('is left alone when its id is that of a former run: it is somebody else', async () => {
    assert.ok(!isRunning(recorded));
    assert.equal(await stopProcess(recorded, 5000), 'gone');
    assert.ok(!hasExited());
  });
});
