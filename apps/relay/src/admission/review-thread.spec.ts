import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { EventEmitter } from 'node:events';
import type { Reception } from '../inputs/reception.js';
import type { Observer } from '../observability/observer.js';
import { CurrentConfig } from '../options/current-config.js';
import type { FromReviews, ToReviews } from './review-messages.js';
import { ReviewThread, type ReviewWorker } from './review-thread.js';
import { readConfig } from '../options/config.js';

/** A thread that does what the test says, and keeps what it is told. */
class FakeThread extends EventEmitter {
  readonly told: ToReviews[] = [];

  postMessage(message: ToReviews): void {
    this.told.push(message);
  }

  terminate(): Promise<number> {
    this.emit('exit', 1);
    return Promise.resolve(1);
  }

  says(message: FromReviews): void {
    this.emit('message', message);
  }

  answers(): readonly ToReviews[] {
    return this.told.filter(({ kind }) => kind === 'taken');
  }
}

async function started(env: Record<string, string> = { EVENTS_HTTP_K8S_LISTEN: ':0' }) {
  const threads: FakeThread[] = [];
  const takes: PromiseWithResolvers<undefined>[] = [];
  const seen = { unstored: [] as number[], dropped: [] as string[] };
  class FakedThread extends ReviewThread {
    protected override begin(): ReviewWorker {
      const thread = new FakeThread();
      threads.push(thread);
      setImmediate(() => thread.says({ kind: 'ready', port: 9443 }));
      return thread as unknown as ReviewWorker;
    }
  }
  const reception: Pick<Reception, 'takeOver' | 'unstoredElsewhere'> = {
    takeOver: () => {
      const take = Promise.withResolvers<undefined>();
      takes.push(take);
      return take.promise;
    },
    unstoredElsewhere: (count) => void seen.unstored.push(count),
  };
  const observer: Pick<Observer, 'dropped'> = {
    dropped: (source, reason, count) => void seen.dropped.push(`${source} ${reason} ${count}`),
  };
  const thread = new FakedThread(
    new CurrentConfig(readConfig([], env)),
    reception as Reception,
    observer as Observer,
    new Metrics('relay'),
    silentLogger,
  );
  await thread.onApplicationBootstrap();
  return { thread, threads, takes, seen };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('the thread of admission reviews', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('that has died is not answered through the next one, which counts from 1 too', async () => {
    const { threads, takes } = await started();
    threads[0]?.says({ kind: 'take', id: 1, events: [] });
    threads[0]?.emit('exit', 1);
    await jest.advanceTimersByTimeAsync(1000);
    await turn();
    threads[1]?.says({ kind: 'take', id: 1, events: [] });

    takes[0]?.resolve(undefined);
    await turn();
    expect(threads[1]?.answers()).toEqual([]);
    takes[1]?.reject(new Error('full'));
    await turn();

    expect(threads[0]?.answers()).toEqual([{ kind: 'taken', id: 1 }]);
    expect(threads[1]?.answers()).toEqual([{ kind: 'taken', id: 1, error: 'Error: full' }]);
  });

  it('that has died took with it what was in its memory only: counted as lost, and no longer shown', async () => {
    const { threads, seen } = await started();
    threads[0]?.says({ kind: 'report', requests: [], unstored: 3 });

    threads[0]?.emit('exit', 1);

    expect(seen).toEqual({ unstored: [3, 0], dropped: ['k8s lost 3'] });
  });

  it('that has died is known to be away until the next one listens', async () => {
    const { thread, threads } = await started();
    threads[0]?.emit('exit', 1);
    expect(thread.isUp).toBe(false);

    await jest.advanceTimersByTimeAsync(1000);
    await turn();

    expect(thread.isUp).toBe(true);
  });

  it('ends when it is told to, and no other is begun', async () => {
    const { thread, threads } = await started();

    const closing = thread.beforeApplicationShutdown();
    expect(threads[0]?.told.at(-1)).toEqual({ kind: 'close' });
    threads[0]?.says({ kind: 'closed' });
    await closing;
    await jest.advanceTimersByTimeAsync(60_000);

    expect(threads.length).toBe(1);
  });
});
