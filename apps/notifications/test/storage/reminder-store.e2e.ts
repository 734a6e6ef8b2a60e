import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { remindersOf, type CalendarEvent } from '../../src/reminders/reminders.js';
import { type Storage, STORAGES, type TestStorage } from '../storages.js';
import { person } from '../people.js';

let number = 0;
const unique = (name: string) => `${name}-${(number += 1)}`;

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds));

describe.each(STORAGES)('reminders in the storage: $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('as the port promises', () => {
    let opened: TestStorage;
    let storage: Storage;

    beforeAll(async () => {
      opened = await open();
      ({ storage } = opened);
    });
    afterAll(() => opened.close());

    const eventOf = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
      eventId: unique('event'),
      academyId: 'academy-1',
      version: 1,
      title: 'Lesson',
      startsAt: at(0),
      cancelled: false,
      attendees: [person('ann'), person('bob')],
      ...change,
    });
    const apply = async (event: CalendarEvent, minutes = 15) => {
      if (!(await storage.reminders.takeEvent(event))) return false;
      await storage.reminders.replace(
        event,
        remindersOf(event, () => minutes),
      );
      await storage.reminders.applied(event);
      return true;
    };
    const minutes = (count: number) => new Date(at(0).getTime() + count * 60_000);
    const claim = (now: Date) => storage.reminders.claim(now, new Date(now.getTime() + 10_000));
    const fire = async (now: Date) => {
      const due = await claim(now);
      if (due !== undefined) await storage.reminders.finish(due.claimId);
      return due?.people.map(({ userId }) => userId);
    };

    it('come due together, once', async () => {
      const event = eventOf();
      await apply(event);

      expect(await claim(minutes(-16))).toBeUndefined();
      const due = await claim(minutes(-15));
      expect(due?.event).toEqual(event);
      expect(due?.people.map(({ userId }) => userId).sort()).toEqual(['ann', 'bob']);
      await storage.reminders.finish(due!.claimId);
      expect(await claim(minutes(60))).toBeUndefined();
    });

    it('come again under the same claim after a crash', async () => {
      await apply(eventOf());
      const first = await claim(minutes(-15));

      expect(await claim(minutes(-15))).toBeUndefined();
      const again = await claim(minutes(-14));

      expect(again).toEqual(first);
      await storage.reminders.finish(again!.claimId);
    });

    it('follow a moved event, also one whose reminder has been sent', async () => {
      const event = eventOf();
      await apply(event);
      expect(await fire(minutes(-15))).toHaveLength(2);

      await apply({ ...event, version: 2, startsAt: minutes(60) });

      expect(await fire(minutes(40))).toBeUndefined();
      expect(await fire(minutes(45))).toHaveLength(2);
      await apply({ ...event, version: 3, startsAt: at(0) });
      expect(await fire(minutes(90))).toBeUndefined();
    });

    it('end with a cancelled event and for people who are no longer invited', async () => {
      const one = eventOf();
      const other = eventOf();
      await apply(one);
      await apply(other);
      await apply({ ...one, version: 2, cancelled: true });
      await apply({ ...other, version: 2, attendees: [person('bob')] });

      expect(await fire(minutes(0))).toEqual(['bob']);
      expect(await fire(minutes(0))).toBeUndefined();
    });

    it('take no older news, and the same news again only until they were applied', async () => {
      const event = eventOf({ version: 5, startsAt: minutes(100) });

      expect(await storage.reminders.takeEvent(event)).toBe(true);
      expect(await storage.reminders.takeEvent(event)).toBe(true);
      await storage.reminders.applied(event);
      expect(await storage.reminders.takeEvent(event)).toBe(false);
      expect(await apply({ ...event, version: 4 })).toBe(false);
      expect(await apply({ ...event, version: 6, cancelled: true })).toBe(true);
    });

    it('are not those of older news that is applied late', async () => {
      const old = eventOf();
      await storage.reminders.takeEvent(old);
      await apply({ ...old, version: 2, startsAt: minutes(60) });

      await storage.reminders.replace(
        old,
        remindersOf(old, () => 15),
      );

      expect(await claim(minutes(0))).toBeUndefined();
      expect(await fire(minutes(45))).toHaveLength(2);
    });

    it('follow a changed default, unless the event has its own', async () => {
      await apply(eventOf({ attendees: [person('ann')] }));
      await apply(eventOf({ attendees: [person('ann')], reminderMinutes: 5, title: 'Own' }));

      await storage.reminders.reschedule(person('ann').user, 30);

      const first = await claim(minutes(-30));
      await storage.reminders.finish(first!.claimId);
      const early = await claim(minutes(-6));
      const second = await claim(minutes(-5));
      await storage.reminders.finish(second!.claimId);

      expect(first?.event.title).toBe('Lesson');
      expect(early).toBeUndefined();
      expect(second?.event.title).toBe('Own');
    });

    it('keep the events of two academies apart', async () => {
      const event = eventOf({ attendees: [person('ann')] });
      const other = { ...event, academyId: 'academy-2', attendees: [person('bob')] };
      await apply(event);
      await apply(other);
      await apply({ ...event, version: 2, cancelled: true });

      const due = await claim(minutes(0));
      expect(due?.event).toEqual(other);
      await storage.reminders.finish(due!.claimId);
      expect(await claim(minutes(0))).toBeUndefined();
    });

    it('stay claimed when the event moves and begins at the same time, one reminder in all', async () => {
      const event = eventOf();
      await apply(event);
      const first = await claim(minutes(-15));

      await apply({ ...event, version: 2, title: 'Moved', attendees: [person('ann')] });

      expect(await claim(minutes(-15))).toBeUndefined();
      const again = await claim(minutes(-14));
      expect(again).toMatchObject({ claimId: first!.claimId, version: 2 });
      expect(again?.people.map(({ userId }) => userId)).toEqual(['ann']);
      await storage.reminders.finish(again!.claimId);
      expect(await claim(minutes(60))).toBeUndefined();
    });

    it('are claimed by one of many', async () => {
      await apply(eventOf());

      const claims = await Promise.all(Array.from({ length: 6 }, () => claim(minutes(0))));

      const people = claims.flatMap((one) => one?.people ?? []);
      expect(people.map(({ userId }) => userId).sort()).toEqual(['ann', 'bob']);
      for (const one of claims) if (one !== undefined) await storage.reminders.finish(one.claimId);
    });

    it('are forgotten with their event', async () => {
      await apply(eventOf({ startsAt: new Date(Date.UTC(2018, 0, 1)) }));

      expect(await storage.reminders.sweep(new Date(Date.UTC(2018, 0, 2)))).toBe(1);
      expect(await claim(minutes(0))).toBeUndefined();
    });
  });
});
