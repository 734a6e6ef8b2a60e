import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { secureRandom, systemClock } from '@sextant/platform-runtime/clock';
import type { StoredCreation } from './creation.js';
import { Creator, type NewCreation } from './creator.js';

const NEW: NewCreation = {
  academyId: 'academy-1',
  recipients: [{ user: 'a'.repeat(24), userId: 'ann', userName: 'Ann' }],
  content: { title: 'T', notificationType: 'direct', autoDeleteOnCheck: true },
};

/** A log of one creation, whose lease counts. */
function world(announced: Promise<void>) {
  let stored: StoredCreation | undefined;
  let leaseUntil = new Date(0);
  const signalled: string[] = [];
  const uses = {
    notifications: { addReceived: () => Promise.resolve(), addSent: () => Promise.resolve() },
    creations: {
      begin: (creation: StoredCreation, until: Date) => {
        leaseUntil = until;
        stored = { ...creation, state: 'recorded' };
        return Promise.resolve(stored);
      },
      renew: (_id: string, until: Date) => {
        leaseUntil = until;
        return Promise.resolve();
      },
      claim: (now: Date) => Promise.resolve(leaseUntil <= now ? stored : undefined),
      done: () => {
        stored = undefined;
        return Promise.resolve();
      },
      recorded: () => Promise.resolve(),
    },
    outlet: { add: () => announced },
    signals: {
      send: (academyId: string) => Promise.resolve(void signalled.push(academyId)),
      isConnected: () => true,
    },
    observer: { created: () => undefined, signalled: () => undefined, trouble: () => undefined },
    clock: systemClock,
    random: secureRandom,
  };
  const make = () =>
    new Creator(
      uses.notifications as never,
      uses.creations as never,
      uses.signals,
      uses.outlet,
      uses.clock,
      uses.random,
      uses.observer as never,
    );
  return { creator: make(), other: make(), signalled };
}

describe('the creator', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('keeps others away from a creation as long as it is announced, and no longer', async () => {
    let finish: () => void = () => undefined;
    const announced = new Promise<void>((resolve) => (finish = resolve));
    const { creator, other, signalled } = world(announced);
    await creator.create(NEW);

    await jest.advanceTimersByTimeAsync(20_000);
    expect(await other.recover()).toBe(false);
    finish();
    await creator.settled();

    expect(signalled).toEqual(['academy-1']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('leaves to others what failed', async () => {
    const failure = Promise.reject(new Error('no database'));
    failure.catch(() => undefined);
    const { creator, other } = world(failure);
    await creator.create(NEW);
    await creator.settled();

    await jest.advanceTimersByTimeAsync(5000);

    await expect(other.recover()).rejects.toThrow('no database');
  });
});
