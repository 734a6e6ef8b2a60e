import { describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { backoffMs, jittered } from './backoff.js';
import { Rounds, WorkLoop, type WorkLoopOptions } from './index.js';

const nothing = (): void => undefined;
const never = new Promise<never>(nothing);

/** A loop over a list instead of a table. */
function loopOver<Work>(
  works: Work[],
  options: Pick<WorkLoopOptions<Work>, 'perform'> & Partial<WorkLoopOptions<Work>>,
) {
  const claim = (room: number) => Promise.resolve(works.splice(0, room));
  return new WorkLoop<Work>({ name: 'list', claim, failed: nothing, ...options });
}

const turns = async (count = 20): Promise<void> => {
  for (let turn = 0; turn < count; turn += 1) await Promise.resolve();
};

describe('a loop over due work', () => {
  it('looks again at once while there is more', async () => {
    let left = 5;
    const finished = Promise.withResolvers<undefined>();
    const loop = new Rounds({
      name: 'rounds',
      round: () => {
        left -= 1;
        if (left === 0) finished.resolve(undefined);
        return Promise.resolve(left > 0);
      },
      failed: nothing,
    });

    loop.start();
    await finished.promise;
    await loop.stop();

    expect(left).toBe(0);
  });

  it('keeps a wake that came while it looked', async () => {
    let looks = 0;
    const second = Promise.withResolvers<undefined>();
    const loop: Rounds = new Rounds({
      name: 'rounds',
      round: () => {
        looks += 1;
        if (looks === 1) loop.wake();
        else second.resolve(undefined);
        return Promise.resolve(false);
      },
      failed: nothing,
    });
    jest.useFakeTimers();
    try {
      loop.start();
      await second.promise;
    } finally {
      jest.useRealTimers();
    }
    await loop.stop();

    expect(looks).toBe(2);
  });

  it('goes on after a look that failed, and says so', async () => {
    const failures: unknown[] = [];
    const recovered = Promise.withResolvers<undefined>();
    const loop: Rounds = new Rounds({
      name: 'rounds',
      round: () => {
        if (failures.length === 0) return Promise.reject(new Error('away'));
        recovered.resolve(undefined);
        return Promise.resolve(false);
      },
      failed: (error, count) => {
        failures.push(error, count);
        loop.wake();
      },
    });

    loop.start();
    await recovered.promise;
    await loop.stop();

    expect(failures).toEqual([new Error('away'), 1]);
  });

  it('stops when its last look has ended, and looks no more', async () => {
    let looks = 0;
    const gate = Promise.withResolvers<undefined>();
    const loop = new Rounds({
      name: 'rounds',
      round: async () => {
        looks += 1;
        await gate.promise;
        return true;
      },
      failed: nothing,
    });

    loop.start();
    const stopped = loop.stop();
    gate.resolve(undefined);
    await stopped;

    expect(looks).toBe(1);
  });

  it('fills a place that is free while another work never ends', async () => {
    const done: string[] = [];
    const works = ['slow', 'a', 'b', 'c'];
    const gate = Promise.withResolvers<undefined>();
    const loop = loopOver(works, {
      atOnce: 2,
      perform: async (work) => {
        if (work === 'slow') await gate.promise;
        done.push(work);
      },
    });

    loop.start();
    while (done.length < 3) await turns();

    expect(done).toEqual(['a', 'b', 'c']);
    gate.resolve(undefined);
    await loop.stop();
    expect(done).toEqual(['a', 'b', 'c', 'slow']);
  });

  it('has at most so many in hand', async () => {
    let now = 0;
    let most = 0;
    const works = Array.from({ length: 50 }, (_unused, index) => index);
    const finished = Promise.withResolvers<undefined>();
    const loop = loopOver(works, {
      atOnce: 4,
      perform: async (work) => {
        now += 1;
        most = Math.max(most, now);
        await turns(3);
        now -= 1;
        if (work === 49) finished.resolve(undefined);
      },
    });

    loop.start();
    await finished.promise;
    await loop.stop();

    expect(most).toBe(4);
  });

  it('gives up what is in hand when its time is over, and claims no more', async () => {
    const works = ['hangs', 'later'];
    const loop = loopOver(works, {
      perform: (_work, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason as Error));
        }),
      stopMs: 5,
    });

    loop.start();
    await turns();
    await loop.stop();

    expect(works).toEqual(['later']);
  });

  it('tells of a work that failed, and goes on with the next', async () => {
    const failed: unknown[] = [];
    const second = Promise.withResolvers<undefined>();
    const loop = loopOver(['bad', 'good'], {
      perform: (work) => {
        if (work === 'bad') return Promise.reject(new Error('bad'));
        second.resolve(undefined);
        return Promise.resolve();
      },
      failed: (error, failures) => failed.push([String(error), failures]),
    });

    loop.start();
    await second.promise;
    await loop.stop();

    expect(failed).toEqual([['Error: bad', 0]]);
  });

  it('does its chores though every claim fails, and those with more to do again', async () => {
    let runs = 0;
    const third = Promise.withResolvers<undefined>();
    const loop = new WorkLoop<string>({
      name: 'broken',
      claim: () => Promise.reject(new Error('away')),
      perform: () => never,
      failed: () => loop.wake(),
      chores: [
        {
          everyMs: 1_000_000,
          run: () => {
            runs += 1;
            if (runs === 3) third.resolve(undefined);
            return Promise.resolve(runs < 3);
          },
        },
      ],
    });

    loop.start();
    await third.promise;
    await turns();
    await loop.stop();

    expect(runs).toBe(3);
  });

  it('tries a chore that has failed again after a minute, though it is due once an hour', async () => {
    let runs = 0;
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const loop = loopOver<number>([], {
      perform: () => never,
      clock,
      chores: [
        {
          everyMs: 3_600_000,
          run: () => {
            runs += 1;
            return runs === 1 ? Promise.reject(new Error('away')) : Promise.resolve(false);
          },
        },
      ],
    });
    const runsAfter = async (ms: number): Promise<number> => {
      clock.advance(ms);
      loop.wake();
      await turns();
      return runs;
    };

    loop.start();
    await turns();
    const seen = [await runsAfter(59_999), await runsAfter(1), await runsAfter(3_500_000)];
    await loop.stop();

    expect(seen).toEqual([1, 2, 2]);
  });

  it('makes few claims while they fail, however often it is woken', async () => {
    let claims = 0;
    const loop = new WorkLoop<string>({
      name: 'broken',
      claim: () => {
        claims += 1;
        return Promise.reject(new Error('away'));
      },
      perform: () => never,
      failed: nothing,
    });
    const waking = setInterval(loop.wake, 1);

    loop.start();
    await sleep(700);
    clearInterval(waking);
    const startMs = performance.now();
    await loop.stop();

    expect(claims).toBe(2);
    expect(performance.now() - startMs).toBeLessThan(200);
  });

  it('goes on with the hour of its pauses when what it does every hour fails', () => {
    jest.useFakeTimers();
    // Two short pauses in a row would be less than the hour and a third below.
    const chance = jest.spyOn(Math, 'random').mockReturnValue(0.5);
    let rounds = 0;
    const hourMs = 3_600_000;
    const round = () => {
      rounds += 1;
      return Promise.reject(new Error('away'));
    };
    const loop = new Rounds({ name: 'sweep', pollMs: hourMs, round, failed: nothing });

    loop.start();
    return jest
      .advanceTimersByTimeAsync(hourMs / 3)
      .then(() => expect(rounds).toBe(1))
      .then(() => jest.advanceTimersByTimeAsync(hourMs))
      .then(() => expect(rounds).toBe(2))
      .finally(() => {
        chance.mockRestore();
        jest.useRealTimers();
      });
  });

  it('does not begin beside itself what is in hand when its lease ends', async () => {
    const begun: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const works = ['slow', 'slow', 'slow', 'other', 'last'];
    const loop = loopOver(works, {
      atOnce: 3,
      idOf: (work) => work,
      perform: async (work) => {
        begun.push(work);
        if (work === 'slow') await gate.promise;
      },
    });

    loop.start();
    await turns(200);
    expect(begun).toEqual(['slow', 'other', 'last']);
    works.push('slow');
    gate.resolve(undefined);
    await turns(200);
    await loop.stop();

    expect(begun).toEqual(['slow', 'other', 'last', 'slow']);
  });

  it('claims work beside a chore that takes long, and does that once at a time', async () => {
    let runs = 0;
    const gate = Promise.withResolvers<boolean>();
    const done: number[] = [];
    const loop = loopOver([1, 2, 3], {
      perform: (work) => {
        done.push(work);
        return Promise.resolve();
      },
      chores: [
        {
          everyMs: 0,
          run: () => {
            runs += 1;
            return gate.promise;
          },
        },
      ],
    });

    loop.start();
    await turns(100);
    expect([done, runs]).toEqual([[1, 2, 3], 1]);
    const stopped = loop.stop();
    gate.resolve(false);

    await stopped;
  });

  it('goes on when what tells of a failure fails itself, and when a work fails before it waits', async () => {
    const second = Promise.withResolvers<undefined>();
    const loop = loopOver(['bad', 'good'], {
      atOnce: 2,
      perform: (work) => {
        if (work === 'bad') throw new Error('bad');
        second.resolve(undefined);
        return Promise.resolve();
      },
      failed: () => {
        throw new Error('The log is full.');
      },
    });

    loop.start();
    await second.promise;

    await loop.stop();
  });

  it('is in the metrics under its name, many loops in one metric', async () => {
    const metrics = new Metrics('test');
    const finished = Promise.withResolvers<undefined>();
    const loop = loopOver([1, 2], {
      metrics,
      perform: (work) => {
        if (work === 2) finished.resolve(undefined);
        return Promise.resolve();
      },
    });
    new Rounds({ name: 'other', round: () => Promise.resolve(false), failed: nothing, metrics });

    loop.start();
    await finished.promise;
    await loop.stop();
    const text = await metrics.registry.metrics();

    expect(text).toContain('work_claimed_total{loop="list",app="test"} 2');
    expect(text).toContain('work_in_hand{loop="list",app="test"} 0');
    expect(text).toContain('work_in_hand{loop="other",app="test"} 0');
  });
});

describe('pauses', () => {
  it('double after each failure, up to the longest, half of it by chance', () => {
    const options = { pollMs: 1000, longestPauseMs: 5000 };

    for (const [failures, most] of [
      [1, 1000],
      [2, 2000],
      [3, 4000],
      [4, 5000],
      [500, 5000],
    ] as const) {
      for (let chance = 0; chance < 50; chance += 1) {
        const ms = backoffMs(failures, options);
        expect(ms).toBeGreaterThanOrEqual(most / 2);
        expect(ms).toBeLessThanOrEqual(most);
      }
    }
  });

  it('differ between replicas', () => {
    const pauses = new Set(Array.from({ length: 10 }, () => jittered(1000)));

    expect(pauses.size).toBeGreaterThan(1);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(900);
    expect(Math.max(...pauses)).toBeLessThanOrEqual(1100);
  });
});
