import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventOf, unique } from '../events.js';
import { person } from '../people.js';
import { start, until, type Running } from '../running.js';
import { STORAGES } from '../storages.js';

const CALENDAR = '/api/notifications/calendar';

describe.each(STORAGES)('the calendar feed on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('of what one is reminded of', () => {
    let running: Running;

    beforeAll(async () => {
      running = await start({ open, env: { PUBLIC_URL: 'https://school.example.org' } });
    });
    afterAll(() => running.close());

    const publish = (type: string, attendees: readonly string[], change: object) =>
      running.service.call(
        'POST',
        '/internal/events',
        eventOf(`calendar.event.${type}`, {
          ...{
            academyId: 'academy-1',
            version: 1,
            title: 'Maths',
            startsAt: '2099-03-01T09:00:00Z',
          },
          attendees: attendees.map(person),
          ...change,
        }),
      );
    const opened = async (name: string) => {
      const { body } = await running.as(name).call('POST', CALENDAR);
      return new URL((body as unknown as { readonly url: string }).url);
    };
    const read = async ({ pathname, search }: URL) => {
      const answer = await fetch(running.url + pathname + search);
      return {
        status: answer.status,
        type: answer.headers.get('content-type'),
        text: await answer.text(),
      };
    };
    const summaries = async (url: URL) =>
      [...(await read(url)).text.matchAll(/SUMMARY:(.*?)\r\n/g)].map(([, title]) => title);

    it('has each event with its newest time, and none that is cancelled or is for others', async () => {
      const name = unique('reader');
      const [moved, cancelled, left] = [unique('moved'), unique('cancelled'), unique('left')];
      await publish('created', [name], { eventId: moved, description: 'Room 7; bring, pens' });
      await publish('moved', [name], {
        eventId: moved,
        version: 2,
        startsAt: '2099-03-02T10:30:00Z',
        description: 'Room 7; bring, pens',
      });
      await publish('created', [name], { eventId: cancelled, title: 'Cancelled' });
      await publish('cancelled', [], { eventId: cancelled, version: 2, title: 'Cancelled' });
      await publish('created', [name], { eventId: left, title: 'Left' });
      await publish('moved', [unique('other')], { eventId: left, version: 2, title: 'Left' });
      await publish('created', [unique('other')], { eventId: unique('theirs'), title: 'Theirs' });
      const url = await opened(name);

      const { status, type, text } = await read(url);

      expect([url.origin, status, type]).toEqual([
        ...['https://school.example.org', 200, 'text/calendar; charset=utf-8'],
      ]);
      expect(await summaries(url)).toEqual(['Maths']);
      expect(text).toContain('DTSTART:20990302T103000Z');
      expect(text).toContain(`UID:academy-1/${moved}`);
      expect(text).toContain('SEQUENCE:2');
      expect(text).toContain('DESCRIPTION:Room 7\\; bring\\, pens');
      expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
    });

    it("is nobody's while the account is deactivated", async () => {
      const name = unique('reader');
      const url = await opened(name);
      const account = (change: object) =>
        running.service.call('PUT', `/internal/people/${person(name).user}`, {
          ...{ academyId: 'academy-1', userId: name, userName: name },
          ...change,
        });

      await account({ active: false });
      const { status } = await read(url);
      await account({});

      expect(status).toBe(404);
      expect((await read(url)).status).toBe(200);
    });

    it('is at an address that is told once, replaced and revoked', async () => {
      const name = unique('reader');
      const mine = running.as(name);
      const none = await mine.call('GET', CALENDAR);
      const first = await opened(name);
      const second = await opened(name);
      const since = (await mine.call('GET', CALENDAR)).body as unknown as { since: string };

      const replaced = await read(first);
      const current = await read(second);
      await mine.call('DELETE', CALENDAR);
      const revoked = await read(second);

      expect(none.body).toEqual({ since: null });
      expect(since.since).toMatch(/^20/);
      expect([replaced.status, current.status, revoked.status]).toEqual([404, 200, 404]);
      expect(JSON.parse(revoked.text)).toEqual({ message: 'CALENDAR_NOT_FOUND' });
    });

    it('is not read as often as somebody likes who needs no sign-in: it is much work', async () => {
      const [url, other] = [await opened(unique('reader')), await opened(unique('reader'))];

      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) statuses.push((await read(url)).status);

      expect(statuses).toEqual([...Array<number>(10).fill(200), 429, 429]);
      expect((await read(other)).status).toBe(200);
    });

    it('ends with the account', async () => {
      const name = unique('reader');
      const url = await opened(name);

      await running.service.call('DELETE', `/internal/people/${person(name).user}`);

      await until(async () => (await read(url)).status === 404, 30_000);
    });

    it.each(['', '?token=', '?token=a&token=b', `?token=${'x'.repeat(43)}`])(
      'is nobody’s at %s',
      async (search) => {
        const answer = await fetch(`${running.url}${CALENDAR}.ics${search}`);

        expect(answer.status).toBe(404);
      },
    );
  });
});
