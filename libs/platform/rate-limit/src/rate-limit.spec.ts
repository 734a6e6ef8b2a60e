import { afterEach, describe, expect, it } from '@jest/globals';
import { Problem } from '@sextant/platform-errors';
import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { rateLimit, RateLimiters, type RateLimitHeaders } from './index.js';

const limiters: RateLimiters[] = [];
const make = (redisUrl?: string, app = 'demo') => {
  const made = new RateLimiters(app, redisUrl);
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
