import { expect, it } from '@jest/globals';
import { toIcs } from './ics.js';

const event = (change: object = {}) => ({
  ...{ academyId: 'academy-1', eventId: 'event-1', version: 1, title: 'Maths' },
  ...{ startsAt: new Date('2099-03-01T09:00:00Z'), ...change },
});

it('is of a size and done in a time that one reader may cost', () => {
  const description = 'ä'.repeat(20_000);
  const events = Array.from({ length: 1000 }, (_, index) =>
    event({ eventId: `event-${index}`, description }),
  );

  const startedMs = performance.now();
  const text = toIcs(events);

  expect(text.length).toBeLessThan(1_500_000);
  expect(text).toContain('…');
  expect(performance.now() - startedMs).toBeLessThan(2000);
});

it('has no control characters, whatever somebody wrote, and nobody writes a line of another one', () => {
  const hostile = 'Maths\u0001\u000b\u007f\r\nATTENDEE:mailto:x@example.org\rEND:VCALENDAR';
  const text = toIcs([event({ title: hostile, description: hostile })]);

  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text.match(/^(ATTENDEE|END:VCALENDAR)/gm)).toEqual(['END:VCALENDAR']);
});
