import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import type { Observer } from '../observability/observer.js';
import type { Retention } from '../notifications/notification-store.js';
import type { RetentionSettings } from './retention.settings.js';
import { Sweeper } from './sweeper.js';

const SETTINGS = {
  checkedRetentionDays: 90,
  uncheckedRetentionDays: 0,
  sentRetentionDays: 0,
  eventMemoryDays: 30,
  deadLetterDays: 20,
  trailDays: 60,
} satisfies RetentionSettings;

/** What was asked of the storage, by the days that lie between then and now. */
async function swept(change: Partial<RetentionSettings> = {}, pending = 0, found = 0) {
  const clock = new FakeClock('2026-05-31T12:00:00Z');
  const days: Record<string, number> = {};
  const note = (name: string) => (before: Date) => {
    days[name] = (clock.nowMs() - before.getTime()) / 86_400_000;
    return Promise.resolve(found);
  };
  const storage = {
    notifications: {
      sweep: ({ checkedBefore, uncheckedBefore, sentBefore, removedBefore }: Retention) => {
        if (checkedBefore !== undefined) void note('checked')(checkedBefore);
        if (uncheckedBefore !== undefined) void note('unchecked')(uncheckedBefore);
        if (sentBefore !== undefined) void note('sent')(sentBefore);
        return note('removed')(removedBefore);
      },
    },
    creations: { pending: () => Promise.resolve(pending), sweep: note('creations') },
    events: { sweep: note('events') },
    mail: { sweep: note('mail') },
    jobs: { sweep: note('jobs') },
    trail: { sweep: note('trail') },
    deadLetters: { sweep: note('deadLetters') },
    reminders: { sweep: note('reminders') },
    idempotency: { sweep: note('keys') },
  };
  const sweeper = new Sweeper(
    storage.creations as never,
    storage.notifications as never,
    storage.jobs as never,
    storage.mail as never,
    storage.trail as never,
    storage.events as never,
    storage.deadLetters as never,
    storage.reminders as never,
    storage.idempotency as never,
    clock,
    {} as Observer,
    { ...SETTINGS, ...change },
  );
  const hasMore = await sweeper.sweep();
  return { days, hasMore };
}

describe('the sweeper', () => {
  it('keeps everything as long as it is needed', async () => {
    const { days, hasMore } = await swept();

    expect(days).toEqual({
      checked: 90,
      removed: 1 / 24,
      creations: 7,
      events: 30,
      deadLetters: 20,
      reminders: 30,
      keys: 0,
      mail: 30,
      trail: 60,
      jobs: 60,
    });
    expect(hasMore).toBe(false);
  });

  it('forgets unchecked and sent records where that is asked, while nothing is being completed', async () => {
    const asked = { uncheckedRetentionDays: 365, sentRetentionDays: 180 };

    expect((await swept(asked)).days).toMatchObject({ unchecked: 365, sent: 180 });
    expect((await swept(asked, 1)).days).not.toHaveProperty('sent');
  });

  it('keeps checked records and dead letters for ever where that is asked', async () => {
    const { days } = await swept({ checkedRetentionDays: 0, deadLetterDays: 0 });

    expect(days).not.toHaveProperty('checked');
    expect(days).not.toHaveProperty('deadLetters');
  });

  it('keeps the marks of removed records while a creation is open that could bring them back', async () => {
    const { days } = await swept({}, 1);

    expect(days['removed']).toBeGreaterThan(365);
  });

  it('goes on at once when there may be more', async () => {
    const { hasMore } = await swept({}, 0, 10_000);

    expect(hasMore).toBe(true);
  });
});
