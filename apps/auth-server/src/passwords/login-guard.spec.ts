import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import {
  LoginGuard,
  type AttemptKey,
  type Failures,
  type LoginAttempts,
  type Success,
} from './login-guard.js';

const MINUTE = 60_000;

class MemoryAttempts implements LoginAttempts {
  readonly failed = new Map<string, Failures>();
  readonly places = new Set<string>();

  failures(keys: readonly AttemptKey[]): Promise<readonly Failures[]> {
    return Promise.resolve(keys.map(({ key }) => this.failed.get(key) ?? { count: 0, lastMs: 0 }));
  }

  fail(keys: readonly AttemptKey[], nowMs: number): Promise<void> {
    for (const { key } of keys) {
      this.failed.set(key, { count: (this.failed.get(key)?.count ?? 0) + 1, lastMs: nowMs });
    }
    return Promise.resolve();
  }

  isKnownPlace(account: string, place: string): Promise<boolean> {
    return Promise.resolve(this.places.has(`${account} ${place}`));
  }

  succeed({ forget, account, place }: Success): Promise<void> {
    this.failed.delete(forget.key);
    this.places.add(`${account} ${place}`);
    return Promise.resolve();
  }
}

describe('LoginGuard', () => {
  const start = () => {
    const clock = new FakeClock('2026-01-01T00:00:00Z');
    const attempts = new MemoryAttempts();
    const policy = {
      ...{ freeAttempts: 3, perAddress: 10, attemptsAtSuspect: 2 },
      ...{ mostPerAddress: 60, perAccount: 20 },
    };
    return { clock, attempts, guard: new LoginGuard(attempts, policy, clock) };
  };
  const fail = async (guard: LoginGuard, times: number, ip = '192.0.2.1', account = 'grace') => {
    for (let count = 0; count < times; count += 1) await guard.failed(account, { ip });
  };

  it('lets a few attempts pass, then waits twice as long after every further one', async () => {
    const { guard, clock } = start();
    await fail(guard, 2);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);

    await fail(guard, 1);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(true);
    clock.advance(MINUTE);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);

    await fail(guard, 1);
    clock.advance(MINUTE);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(true);
    clock.advance(MINUTE);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
  });

  it('never makes anybody wait for more than fifteen minutes', async () => {
    const { guard, clock } = start();
    await fail(guard, 9);

    clock.advance(15 * MINUTE);

    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
  });

  it('leaves other addresses and other accounts alone', async () => {
    const { guard } = start();
    await fail(guard, 5);

    expect(await guard.isLocked('grace', { ip: '192.0.2.2' })).toBe(false);
    expect(await guard.isLocked('alan', { ip: '192.0.2.1' })).toBe(false);
  });

  it('leaves an address that tries many accounts few attempts at each', async () => {
    const { guard } = start();
    for (let index = 0; index < 10; index += 1)
      await guard.failed(`user-${index}`, { ip: '192.0.2.1' });

    // Somebody who is new there still gets in: a school has one address.
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
    await fail(guard, 1);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
    await fail(guard, 1);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(true);
    expect(await guard.isLocked('alan', { ip: '192.0.2.1' })).toBe(false);
  });

  it('never lets those lock somebody out for longer than a minute at a time at first', async () => {
    const { guard, clock } = start();
    for (let index = 0; index < 51; index += 1)
      await guard.failed(`user-${index % 17}`, { ip: '192.0.2.1' });
    await fail(guard, 2);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(true);

    clock.advance(MINUTE);

    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
  });

  it('stops an address that tries a password or two at each of very many accounts', async () => {
    const { guard } = start();
    await guard.succeeded('grace', { ip: '192.0.2.1' }, 'user-1');
    for (let index = 0; index < 59; index += 1)
      await guard.failed(`user-${index}`, { ip: '192.0.2.1' });
    expect(await guard.isLocked('alan', { ip: '192.0.2.1' })).toBe(false);

    await guard.failed('user-60', { ip: '192.0.2.1' });

    expect(await guard.isLocked('alan', { ip: '192.0.2.1' })).toBe(true);
    // Who has signed in there, or has a browser that is known, is none of those; other places are not meant.
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
    expect(await guard.isLocked('alan', { ip: '192.0.2.1', device: 'a1' })).toBe(false);
    expect(await guard.isLocked('alan', { ip: '192.0.2.2' })).toBe(false);
  });

  it('stops many addresses that try one account, but not those that it came from before', async () => {
    const { guard } = start();
    await guard.succeeded('grace', { ip: '198.51.100.7' }, 'user-1');
    for (let index = 0; index < 20; index += 1)
      await guard.failed('grace', { ip: `192.0.2.${index}` });

    expect(await guard.isLocked('grace', { ip: '203.0.113.9' })).toBe(true);
    expect(await guard.isLocked('grace', { ip: '198.51.100.7' })).toBe(false);
  });

  it('lets nobody stop a browser that the account has used, whatever they try', async () => {
    const { guard } = start();
    for (let index = 0; index < 20; index += 1) {
      await guard.failed('grace', { ip: `192.0.2.${index}` });
    }
    await fail(guard, 9, '203.0.113.9');

    const stranger = { ip: '203.0.113.9' };
    const own = { ...stranger, device: 'a1' };
    expect(await guard.isLocked('grace', stranger)).toBe(true);
    expect(await guard.isLocked('grace', own)).toBe(false);
  });

  it('slows guessing down in such a browser too', async () => {
    const { guard } = start();
    const device = { ip: '192.0.2.1', device: 'a1' };
    for (let count = 0; count < 3; count += 1) await guard.failed('grace', device);

    expect(await guard.isLocked('grace', device)).toBe(true);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
    expect(await guard.isLocked('grace', { ip: '192.0.2.1', device: 'b2' })).toBe(false);
  });

  it('forgets the failures of the pair at a success', async () => {
    const { guard } = start();
    await fail(guard, 2);

    await guard.succeeded('grace', { ip: '192.0.2.1' }, 'user-1');
    await fail(guard, 2);

    expect(await guard.isLocked('grace', { ip: '192.0.2.1' })).toBe(false);
  });
});
