import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { it } from 'node:test';

import { isRunning, stopProcess } from './processes.mjs';

it(
  'ends a child whose command line cannot be read for a moment',
  { skip: process.platform !== 'linux' },
  async () => {
    // Linux answers so while a program is put in the place of another, too.
    const nameless = "process.title = ''; setInterval(() => undefined, 1000); console.log('here')";
    const child = spawn(process.execPath, ['-e', nameless], { detached: true });
    await once(child.stdout, 'data');
    const recorded = { pid: child.pid, command: [process.execPath, '-e', nameless].join(' ') };

    assert.ok(isRunning(recorded));
    assert.equal(await stopProcess(recorded, 5000), 'stopped');
    assert.ok(!isRunning(recorded));
  },
);
