import { describe, expect, it } from '@jest/globals';
import { UnusableEvent } from './classroom-events.js';
import { SchemaEventReader } from './schema-event-reader.js';

const DEEP = 200_000;

describe('the reader of events', () => {
  it('refuses what is nested too deep to be walked through, as it is once and for all', () => {
    const data = JSON.parse(
      `{"user": "${'a'.repeat(24)}", "academyId": "a", "active": true, "more": ${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`,
    ) as unknown;
    const event = {
      ...{ id: 'event-1', source: '/school', type: 'registration.changed', data },
      time: new Date('2026-01-01T00:00:00Z'),
    };

    expect(() => new SchemaEventReader().read(event)).toThrow(UnusableEvent);
  });
});
