import { nextTimeOfDay } from './morning.js';
import type { RelayEvent } from '../events/event.js';
import type { Matcher } from './matcher.js';

/** Hours in which some sinks are not to be disturbed. */
export interface QuietHours {
  readonly sinks: readonly string[];
  /** `22:00` and `07:00`, on the wall of the zone; over midnight when the end is the earlier one. */
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  /** All must hold of what is sent all the same; nothing is if absent. */
  readonly unless: readonly Matcher[] | undefined;
}

const DAY_MS = 24 * 3_600_000;

/** Until when nothing of an event that came at a time is to go to a sink; 0 for no such time. */
export function quietUntilMs(
  quiet: readonly QuietHours[],
  sink: string,
  { event, atMs }: { readonly event: RelayEvent; readonly atMs: number },
): number {
  const ends = quiet
    .filter(({ sinks }) => sinks.includes(sink))
    .filter(({ unless }) => unless?.every((matches) => matches(event.labels)) !== true)
    .map((hours) => endOf(hours, atMs));
  return Math.max(0, ...ends);
}

/** Within them the end comes before the next beginning. */
function endOf({ from, to, zone }: QuietHours, atMs: number): number {
  const endMs = nextTimeOfDay(atMs, to, zone);
  const beginMs = nextTimeOfDay(atMs, from, zone);
  const isWithin = endMs < beginMs && beginMs - endMs < DAY_MS + 2 * 3_600_000;
  return isWithin ? endMs : 0;
}
