import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import { createSupervisor } from './supervisor.mjs';

describe('a supervisor', () => {
  const run = { replace: () => undefined, remove: () => undefined, release: () => undefined };

  it('does not start a service again that ended because of its settings', async () => {
    const launches = [];
    const launch = async (isAgain) => {
      launches.push(isAgain);
      const logFile = '/nowhere/relay.log';
      return { name: 'relay', pid: 1, logFile, exited: Promise.resolve('exit code 2') };
    };

    const { over } = await createSupervisor(run, '/').keep({
      name: 'relay',
      launch,
      isWatched: true,
    });
    await over;

    assert.deepEqual(launches, [false]);
  });
});
