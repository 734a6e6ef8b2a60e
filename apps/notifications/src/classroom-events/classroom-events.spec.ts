import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '@sextant/platform-runtime/clock';
import { ClassroomEvents, UnusableEvent, type IncomingEvent } from './classroom-events.js';
import { eventKey } from '../notifications/creation/event-key.js';

const EVENT: IncomingEvent = {
  ...{ id: 'event-1', source: '/school', type: 'post.created', data: {} },
  time: new Date('2026-01-01T00:00:00Z'),
};

/** @param notify what becomes of a notification: how many are notified */
function world(notify: () => Promise<number>) {
  const remembered: string[] = [];
  const used: string[] = [];
  let notified = 0;
  const events = new ClassroomEvents(
    {
      read: () => ({ kind: 'notify', academyId: 'a', recipients: [], content: {} as never }),
    },
    {
      notify: () => {
        notified += 1;
        return notify();
      },
    } as never,
    {} as never,
    {} as never,
    {
      has: (key: string) => Promise.resolve(remembered.includes(key)),
      remember: (key: string) => Promise.resolve(void remembered.push(key)),
    } as never,
    {} as never,
    new FakeClock('2026-01-01T00:00:00Z'),
    { event: (type: string) => used.push(type) } as never,
    { isPermanent: (error) => error instanceof RangeError },
  );
  return { events, remembered, used, times: () => notified };
}

describe('events of the classroom', () => {
  it('are remembered by their source and id when nobody wanted them', async () => {
    const { events, remembered, times } = world(() => Promise.resolve(0));

    expect([await events.use(EVENT), await events.use(EVENT)]).toEqual([0, 0]);

    expect(remembered).toEqual([eventKey(EVENT)]);
    expect(times()).toBe(1);
    await events.use({ ...EVENT, source: '/elsewhere' });
    expect(times()).toBe(2);
  });

  it('are left to their creation to remember when somebody is notified', async () => {
    const { events, remembered } = world(() => Promise.resolve(3));

    expect(await events.use(EVENT)).toBe(3);

    expect(remembered).toEqual([]);
  });

  it('are unusable when the storage refuses them for good', async () => {
    const { events, remembered, used } = world(() => Promise.reject(new RangeError('no value')));

    await expect(events.use(EVENT)).rejects.toThrow(UnusableEvent);

    expect([remembered, used]).toEqual([[], []]);
  });

  it('are tried again when the storage is away, and not remembered', async () => {
    const { events, remembered } = world(() => Promise.reject(new Error('no database')));

    await expect(events.use(EVENT)).rejects.toThrow('no database');

    expect(remembered).toEqual([]);
  });
});
