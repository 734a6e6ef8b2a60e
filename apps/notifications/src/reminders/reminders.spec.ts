import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { ReminderService } from './reminder-service.js';
import { fireAt, remindersOf, type CalendarEvent, type DueReminders } from './reminders.js';

const START = new Date('2026-05-01T09:00:00Z');
const MINUTE = 60_000;
const personOf = (digit: string) => ({ user: digit.repeat(24), userId: digit, userName: digit });
const [ann, bob] = [personOf('a'), personOf('b')];

const lesson = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
  ...{ academyId: 'academy-1', eventId: 'lesson-1', version: 3, title: 'Lesson' },
  ...{ startsAt: START, cancelled: false, attendees: [ann, bob] },
  ...change,
});
const minutesOf = (user: string) => (user === ann.user ? 15 : 60);

describe('reminders of an event', () => {
  it('fire as many minutes before the beginning as each user wants', () => {
    const found = remindersOf(lesson(), minutesOf);

    expect(found.map((one) => [one.person, one.fireAt.toISOString(), one.ownMinutes])).toEqual([
      [ann, '2026-05-01T08:45:00.000Z', undefined],
      [bob, '2026-05-01T08:00:00.000Z', undefined],
    ]);
  });

  it.each([0, 5, 40_320])(
    'fire the event’s own %i minutes before, where it has them',
    (minutes) => {
      const found = remindersOf(lesson({ reminderMinutes: minutes }), minutesOf);

      expect(new Set(found.map((one) => one.fireAt.getTime()))).toEqual(
        new Set([START.getTime() - minutes * MINUTE]),
      );
      expect(found.map(({ ownMinutes }) => ownMinutes)).toEqual([minutes, minutes]);
      expect(fireAt(START, minutes)).toEqual(found[0]?.fireAt);
    },
  );

  it('are none of a cancelled event and of one that nobody attends', () => {
    expect(remindersOf(lesson({ cancelled: true }), minutesOf)).toEqual([]);
    expect(remindersOf(lesson({ attendees: [] }), minutesOf)).toEqual([]);
  });

  it('are the same for the same beginning, whatever else changes', () => {
    const ids = (change: Partial<CalendarEvent> = {}) =>
      remindersOf(lesson(change), minutesOf).map(({ id }) => id);

    expect(ids({ version: 4, title: 'Another', reminderMinutes: 1 })).toEqual(ids());
    expect(new Set(ids()).size).toBe(2);
  });

  it.each([
    ['beginning', { startsAt: new Date(START.getTime() + 1) }],
    ['event', { eventId: 'lesson-2' }],
    ['academy', { academyId: 'academy-2' }],
  ])('are others for another %s', (_what, change) => {
    const ids = (event: CalendarEvent) => remindersOf(event, minutesOf).map(({ id }) => id);

    expect(ids(lesson(change)).filter((id) => ids(lesson()).includes(id))).toEqual([]);
  });
});

describe('the reminder service', () => {
  function world(due?: Partial<DueReminders>, nowMs = START.getTime() - 15 * MINUTE) {
    const calls: string[] = [];
    const call =
      (name: string) =>
      (...details: unknown[]) =>
        Promise.resolve(void calls.push([name, ...details].map(String).join(' ')));
    const notified: unknown[] = [];
    let left: DueReminders | undefined = due && {
      ...{ claimId: 'claim-1', event: lesson(), applied: true, version: 3, people: [ann] },
      ...due,
    };
    const outcomes: unknown[] = [];
    const service = new ReminderService(
      {
        claim: () => {
          const taken = left;
          left = undefined;
          return Promise.resolve(taken);
        },
        finish: call('finish'),
        cancel: call('cancel'),
        reschedule: call('reschedule'),
      } as never,
      {} as never,
      { notify: (one: unknown) => Promise.resolve(notified.push(one)) } as never,
      new FakeClock(new Date(nowMs).toISOString()),
      { reminded: (...all: unknown[]) => outcomes.push(all) } as never,
    );
    return { service, calls, notified, outcomes };
  }

  it('reminds those who are due, under a key that a second try has as well', async () => {
    const { service, calls, notified, outcomes } = world({ people: [ann, bob] });

    expect(await service.remind()).toBe(true);
    expect(await service.remind()).toBe(false);

    expect(notified).toEqual([
      {
        key: 'reminder:claim-1',
        academyId: 'academy-1',
        recipients: [ann, bob],
        content: {
          title: 'Lesson',
          description: 'Begins at 2026-05-01T09:00:00.000Z.',
          notificationType: 'reminder',
          relatedEntity: { type: 'calendarEvent', id: 'lesson-1' },
          autoDeleteOnCheck: true,
        },
      },
    ]);
    expect(calls).toEqual(['finish claim-1']);
    expect(outcomes).toEqual([[2, 'sent']]);
  });

  it('says what the event says', async () => {
    const { service, notified } = world({ event: lesson({ description: 'Room 4' }) });

    await service.remind();

    expect(notified).toMatchObject([
      { content: { description: 'Begins at 2026-05-01T09:00:00.000Z.\nRoom 4' } },
    ]);
  });

  it.each([
    ['until ten minutes after the beginning', 10 * MINUTE, 1, 'sent'],
    ['no longer', 10 * MINUTE + 1, 0, 'missed'],
  ])('reminds late, %s', async (_name, lateMs, count, outcome) => {
    const { service, calls, notified, outcomes } = world({}, START.getTime() + lateMs);

    await service.remind();

    expect(notified).toHaveLength(count);
    expect(outcomes).toEqual([[1, outcome]]);
    expect(calls).toEqual(['finish claim-1']);
  });

  it.each([
    ['was cancelled', { event: lesson({ cancelled: true }) }],
    ['has newer news', { event: lesson({ version: 4 }) }],
  ])('takes back what is due of an event that %s', async (_name, due) => {
    const { service, calls, notified } = world(due);

    await service.remind();

    expect(notified).toEqual([]);
    expect(calls).toEqual(['cancel claim-1 3']);
  });

  it('leaves what is due alone while newer news is being applied', async () => {
    const { service, calls, notified } = world({ event: lesson({ version: 4 }), applied: false });

    expect(await service.remind()).toBe(true);

    expect([notified, calls]).toEqual([[], []]);
  });

  it('moves the reminders of a user whose default has changed', async () => {
    const { service, calls } = world();

    await service.reschedule(ann.user, 45);

    expect(calls).toEqual([`reschedule ${ann.user} 45`]);
  });
});
