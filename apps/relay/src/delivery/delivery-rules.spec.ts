import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import fc from 'fast-check';
import { alertExpression, queryOf } from '../routing/alert-expression.js';
import { Dedup, noticeName } from '../routing/dedup.js';
import type { RelayEvent } from '../events/event.js';
import { GroupCommit } from '../spool/group-commit.js';
import { RateLimits } from './rate-limits.js';
import { retryDelayMs } from './retry.js';
import { jsonPatch, type PatchStep } from '../sources/json-patch.js';
import { splitMessage } from '../templates/split-message.js';

const POLICY = { baseMs: 100, maxMs: 10_000, giveUpAfterMs: 1 };

describe('retryDelayMs', () => {
  it.each([
    [1, 0.5, 50],
    [2, 0.5, 100],
    [8, 1, 10_000],
    [500, 0.999, 9990],
    [3, 0, 0],
  ])('after %i failures is between nothing and the bound', (attempts, dice, expected) => {
    expect(retryDelayMs(POLICY, attempts, { dice: () => dice })).toBe(expected);
  });

  it('is never less than the time that the target named', () => {
    expect(retryDelayMs(POLICY, 1, { afterMs: 3000, dice: () => 0 })).toBe(3000);
  });
});

describe('rate limits', () => {
  it('give what is in the bucket, then what drips in', () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const limits = new RateLimits(clock);
    const bucket = { name: 'a', capacity: 2, perSecond: 0.5 };

    const first = [limits.take([bucket]), limits.take([bucket]), limits.take([bucket])];
    clock.advance(1999);
    const early = limits.take([bucket]);
    clock.advance(1);

    expect(first).toEqual([0, 0, 2000]);
    expect(early).toBe(1);
    expect(limits.take([bucket])).toBe(0);
  });

  it('do not mind a clock that somebody sets', () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const limits = new RateLimits(clock);
    const bucket = { name: 'a', capacity: 1, perSecond: 1 };
    limits.take([bucket]);

    clock.set(3_600_000);
    const early = limits.take([bucket]);
    clock.set(-7_200_000);
    clock.advance(1000);

    expect(early).toBe(1000);
    expect(limits.take([bucket])).toBe(0);
  });

  it('take nothing from one bucket when another is empty', () => {
    const limits = new RateLimits(new FakeClock('2026-01-01T00:00:00Z'));
    const [full, empty] = [
      { name: 'full', capacity: 1, perSecond: 1 },
      { name: 'empty', capacity: 1, perSecond: 0.1 },
    ];
    limits.take([empty]);

    expect(limits.take([full, empty])).toBe(10_000);
    expect(limits.take([full])).toBe(0);
  });
});

describe('alertExpression', () => {
  it.each([
    ['sum(rate(errors[5m])) > 3', { metric: 'sum(rate(errors[5m]))', operator: '>', threshold: 3 }],
    ['up == 0', { metric: 'up', operator: '==', threshold: 0 }],
    ['a <= -1.5e3', { metric: 'a', operator: '<=', threshold: -1500 }],
    ['a > (2)', { metric: 'a', operator: '>', threshold: 2 }],
    ['a > b', { metric: 'a' }],
    ['a > bool 1', { metric: 'a > bool 1' }],
    ['a / b', { metric: 'a / b' }],
    ['absent(up{job="x"})', { metric: 'absent(up{job="x"})' }],
    ['sum(', undefined],
    ['', undefined],
  ])('of %s', (query, expected) => {
    expect(alertExpression(query)).toEqual(expected);
  });

  it('finds the query in the address that Prometheus gives', () => {
    expect(queryOf('http://p:9090/graph?g0.expr=vector%285%29+%3E+3&g0.tab=1')).toBe(
      'vector(5) > 3',
    );
    expect([queryOf(''), queryOf(undefined), queryOf('http://p/graph')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe('dedup', () => {
  const event = (status: string): RelayEvent =>
    ({
      source: 'alertmanager',
      data: { fingerprint: 'f', status, startsAt: 's' },
    }) as unknown as RelayEvent;

  it('forgets after its window, and knows places and states apart', () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const dedup = new Dedup(clock);
    const ask = (status: string, where: string, ms = 1000) => {
      const name = noticeName(event(status), ['chatbot', where]) ?? '';
      const isRepeated = dedup.isRepeated(name, ms);
      if (!isRepeated) dedup.told(name);
      return isRepeated;
    };

    const first = [
      ask('firing', 'x'),
      ask('firing', 'x'),
      ask('firing', 'y'),
      ask('resolved', 'x'),
    ];
    clock.advance(1000);

    expect(first).toEqual([false, true, false, false]);
    expect(ask('firing', 'x')).toBe(false);
    expect(ask('firing', 'x', 0)).toBe(false);
  });

  it('forgets what was not told after all', () => {
    const dedup = new Dedup(new FakeClock('2026-01-01T00:00:00Z'));
    const name = noticeName(event('firing'), ['chatbot', 'x']) ?? '';
    dedup.told(name);

    dedup.notTold(event('firing'), ['chatbot', 'x']);

    expect(dedup.isRepeated(name, 1000)).toBe(false);
  });
});

describe('group commit', () => {
  it('writes together what comes while a write is on its way', async () => {
    const writes: number[][] = [];
    const commit = new GroupCommit<number, number>(async (items) => {
      writes.push([...items]);
      await new Promise((resolve) => setImmediate(resolve));
      return items.map((item) => item * 10);
    });

    const results = await Promise.all([1, 2, 3].map((item) => commit.add(item)));

    expect(results).toEqual([10, 20, 30]);
    expect(writes).toEqual([[1, 2, 3]]);
  });

  it('fails those of a write that failed, and nobody else', async () => {
    let fails = true;
    const commit = new GroupCommit<number, number>((items) => {
      if (fails) return Promise.reject(new Error('disk full'));
      return Promise.resolve(items);
    });

    await expect(commit.add(1)).rejects.toThrow('disk full');
    fails = false;

    expect(await commit.add(2)).toBe(2);
  });
});

describe('jsonPatch', () => {
  const json = fc.dictionary(
    fc.string({ maxLength: 3 }),
    fc.oneof(fc.integer(), fc.dictionary(fc.string({ maxLength: 2 }), fc.integer())),
  );

  it('leads from the one to the other', () => {
    fc.assert(
      fc.property(json, json, (from, to) => {
        expect(applied(from, jsonPatch(from, to))).toEqual({ ...to });
      }),
    );
  });
});

/** RFC 6902, for the three operations that are used. */
function applied(from: object, patch: readonly PatchStep[]): unknown {
  const result = structuredClone(from) as Record<string, unknown>;
  for (const { op, path, value } of patch) {
    const names = path
      .split('/')
      .slice(1)
      .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = names.pop() ?? '';
    const parent = names.reduce((at, name) => at[name] as Record<string, unknown>, result);
    if (op === 'remove') Reflect.deleteProperty(parent, last);
    else
      Object.defineProperty(parent, last, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
  }
  return result;
}

describe('splitMessage', () => {
  it('loses no visible character but white space at cuts, and never goes over the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 300 }),
        fc.integer({ min: 4, max: 50 }),
        (text, limit) => {
          const parts = splitMessage(text, limit, 'plain');
          for (const part of parts) expect(part.length).toBeLessThanOrEqual(limit);
          expect(parts.join('').replaceAll(/\s/g, '')).toBe(text.replaceAll(/\s/g, ''));
          for (const part of parts) expect(part.isWellFormed()).toBe(text.isWellFormed());
        },
      ),
    );
  });
});
