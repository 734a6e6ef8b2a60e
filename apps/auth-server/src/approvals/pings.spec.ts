import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { Pinger, type DuePing, type Pings } from './pings.js';

const NOW = '2026-11-21T12:00:00Z';

/** A client that refuses its only ping, whose answer is worth something for so long. */
async function refused(lifetimeMs: number) {
  const removed: string[] = [];
  const retried: [string, Date][] = [];
  const looked = Promise.withResolvers<undefined>();
  const due: DuePing[] = [
    {
      ...{ id: 'a', url: 'https://client.example/ping', token: 'secret', requestId: 'r' },
      ...{ failures: 3, expiresAt: new Date(Date.parse(NOW) + lifetimeMs) },
    },
  ];
  const pings: Pings = {
    add: () => Promise.resolve(),
    claim: () => {
      if (due.length === 0) looked.resolve(undefined);
      return Promise.resolve(due.shift());
    },
    retry: (id, _failures, at) => Promise.resolve(void retried.push([id, at])),
    remove: (id) => Promise.resolve(void removed.push(id)),
    onAdded: () => undefined,
  };
  const pinger = new Pinger(
    pings,
    { mayCall: () => true, send: () => Promise.resolve({ status: 503 }) },
    new FakeClock(NOW),
    { warn: () => undefined } as unknown as Logger,
    new Metrics('test'),
  );
  pinger.onApplicationBootstrap();
  await looked.promise;
  await pinger.onApplicationShutdown();
  return { removed, retried };
}

describe('a ping that a client refuses', () => {
  it('comes again while the answer is worth something', async () => {
    expect(await refused(9000)).toEqual({
      removed: [],
      retried: [['a', new Date(Date.parse(NOW) + 8000)]],
    });
  });

  it('is kept by nobody when it would come again too late', async () => {
    expect(await refused(8000)).toEqual({ removed: ['a'], retried: [] });
  });
});
