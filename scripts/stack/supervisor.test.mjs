import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';

import { createSupervisor, hasNoRoom } from './supervisor.mjs';

describe('a supervisor', () => {
  const run = { replace: () => undefined, remove: () => undefined, release: () => undefined };
  const keptRelay = async (launch) => {
    const program = { name: 'relay', launch, isWatched: true };
    const { over } = await createSupervisor(run, '/').keep(program);
    await over;
  };

  it('does not start a service again that ended because of its settings', async () => {
    const launches = [];
    const launch = async (isAgain) => {
      launches.push(isAgain);
      const logFile = '/nowhere/relay.log';
      return { name: 'relay', pid: 1, logFile, exited: Promise.resolve('exit code 2') };
    };

    await keptRelay(launch);

    assert.deepEqual(launches, [false]);
  });

  it('starts a service again for which another disk than that of the data had no room', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'sextant-supervisor-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const logFile = join(folder, 'relay.log');
    const launches = [];
    const launch = async (isAgain) => {
      launches.push(isAgain);
      const reason = isAgain
        ? '"x" is no number'
        : 'must be a folder (ENOSPC: no space left on device)';
      writeFileSync(logFile, `  EVENTS_SPOOL_DIR: ${reason}\n`);
      return { name: 'relay', pid: 1, logFile, exited: Promise.resolve('exit code 2') };
    };

    await keptRelay(launch);

    assert.deepEqual(launches, [false, true]);
  });

  it('takes a disk for full that has no more files to give', () => {
    const free = { bavail: 1e6, bsize: 4096, files: 100, ffree: 1 };

    assert.equal(hasNoRoom(free), false);
    assert.equal(hasNoRoom({ ...free, ffree: 0 }), true);
    assert.equal(hasNoRoom({ ...free, bavail: 200 }), true);
    assert.equal(hasNoRoom({ ...free, files: 0, ffree: 0 }), false);
  });
});
