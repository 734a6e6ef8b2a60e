import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Dispatcher } from '../dispatch/dispatcher.js';
import type { Intake } from '../intake/intake.js';
import { RecentEvents } from '../observability/status.js';
import { Watchers } from '../observability/watchers.js';
import type { Spool } from '../spool/spool.js';
import { SpoolProbe } from './spool.probe.js';
import { Administration } from './administration.js';

/** The probe over a spool and a dispatcher as the test describes them. */
function fixture() {
  const clock = new FakeClock('2026-01-01T00:00:00Z');
  const state = {
    isSpoolThere: true,
    refusal: undefined as string | undefined,
    failing: [] as { what: string; sinceMs: number }[],
  };
  const spool = {
    space: () =>
      Promise.resolve({ usedBytes: 1, freeBytes: 2, isAmple: false, refusal: state.refusal }),
    unrouted: () =>
      state.isSpoolThere ? Promise.resolve([]) : Promise.reject(new Error('disk gone')),
  };
  const administration = new Administration(
    clock,
    spool as unknown as Spool,
    { failing: () => state.failing } as unknown as Dispatcher,
    {} as Intake,
    new RecentEvents(new Watchers()),
  );
  return { clock, state, probe: new SpoolProbe(administration) };
}

describe('readiness', () => {
  it('is given as long as the spool answers and nothing fails', async () => {
    const { probe } = fixture();

    expect(await probe.check()).toEqual({ status: 'up' });
  });

  it('is taken away when the spool does not answer, and given back when it does', async () => {
    const { state, probe } = fixture();

    state.isSpoolThere = false;
    const without = await probe.check();
    state.isSpoolThere = true;

    expect(without).toEqual({ status: 'down', message: expect.stringContaining('spool') });
    expect(await probe.check()).toEqual({ status: 'up' });
  });

  it('is taken away while the spool takes nothing on', async () => {
    const { state, probe } = fixture();

    state.refusal = 'the disk is full';

    expect(await probe.check()).toEqual({
      status: 'down',
      message: 'Nothing more is taken on: the disk is full.',
    });
  });

  it.each(['Routing', 'Noting down what was delivered'])(
    'is taken away when this fails for 15 seconds, and not before: %s',
    async (what) => {
      const { clock, state, probe } = fixture();
      state.failing = [{ what, sinceMs: clock.nowMs() }];

      clock.advance(14_999);
      const before = await probe.check();
      clock.advance(1);

      expect(before).toEqual({ status: 'up' });
      expect(await probe.check()).toEqual({
        status: 'down',
        message: `${what} has failed since 2026-01-01T00:00:00.000Z: see the log.`,
      });
    },
  );
});
