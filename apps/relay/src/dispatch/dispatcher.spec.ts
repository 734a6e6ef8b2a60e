import { AsyncLocalStorage } from 'node:async_hooks';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { Replies } from '../delivery/replies.js';
import type { RelayConfig } from '../options/config.js';
import { CurrentConfig } from '../options/current-config.js';
import { Dispatcher } from './dispatcher.js';
import type { Observer } from '../observability/observer.js';
import type { Sink } from '../delivery/sink.js';
import type { Spool, SpoolSizes } from '../spool/spool.js';

const observer: Observer = {
  accepted: () => undefined,
  dropped: () => undefined,
  delivery: () => undefined,
  trouble: () => undefined,
};

const hook: Sink = {
  ...{ name: 'webhook', titles: ['Webhook'], batchSize: 1, concurrency: 1 },
  targets: () => [''],
  label: (target) => target,
  limits: () => [],
  render: ({ id }) => id,
  send: () => Promise.resolve([{ kind: 'delivered' }]),
};

/** A dispatcher whose spool tells what waits when the test says so, and is noted when it is asked. */
function fixture(waiting = () => Promise.reject(new Error('The spool is closed.'))) {
  const asked: string[] = [];
  let tell: (sizes: SpoolSizes) => void = () => undefined;
  const spool = new Proxy({} as Spool, {
    get: (_target, method: string) => () => {
      asked.push(method);
      if (method === 'lead') return Promise.resolve();
      if (method === 'sizes') return new Promise<SpoolSizes>((resolve) => (tell = resolve));
      if (method === 'unrouted') return Promise.resolve([]);
      return waiting();
    },
  });
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const dispatcher = new Dispatcher(
    spool,
    observer,
    clock,
    new Replies(spool),
    new CurrentConfig({ retryMaxSeconds: 1, retrySeconds: 1 } as RelayConfig),
  );
  return { dispatcher, asked, tell: (sizes: SpoolSizes) => tell(sizes) };
}

/** Timers of what runs in it, and of nothing else in this process, which wait. */
const timers = new AsyncLocalStorage<Set<unknown>>();

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
  const { setTimeout: set, clearTimeout: clear } = globalThis;
  const setAndNoted = (...given: Parameters<typeof set>) => {
    const timer = set(...given);
    timers.getStore()?.add(timer);
    return timer;
  };
  jest.spyOn(globalThis, 'setTimeout').mockImplementation(setAndNoted);
  jest.spyOn(globalThis, 'clearTimeout').mockImplementation((timer) => {
    timers.getStore()?.delete(timer);
    clear(timer);
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

describe('a dispatcher that ends while it takes up what waits', () => {
  it.each([
    ['something', [{ sink: 'webhook', target: '', waiting: 1, oldestMs: 0 }]],
    ['something of a sink that is gone', [{ sink: 'old', target: '', waiting: 1, oldestMs: 0 }]],
    ['nothing', []],
  ])('leaves no timer behind when there is %s', async (_what, workers) => {
    const { dispatcher, asked, tell } = fixture();
    const waiting = new Set();
    await timers.run(waiting, async () => {
      void dispatcher.start({ sinks: new Map([['webhook', hook]]), routes: [] });
      while (!asked.includes('sizes')) await Promise.resolve();

      const stopping = dispatcher.stop();
      tell({ unrouted: 0, deadLetters: 0, workers });
      await stopping;
      await new Promise((resolve) => setImmediate(resolve));
    });

    expect(asked).toEqual(['lead', 'sizes']);
    expect(waiting.size).toBe(0);
  });
});

describe('the start of a dispatcher', () => {
  it('does not wait until all that a sink which is gone has left is buried', async () => {
    const { dispatcher, asked, tell } = fixture(() => new Promise(() => undefined));
    const started = dispatcher.start({ sinks: new Map([['webhook', hook]]), routes: [] });
    while (!asked.includes('sizes')) await Promise.resolve();

    const workers = [{ sink: 'old', target: '', waiting: 1_000_000, oldestMs: 0 }];
    tell({ unrouted: 0, deadLetters: 0, workers });
    await started;

    expect(asked).toEqual(['lead', 'sizes', 'unrouted']);
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toEqual(['lead', 'sizes', 'unrouted', 'waiting']);
  });
});
