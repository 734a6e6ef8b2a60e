import { expect, it } from '@jest/globals';
import { toIcs } from './ics.js';

const event = (change: object = {}) => ({
  ...{ academyId: 'academy-1', eventId: 'event-1', version: 1, title: 'Maths' },
  ...{ startsAt: new Date('2099-03-01T09:00:00Z'), ...change },
});

it('is of a size and done in a time that one reader may cost', () => {
  const eventsOf = (description: string) =>
    Array.from({ length: 1000 }, (_, index) => event({ eventId: `event-${index}`, description }));
  const [long, cut] = [eventsOf('ä'.repeat(20_000)), eventsOf('ä'.repeat(500))];
  /** Of the processor, as others use the machine, too. */
  const costOf = (work: () => unknown) => {
    const since = process.cpuUsage();
    work();
    return process.cpuUsage(since).user;
  };
  const fastest = (events: typeof long) =>
    Math.min(...[1, 2, 3].map(() => costOf(() => toIcs(events))));

  const text = toIcs(long);

  expect(text.length).toBeLessThan(1_500_000);
  expect(text).toContain('…');
  // Whole, they would cost forty times as much.
  expect(fastest(long)).toBeLessThan(5 * fastest(cut));
});

it('has no control characters, whatever somebody wrote, and nobody writes a line of another one', () => {
  const hostile = 'Maths\u0001\u000b\u007f\r\nATTENDEE:mailto:x@example.org\rEND:VCALENDAR';
  const text = toIcs([event({ title: hostile, description: hostile })]);

  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text.match(/^(ATTENDEE|END:VCALENDAR)/gm)).toEqual(['END:VCALENDAR']);
});
