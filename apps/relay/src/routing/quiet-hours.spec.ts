import { describe, expect, it } from '@jest/globals';
import type { RelayEvent } from '../events/event.js';
import { parseMatcher } from './matcher.js';
import { quietUntilMs, type QuietHours } from './quiet-hours.js';

const NIGHT: QuietHours = {
  ...{ sinks: ['teamchat'], from: '22:00', to: '07:00', zone: 'Europe/Berlin' },
  unless: [parseMatcher('severity="critical"')],
};
const NOON: QuietHours = { ...NIGHT, from: '12:00', to: '13:00', unless: undefined };

const until = (at: string, sink = 'teamchat', labels: Record<string, string> = {}) => {
  const event = { labels } as unknown as RelayEvent;
  const ms = quietUntilMs([NIGHT, NOON], sink, { event, atMs: Date.parse(at) });
  return ms === 0 ? 'at once' : new Date(ms).toISOString();
};

describe('quiet hours', () => {
  it.each([
    ['2026-11-21T20:59:00Z', 'at once'],
    ['2026-11-21T21:00:30Z', '2026-11-22T06:00:00.000Z'],
    ['2026-11-22T05:59:00Z', '2026-11-22T06:00:00.000Z'],
    ['2026-11-22T06:00:30Z', 'at once'],
    ['2026-11-22T11:30:00Z', '2026-11-22T12:00:00.000Z'],
    // Clocks go forward in that night, and back in the other.
    ['2026-03-28T22:00:00Z', '2026-03-29T05:00:00.000Z'],
    ['2026-10-24T21:00:00Z', '2026-10-25T06:00:00.000Z'],
  ])('at %s: %s', (at, expected) => {
    expect(until(at)).toBe(expected);
  });

  it('are those of some sinks, and of what may wait', () => {
    expect(until('2026-11-21T23:00:00Z', 'chatbot')).toBe('at once');
    expect(until('2026-11-21T23:00:00Z', 'teamchat', { severity: 'critical' })).toBe('at once');
  });
});
