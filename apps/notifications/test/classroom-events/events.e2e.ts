import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { StorageErrors } from '../../src/database/storage-errors.js';
import { AutoNotifier } from '../../src/notifications/automatic/auto-notifier.js';
import type { Observer } from '../../src/observability/observer.js';
import { ReminderService } from '../../src/reminders/reminder-service.js';
import type { CalendarEvent } from '../../src/reminders/reminders.js';
import { EVENT_SCHEMAS } from '../../src/classroom-events/event-schemas.js';
import { audience, calendarAt, eventOf, unique } from '../events.js';
import { people, person } from '../people.js';
import { message, SERVICE_TOKEN, start, until, type Running } from '../running.js';
import { STORAGES, type TestStorage } from '../storages.js';

const API = '/api/notifications';
/** Spec 2, part 2: what each event becomes. */
const KINDS = [
  ['enrollment.invited', 'classInvitation', 'enrollment', 'classInvitation'],
  ['enrollment.cancelled', 'classCancellation', 'enrollment', 'classCancellation'],
  ['enrollment.approved', 'classApproval', 'enrollment', 'classApproval'],
  ['enrollment.approvalCancelled', 'classApprovalCancel', 'enrollment', 'classApprovalCancel'],
  ['schedule.started', 'scheduleStart', 'syllabus', 'scheduleStart'],
  ['post.created', 'newPost', 'post', 'newPost'],
  ['reminder.requested', 'reminder', 'reminder', 'reminder'],
] as const;

describe('the internal endpoints', () => {
  let running: Running;

  beforeAll(async () => {
    running = await start();
  });
  afterAll(() => running.close());

  const send = (event: unknown) => running.service.call('POST', '/internal/events', event);
  const received = async (name: string) =>
    (await running.as(name).call('GET', `${API}?type=received`)).body.notifications;

  it.each([
    '/internal/events',
    '/INTERNAL/events',
    '/internal/dead-letters',
    '/internal/registrations/x',
  ])('%s needs the service token', async (path) => {
    for (const authorization of ['', 'Bearer wrong', `Basic ${SERVICE_TOKEN}`]) {
      const { status } = await fetch(running.url + path, {
        method: path.endsWith('events') ? 'POST' : 'GET',
        headers: authorization === '' ? {} : { authorization },
      });
      expect(status).toBe(401);
    }
    const asUser = await running.as('ann', { roles: ['admin'] }).call('GET', path);
    expect(asUser.status).toBe(401);
  });

  it('lets nobody in while there is no service token', async () => {
    const closed = await start({ env: { SERVICE_TOKEN: '' } });

    const { status } = await closed.service.call('GET', '/internal/dead-letters');
    await closed.close();

    expect(status).toBe(401);
  });

  it.each(KINDS)('%s becomes %s about %s', async (...kind) => {
    const [type, notificationType, related] = kind;
    const name = unique('ann');

    const answer = await send(eventOf(type, audience(name)));
    const [{ _id } = { _id: '' }] = await received(name);
    const { body } = await running.as(name).call('GET', `${API}/${_id}`);

    expect(answer).toMatchObject({ status: 202, body: { notified: 1 } });
    expect(body.notification).toMatchObject({
      type: 'received',
      notificationType,
      relatedEntity: { type: related, id: 'entity-1' },
      title: 'Title',
      description: 'Text',
      category: 'class',
      autoDeleteOnCheck: true,
    });
    expect(body.notification).not.toHaveProperty('fromUser');
  });

  it.each(KINDS)('%s is not for who switched %s off', async (type, _kind, _related, setting) => {
    const [ann, bob] = [unique('ann'), unique('bob')];
    await running.as(ann).call('PUT', `${API}/settings`, { [setting]: false });
    const data = { ...audience(ann), recipients: [person(ann), person(bob)] };

    const { body } = await send(eventOf(type, data));

    expect(body).toEqual({ notified: 1 });
    expect(await received(ann)).toEqual([]);
    expect(await received(bob)).toHaveLength(1);
  });

  it('is for nobody of another academy, whom nobody knew when it came', async () => {
    const [here, elsewhere] = [unique('here'), unique('elsewhere')];
    const recipients = [person(here), person(elsewhere)];
    await send(eventOf('post.created', { ...audience(here), recipients }));

    const stranger = running.as(elsewhere, { academyId: 'academy-2' });
    const list = (await stranger.call('GET', `${API}?type=received`)).body.notifications;

    expect(list).toEqual([]);
    expect(await received(here)).toHaveLength(1);
  });

  it('notifies once of an event that comes again, also at the same time', async () => {
    const name = unique('ann');
    const event = eventOf('post.created', audience(name));

    await Promise.all([1, 2, 3, 4].map(() => send(event)));
    await send(event);

    expect(await received(name)).toHaveLength(1);
    await send({ ...event, source: '/elsewhere' });
    expect(await received(name)).toHaveLength(2);
  });

  it('uses an event that nobody wanted no more when settings have changed', async () => {
    const name = unique('ann');
    const event = eventOf('post.created', audience(name));
    await running.as(name).call('PUT', `${API}/settings`, { newPost: false });
    const first = await send(event);
    await running.as(name).call('PUT', `${API}/settings`, { newPost: true });

    const again = await send(event);

    expect([first.body, again.body]).toEqual([{ notified: 0 }, { notified: 0 }]);
    expect(await received(name)).toEqual([]);
  });

  it('uses an event no more when its creation is long forgotten', async () => {
    const name = unique('ann');
    const event = eventOf('post.created', audience(name));
    await send(event);
    const { creations } = running.stored.storage;
    await until(async () => (await creations.pending()) === 0);
    await creations.sweep(new Date(Date.now() + 60_000));

    await send(event);

    expect(await received(name)).toHaveLength(1);
  });

  it('uses news without a time once: coming again it is no newer', async () => {
    const name = unique('teacher');
    const { user } = person(name);
    const changed = (active: boolean) =>
      eventOf(
        'registration.changed',
        { user, academyId: 'academy-1', active },
        { time: undefined },
      );
    const began = changed(true);
    await send(began);
    await send(changed(false));

    await send(began);

    expect(await running.stored.storage.people.isRegistered(user, 'academy-1')).toBe(false);
  });

  it('is for the people of its academy, under the userIds of their own tokens', async () => {
    const [ann, bob, eve] = [unique('ann'), unique('bob'), unique('eve')];
    await running.stored.storage.people.remember(
      [
        { ...person(ann), academyId: 'academy-1' },
        { ...person(eve), academyId: 'academy-2' },
      ],
      new Date(),
    );
    const { signals } = await running.connect(ann);
    const data = {
      ...audience(ann),
      recipients: [{ ...person(ann), userId: 'ann of the school' }, person(bob), person(eve)],
    };

    const { body } = await send(eventOf('post.created', data));
    await until(() => signals.length === 1);

    expect(body).toEqual({ notified: 2 });
    expect(await received(ann)).toMatchObject([{ userId: ann }]);
    expect(await received(bob)).toHaveLength(1);
    expect(await received(eve)).toEqual([]);
  });

  it('uses events whose ids are as long as they may be, once', async () => {
    const name = unique('ann');
    // No two characters alike: what repeats itself is compressed.
    const long = (first: number) =>
      String.fromCodePoint(...Array.from({ length: 1000 }, (_unused, index) => first + index));
    const event = eventOf('post.created', audience(name), {
      id: long(0x4e00),
      source: long(0x6000),
    });

    const statuses = [(await send(event)).status, (await send(event)).status];

    expect(statuses).toEqual([202, 202]);
    expect(await received(name)).toHaveLength(1);
  });

  it('takes the character U+0000 that is spelt out as the text that it is', async () => {
    const name = unique('ann');

    const { status } = await send(
      eventOf('post.created', { ...audience(name), title: 'Escape \\u0000 in JSON' }),
    );

    expect(status).toBe(202);
    expect(await received(name)).toMatchObject([{ title: 'Escape \\u0000 in JSON' }]);
  });

  it('takes no long description for many recipients: each record has its own', async () => {
    const data = { ...audience('a'), recipients: people(10_000) };

    const longest = await send(eventOf('post.created', { ...data, description: 'd'.repeat(2001) }));

    expect(longest).toMatchObject({
      status: 400,
      body: { message: 'data/description is too long for so many recipients' },
    });
  });

  it('gives an event up that the storage refuses, and no other failure', () => {
    const errors = new StorageErrors();
    const failures = ['22003', '54000', '40001'].map((code) =>
      Object.assign(new Error('no'), { driverError: { code } }),
    );

    expect(failures.map((error) => errors.isPermanent(error))).toEqual([true, true, false]);
    expect(errors.isPermanent(Object.assign(new Error('no'), { name: 'CastError' }))).toBe(true);
    expect(errors.isPermanent(Object.assign(new Error('no'), { code: 11_600 }))).toBe(false);
  });

  it('signals', async () => {
    const name = unique('ann');
    const { signals } = await running.connect(name);

    await send(eventOf('post.created', audience(name)));

    await until(() => signals.length === 1);
  });

  it.each([
    [[], 'specversion must be 1.0.'],
    [{ specversion: '0.3' }, 'specversion must be 1.0.'],
    [eventOf('post.created', audience('a'), { id: '' }), 'id must be text'],
    [eventOf('post.created', audience('a'), { source: { $gt: '' } }), 'source must be text'],
    [eventOf('post.created', audience('a'), { time: 'yesterday' }), 'time must be'],
    [eventOf('post.created', audience('a'), { time: '-271821-04-20T00:00:00Z' }), 'time must be'],
    [eventOf('post.created', audience('a'), { time: '1969-12-31T00:00:00Z' }), 'time must be'],
    [eventOf('post.created', audience('a'), { time: '2999-01-01T00:00:00Z' }), 'in the future'],
    [calendarAt('2026-12-31T23:59:60Z'), 'data/startsAt must be'],
    [calendarAt('2026-12-31T10:00:00+01'), 'data/startsAt must be'],
    [calendarAt('0000-01-01T00:00:00Z'), 'data/startsAt must be'],
    [eventOf('post.deleted', audience('a')), 'The type post.deleted is not known.'],
    [eventOf('toString', audience('a')), 'The type toString is not known.'],
    [eventOf('post.created', { ...audience('a'), recipients: [] }), 'data/recipients'],
    [eventOf('post.created', { ...audience('a'), title: 5 }), 'data/title'],
    [eventOf('post.created', { ...audience('a'), title: 'a\u0000' }), 'U+0000'],
    [eventOf('calendar.event.created', audience('a')), 'data must have'],
  ])('answers 400 and why to the event %#', async (event, reason) => {
    const { status, body } = await send(event);

    expect(status).toBe(400);
    expect(body.message).toContain(reason);
  });

  it.each(Object.keys(EVENT_SCHEMAS))('%s refuses data that is none', async (type) => {
    expect((await send(eventOf(type, {}))).status).toBe(400);
  });

  it('takes registrations, by the endpoint and by events; the newest counts', async () => {
    const name = unique('teacher');
    const { user } = person(name);
    const create = async () =>
      (await running.as(name, { roles: ['teacher'] }).call('POST', API, message(['ann']))).status;
    const changed = (active: boolean, time: string) =>
      send(eventOf('registration.changed', { user, academyId: 'academy-1', active }, { time }));

    await changed(true, '2026-01-02T00:00:00Z');
    const active = await create();
    await changed(false, '2026-01-01T00:00:00Z');
    const stale = await create();
    await changed(false, '2026-01-03T00:00:00Z');
    const ended = await create();

    expect([active, stale, ended]).toEqual([201, 201, 403]);
  });

  it('takes what the endpoint says over an event whose clock is ahead', async () => {
    const name = unique('teacher');
    const { user } = person(name);
    const time = new Date(Date.now() + 4 * 60_000).toISOString();
    const began = eventOf(
      'registration.changed',
      { user, academyId: 'academy-1', active: true },
      { time },
    );
    await send(began);

    const body = { academyId: 'academy-1', active: false };
    const ended = await running.service.call('PUT', `/internal/registrations/${user}`, body);
    await send(began);
    const { status } = await running
      .as(name, { roles: ['teacher'] })
      .call('POST', API, message(['ann']));

    expect(ended.body).toEqual({ registration: { user, ...body } });
    expect(status).toBe(403);
  });

  it.each([
    ['short', { academyId: 'a', active: true }, 'FIELD_INVALID(user)'],
    [person('t').user, {}, 'FIELD_REQUIRED(academyId)'],
    [person('t').user, { academyId: {} }, 'FIELD_INVALID(academyId)'],
    [person('t').user, { academyId: 'a' }, 'FIELD_REQUIRED(active)'],
    [person('t').user, { academyId: 'a', active: 'yes' }, 'FIELD_INVALID(active)'],
  ])('refuses the registration of %s with %j', async (user, body, expected) => {
    const answer = await running.service.call('PUT', `/internal/registrations/${user}`, body);

    expect(answer).toMatchObject({ status: 400, body: { message: expected } });
  });

  it('reminds of a calendar event over everything that lies between', async () => {
    const name = unique('ann');
    const { signals } = await running.connect(name);
    const startsAt = new Date(Date.now() + 15 * 60_000 + 6000).toISOString();
    const data = {
      academyId: 'academy-1',
      eventId: unique('lesson'),
      version: 1,
      title: 'Lesson',
      startsAt,
      attendees: [person(name)],
    };

    await send(eventOf('calendar.event.created', data));
    // Six seconds before it is due.
    expect(await received(name)).toEqual([]);
    await until(() => signals.length === 1);

    expect(await received(name)).toMatchObject([
      { title: 'Lesson', notificationType: 'reminder', relatedEntity: { type: 'calendarEvent' } },
    ]);
  });
});

describe.each(STORAGES)('reminders on $name', ({ open, isThere }) => {
  (isThere ? describe : describe.skip)('with a clock that is moved', () => {
    let opened: TestStorage;

    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened.close());

    const NOW = '2026-05-01T08:00:00Z';
    const MINUTE = 60_000;

    function world() {
      const clock = new FakeClock(NOW);
      const sent: { key: string; people: string[]; description: string }[] = [];
      const outcomes: string[] = [];
      const observer = {
        reminded: (_people: number, outcome: string) => outcomes.push(outcome),
        trouble: (_what: string, error: unknown) => {
          throw error;
        },
      } as unknown as Observer;
      const create = (creation: Parameters<AutoNotifier['notify']>[0]) => {
        const { key, recipients, content } = creation;
        const known = sent.find((one) => one.key === key);
        const people = recipients.map(({ userId }) => userId).sort();
        if (known === undefined) sent.push({ key, people, description: content.description ?? '' });
        return Promise.resolve({ recipients } as never);
      };
      const { storage } = opened;
      const notifier = new AutoNotifier(storage.settings, storage.people, { create } as never);
      const { reminders: kept, settings } = storage;
      const service = () => new ReminderService(kept, settings, notifier, clock, observer);
      const remindAll = async (reminders = service()) => {
        while (await reminders.remind());
        return sent.flatMap(({ people }) => people);
      };
      return { clock, sent, outcomes, service, remindAll, notifier };
    }

    const lesson = (change: Partial<CalendarEvent> = {}): CalendarEvent => ({
      eventId: unique('lesson'),
      academyId: 'academy-1',
      version: 1,
      title: 'Lesson',
      startsAt: new Date(Date.parse(NOW) + 60 * MINUTE),
      cancelled: false,
      attendees: [person('ann'), person('bob')],
      ...change,
    });

    it('go out at each user’s own time, once, also from a service that was started anew', async () => {
      const { clock, service, remindAll } = world();
      const [ann, bob] = [person(unique('ann')), person(unique('bob'))];
      await opened.storage.settings.update(bob, { eventReminderDefault: 30 }, new Date(NOW));
      await service().apply(lesson({ attendees: [ann, bob] }));

      clock.advance(30 * MINUTE);
      const bobs = await remindAll(service());
      clock.advance(15 * MINUTE);
      const both = await remindAll(service());
      clock.advance(60 * MINUTE);

      expect(bobs).toEqual([bob.userId]);
      expect(both).toEqual([bob.userId, ann.userId]);
      expect(await remindAll(service())).toEqual(both);
    });

    it('use the event’s own minutes, and begin at once for what begins soon', async () => {
      const { clock, service, remindAll, sent } = world();
      await service().apply(lesson({ reminderMinutes: 50 }));
      await service().apply(lesson({ startsAt: new Date(clock.nowMs() + MINUTE) }));

      expect(await remindAll()).toHaveLength(2);
      clock.advance(10 * MINUTE);
      expect(await remindAll()).toHaveLength(4);
      expect(sent[0]?.description).toBe('Begins at 2026-05-01T08:01:00.000Z.');
    });

    it('follow moves and cancellations, in whatever order they come', async () => {
      const { clock, service, remindAll } = world();
      const event = lesson();
      const moved = { ...event, version: 2, startsAt: new Date(clock.nowMs() + 120 * MINUTE) };
      await service().apply(moved);
      await service().apply(event);
      clock.advance(50 * MINUTE);
      expect(await remindAll()).toEqual([]);

      await service().apply({ ...moved, version: 3, cancelled: true, attendees: [] });
      clock.advance(120 * MINUTE);

      expect(await remindAll()).toEqual([]);
    });

    it.each([
      ['cancelled', { cancelled: true }],
      ['moved', { startsAt: new Date(Date.parse(NOW) + 600 * MINUTE) }],
    ])('are not sent when news that the event is %s overtakes them', async (_what, change) => {
      const { clock, service, remindAll } = world();
      const event = lesson({ attendees: people(1000, unique('late')) });
      const { reminders } = opened.storage;
      // The first state is taken over, and its reminders are written after the second is all done.
      const replace = reminders.replace.bind(reminders);
      const late = jest.spyOn(reminders, 'replace').mockImplementationOnce(async (...first) => {
        await service().apply({ ...event, version: 2, ...change });
        await replace(...first);
      });
      await service().apply(event);
      late.mockRestore();
      clock.advance(50 * MINUTE);

      expect(await remindAll()).toEqual([]);
    });

    it('are not sent when the service dies before it applies that the event is cancelled', async () => {
      const { clock, service, remindAll } = world();
      const event = lesson();
      await service().apply(event);
      await opened.storage.reminders.takeEvent({ ...event, version: 2, cancelled: true });
      clock.advance(50 * MINUTE);

      expect(await remindAll()).toEqual([]);
      await service().apply({ ...event, version: 2, cancelled: true });
      clock.advance(MINUTE);
      expect(await remindAll()).toEqual([]);
    });

    it('come once when the service dies after sending and the event then moves', async () => {
      const { clock, service, remindAll } = world();
      const event = lesson();
      await service().apply(event);
      clock.advance(45 * MINUTE);
      const crash = jest
        .spyOn(opened.storage.reminders, 'finish')
        .mockRejectedValueOnce(new Error('crash'));
      await expect(service().remind()).rejects.toThrow('crash');
      crash.mockRestore();
      await service().apply({ ...event, version: 2, title: 'Another room' });
      clock.advance(MINUTE);

      expect(await remindAll()).toHaveLength(2);
    });

    it('are missed, and said to be, when the event is long over', async () => {
      const { clock, service, remindAll, outcomes } = world();
      await service().apply(lesson());
      clock.advance(71 * MINUTE);

      expect(await remindAll()).toEqual([]);
      expect(outcomes).toEqual(['missed']);
    });

    it('are late, but come, after an outage', async () => {
      const { clock, service, remindAll } = world();
      await service().apply(lesson());
      clock.advance(65 * MINUTE);

      expect(await remindAll()).toHaveLength(2);
    });

    it('leave out who switched them off', async () => {
      const { clock, service, remindAll } = world();
      const [ann, bob] = [person(unique('ann')), person(unique('bob'))];
      await opened.storage.settings.update(ann, { reminder: false }, new Date(NOW));
      await service().apply(lesson({ attendees: [ann, bob] }));
      clock.advance(45 * MINUTE);

      expect(await remindAll()).toEqual([bob.userId]);
    });

    it('come once when a crash came between sending and noting it', async () => {
      const { clock, service, remindAll, sent } = world();
      const event = lesson();
      await service().apply(event);
      clock.advance(45 * MINUTE);
      const crash = jest
        .spyOn(opened.storage.reminders, 'finish')
        .mockRejectedValueOnce(new Error('crash'));
      await expect(service().remind()).rejects.toThrow('crash');
      crash.mockRestore();
      clock.advance(MINUTE);

      await remindAll();

      expect(sent).toHaveLength(1);
    });
  });
});
