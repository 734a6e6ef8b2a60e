import { afterEach, describe, expect, it, jest } from '@jest/globals';
import type { RelayEvent, StoredEvent } from '../events/event.js';
import { Intake } from './intake.js';
import type { Observer } from '../observability/observer.js';
import type { Spool } from '../spool/spool.js';

const event = { id: 'e', key: 'k', source: 'k8s' } as unknown as RelayEvent;

/** A spool whose writes the test ends, and what was observed. */
function fixture() {
  const writes: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const seen = { dropped: [] as string[], accepted: 0, stored: [] as StoredEvent[] };
  const observer: Observer = {
    accepted: (_source, events) => void (seen.accepted += events.length),
    dropped: (_source, reason, count) => void seen.dropped.push(`${reason} ${count}`),
    delivery: () => undefined,
    trouble: () => undefined,
  };
  const spool: Pick<Spool, 'append'> = {
    append: (events) =>
      new Promise((resolve, reject) => {
        writes.push({ resolve: () => resolve(events.map((_event, index) => index)), reject });
      }),
  };
  const intake = new Intake(spool as Spool, observer, {
    isLeading: true,
    offer: (events) => void seen.stored.push(...events),
  });
  const written = async (count: number) => {
    while (writes.length < count) await new Promise((resolve) => setImmediate(resolve));
    return writes[count - 1]!;
  };
  return { intake, seen, writes, written };
}

const reviews = { source: 'k8s', events: [event], bytes: 10, withinMs: 20 };
const alerts = { source: 'alertmanager', events: [event, event], bytes: 10 };

describe('the intake', () => {
  afterEach(() => void jest.useRealTimers()); // a case that fails in between leaves the next one its own

  it('answers when the events are stored, and not before', async () => {
    const { intake, seen, written } = fixture();
    let isAnswered = false;

    const answer = intake.accept(alerts).then(() => (isAnswered = true));
    const write = await written(1);
    expect(isAnswered).toBe(false);
    write.resolve();
    await answer;

    expect(seen).toMatchObject({ accepted: 2, dropped: [] });
    expect(seen.stored.map(({ seq }) => seq)).toEqual([0, 1]);
  });

  it('answers 503 when they could not be stored', async () => {
    const { intake, seen, written } = fixture();

    const answer = intake.accept(alerts);
    (await written(1)).reject(new Error('disk full'));

    await expect(answer).rejects.toMatchObject({
      code: 'not_stored',
      status: 503,
      headers: { 'Retry-After': '5' },
    });
    expect(seen.accepted).toBe(0);
  });

  it('lets a review go after its time, counts it, and still stores it', async () => {
    const { intake, seen, written } = fixture();

    await intake.accept(reviews);
    expect(seen).toMatchObject({ accepted: 0, dropped: ['unstored 1'] });
    (await written(1)).resolve();
    await new Promise((resolve) => setImmediate(resolve));

    expect(seen.accepted).toBe(1);
  });

  it('keeps a review that could not be stored in memory, and tries again', async () => {
    const { intake, seen, written } = fixture();

    const answer = intake.accept(reviews);
    (await written(1)).reject(new Error('disk full'));
    await answer;
    expect([intake.unstored, seen.dropped]).toEqual([1, ['unstored 1']]);
    const closing = intake.close();
    (await written(2)).resolve();
    await closing;

    expect([intake.unstored, seen.accepted]).toEqual([0, 1]);
  });

  it('does not end before what was answered too early is stored', async () => {
    const { intake, seen, written } = fixture();
    await intake.accept(reviews);
    const write = await written(1);
    let isOver = false;

    const closing = intake.close().then(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    write.resolve();
    await closing;

    expect([seen.accepted, seen.stored.length]).toEqual([1, 1]);
  });

  it('ends for good: what still cannot be stored is counted as lost, and nothing tries again', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { intake, seen, writes, written } = fixture();

    const answer = intake.accept(reviews);
    (await written(1)).reject(new Error('disk full'));
    await answer;
    const closing = intake.close();
    (await written(2)).reject(new Error('disk full'));
    await closing;
    jest.advanceTimersByTime(60_000);
    await new Promise((resolve) => setImmediate(resolve));

    expect(seen.dropped).toEqual(['unstored 1', 'lost 1']);
    expect(writes).toHaveLength(2);
  });

  it('counts a review that is late and then fails once', async () => {
    const { intake, seen, written } = fixture();

    await intake.accept(reviews);
    (await written(1)).reject(new Error('disk full'));
    while (intake.unstored === 0) await new Promise((resolve) => setImmediate(resolve));
    const closing = intake.close();
    (await written(2)).resolve();
    await closing;

    expect(seen.dropped).toEqual(['unstored 1']);
  });

  it('bounds what it keeps in memory by its size too, and drops the oldest', async () => {
    const { intake, seen, written } = fixture();
    const large = { ...reviews, bytes: 30 * 1024 * 1024 };

    for (let n = 1; n <= 3; n += 1) {
      const answer = intake.accept(large);
      (await written(n)).reject(new Error('disk full'));
      await answer;
    }

    expect(intake.unstored).toBe(2);
    expect(seen.dropped).toContain('lost 1');
    const closing = intake.close();
    (await written(4)).resolve();
    await closing;
  });

  it('makes keys that every spool can hold', async () => {
    const { intake, seen, written } = fixture();
    const long = 'x'.repeat(8000);
    const events = ['a\0b', `${long}1`, `${long}2`].map((key) => ({ ...event, key }));

    const answer = intake.accept({ ...alerts, events });
    (await written(1)).resolve();
    await answer;

    const keys = seen.stored.map((stored) => stored.event.key);
    expect(keys[0]).toBe('a\uFFFDb');
    expect(keys.every(({ length }) => length <= 512)).toBe(true);
    expect(new Set(keys).size).toBe(3);
  });

  it('answers 503 to more than can wait for the disk', async () => {
    const { intake, written } = fixture();
    const large = { ...alerts, bytes: 100 * 1024 * 1024 };

    const first = intake.accept(large);
    await expect(intake.accept(large)).rejects.toMatchObject({ code: 'overloaded', status: 503 });
    (await written(1)).resolve();
    await first;
    const third = intake.accept(large);
    (await written(2)).resolve();

    await expect(third).resolves.toBeUndefined();
  });

  it('stores nothing for a request without events', async () => {
    await expect(fixture().intake.accept({ ...alerts, events: [] })).resolves.toBeUndefined();
  });
});
