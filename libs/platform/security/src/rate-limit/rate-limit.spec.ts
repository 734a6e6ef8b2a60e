import { afterEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import { silentLogger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { randomUUID } from 'node:crypto';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { Request, Response } from 'express';
import {
  rateLimit,
  RateLimiters,
  type RateLimitersOptions,
  type RateLimitHeaders,
} from './index.js';
import { SharedCounters } from './shared-counters.js';

const limiters: RateLimiters[] = [];
const make = (redisUrl?: string, app = 'demo', options: Partial<RateLimitersOptions> = {}) => {
  const shared = redisUrl === undefined ? undefined : { redisUrl, Counters: SharedCounters };
  const made = new RateLimiters({ app, shared, ...options });
  limiters.push(made);
  return made;
};

afterEach(async () => {
  await Promise.all(limiters.splice(0).map((limiter) => limiter.close()));
});

const policy = { name: 'demo', limit: 2, windowSeconds: 60 };

/** Runs the middleware once and gives what it did. */
async function call(handler: ReturnType<typeof rateLimit>, ip: string) {
  const headers: Record<string, string> = {};
  const response = { setHeader: (name: string, value: string) => (headers[name] = value) };
  const error = await new Promise<unknown>((resolve) => {
    void handler({ ip } as Request, response as unknown as Response, resolve);
  });
  return { headers, error };
}

const middleware = (headers: RateLimitHeaders) =>
  rateLimit({
    limiter: make().create(policy),
    key: ({ ip }) => (ip === 'exempt' ? undefined : ip),
    headers,
  });

describe('rateLimit', () => {
  it('lets requests through up to the limit, per key, then refuses with 429', async () => {
    const handler = middleware('x-ratelimit');

    const answers = [await call(handler, 'a'), await call(handler, 'a'), await call(handler, 'a')];
    const other = await call(handler, 'b');

    expect(answers.map(({ headers }) => headers['X-RateLimit-Remaining'])).toEqual(['1', '0', '0']);
    expect(answers[0]?.error).toBeUndefined();
    expect(answers[2]?.error).toBeInstanceOf(Problem);
    expect(answers[2]?.error).toMatchObject({ status: 429, code: 'too_many_requests' });
    expect(Number(answers[2]?.headers['Retry-After'])).toBeGreaterThan(0);
    expect(other.error).toBeUndefined();
  });

  it('tells the reset in epoch seconds in X-RateLimit-Reset', async () => {
    const { headers } = await call(middleware('x-ratelimit'), 'a');

    const inSeconds = Number(headers['X-RateLimit-Reset']) - Date.now() / 1000;
    expect(headers['X-RateLimit-Limit']).toBe('2');
    expect(inSeconds).toBeGreaterThan(50);
    expect(inSeconds).toBeLessThan(62);
  });

  it('tells the reset in seconds from now in RateLimit-Reset', async () => {
    const { headers } = await call(middleware('ratelimit'), 'a');

    expect(headers).toEqual({
      'RateLimit-Limit': '2',
      'RateLimit-Remaining': '1',
      'RateLimit-Reset': '60',
    });
  });

  it('leaves requests without a key alone', async () => {
    expect(await call(middleware('ratelimit'), 'exempt')).toEqual({
      headers: {},
      error: undefined,
    });
  });

  it('counts in memory while Redis is away', async () => {
    const limiter = make('redis://127.0.0.1:1').create(policy);

    const allowances = [
      await limiter.consume('a'),
      await limiter.consume('a'),
      await limiter.consume('a'),
    ];

    expect(allowances.map(({ allowed }) => allowed)).toEqual([true, true, false]);
  });
});

/** Says hello as Redis does and then answers no command any more. */
async function silentRedis() {
  const sockets = new Set<Socket>();
  let unanswered = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes: Buffer) => {
      for (const [command] of bytes.toString().matchAll(/(info|setinfo|evalsha|eval|ping)\r\n/gi)) {
        if (/^info/i.test(command)) socket.write('$11\r\nloading:0\r\n\r\n');
        else if (/^setinfo/i.test(command)) socket.write('+OK\r\n');
        else unanswered += 1;
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${port}`,
    unanswered: () => unanswered,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

const gaugeOf = async (metrics: Metrics, name: string) =>
  new RegExp(`^${name}\\{[^}]*\\} (\\S+)$`, 'm').exec(await metrics.registry.metrics())?.[1];

describe('a Redis that takes connections and never answers', () => {
  it('is told apart from one that counts, in readiness, in the metrics and in the log', async () => {
    const redis = await silentRedis();
    const metrics = new Metrics('demo');
    const events: string[] = [];
    const logger = { ...silentLogger, warn: (event: string) => void events.push(event) };
    const limits = make(redis.url, 'demo', { metrics, logger });
    await limits.connected();

    const allowance = await limits.create(policy).consume('a');
    const health = await limits.check();
    redis.close();

    expect(allowance.allowed).toBe(true);
    expect(health).toMatchObject({ status: 'up', store: 'memory' });
    expect(health.message).toContain('check REDIS_URL');
    expect(await gaugeOf(metrics, 'rate_limit_redis_up')).toBe('0');
    expect(events).toEqual(['rate_limit.redis_lost']);
  });

  it('is not waited for by every request: three failures open the breaker for a second', async () => {
    const redis = await silentRedis();
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const limits = make(redis.url, 'demo', { clock });
    await limits.connected();
    const limiter = limits.create(policy);
    for (let failure = 0; failure < 3; failure += 1) await limiter.consume('a');

    const before = redis.unanswered();
    const allowances = [];
    for (let request = 0; request < 50; request += 1) allowances.push(await limiter.consume('b'));
    const during = redis.unanswered();
    clock.advance(1000);
    await limiter.consume('b');
    const after = redis.unanswered();
    redis.close();

    expect([before, during, after]).toEqual([3, 3, 4]);
    expect(allowances.filter(({ allowed }) => allowed)).toHaveLength(2);
  });
});

describe('what was refused', () => {
  it('is counted by the limit', async () => {
    const metrics = new Metrics('demo');
    const limiter = make(undefined, 'demo', { metrics }).create(policy);

    for (let request = 0; request < 5; request += 1) await limiter.consume('a');

    const page = await metrics.registry.metrics();
    expect(page).toMatch(/^rate_limit_refusals_total\{limit="demo",app="demo"\} 3$/m);
    expect(page).not.toContain('rate_limit_redis_up');
  });
});

const redisUrl = process.env['REDIS_URL'];

(redisUrl === undefined ? describe.skip : describe)('with Redis, needs REDIS_URL', () => {
  const connected = async (app: string) => {
    const replica = make(redisUrl, app);
    await replica.connected();
    return replica.create(policy);
  };

  it('apps with policies of the same name do not share one', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([connected('one'), connected('two')]);

    await first.consume(key);

    expect(await second.consume(key)).toMatchObject({ remaining: 1 });
  });

  it('two replicas share one counter', async () => {
    const key = randomUUID();
    const [first, second] = await Promise.all([connected('demo'), connected('demo')]);

    const allowances = [
      await first.consume(key),
      await second.consume(key),
      await first.consume(key),
      await second.consume(key),
    ];

    expect(allowances.map(({ allowed }) => allowed)).toEqual([true, true, false, false]);
  });
});
