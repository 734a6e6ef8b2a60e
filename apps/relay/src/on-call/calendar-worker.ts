/**
 * Who is on call, looked up in a thread that can be ended: rules that never come true are looked for without end.
 *
 * It imports nothing of the project: Node runs it from source as well, in tests.
 */
import ICAL from 'ical.js';
import { parentPort, workerData } from 'node:worker_threads';

export interface CalendarLook {
  readonly text: string;
  readonly nowMs: number;
}

interface Occurrence {
  readonly item: ICAL.Event;
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
}

const DAY_MS = 86_400_000;
/** Of rules whose steps are as long each time, and are the same from wherever one counts. */
const STEP_MS: Readonly<Record<string, number>> = {
  ...{ SECONDLY: 1000, MINUTELY: 60_000, HOURLY: 3_600_000, DAILY: DAY_MS, WEEKLY: 7 * DAY_MS },
};
/** Clocks that are put forward or back, and changed occurrences that were brought forward. */
const MARGIN_MS = 3 * DAY_MS;

const msOf = (time: ICAL.Time): number => time.toUnixTime() * 1000;

function summariesAt({ text, nowMs }: CalendarLook): readonly string[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const events = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
  const changed = events.filter((event) => event.isRecurrenceException());
  const main = events.filter((event) => !event.isRecurrenceException());
  for (const event of main) {
    for (const change of changed) if (change.uid === event.uid) event.relateException(change);
  }
  return main.flatMap((event) => goingOn(event, nowMs));
}

function goingOn(event: ICAL.Event, nowMs: number): readonly string[] {
  const isOn = (start: ICAL.Time, end: ICAL.Time) => msOf(start) <= nowMs && nowMs < msOf(end);
  if (!event.isRecurring()) return isOn(event.startDate, event.endDate) ? [event.summary] : [];
  const occurrences = event.iterator(nearStart(event, nowMs));
  for (;;) {
    // Its type does not tell that there is none after the last.
    const next = occurrences.next() as ICAL.Time | undefined;
    // A changed occurrence may have been brought forward by a day.
    if (next === undefined || msOf(next) > nowMs + DAY_MS) return [];
    // Its own type refers to a file that the package does not bring.
    const details: unknown = event.getOccurrenceDetails(next);
    const { item, startDate, endDate } = details as Occurrence;
    if (isOn(startDate, endDate)) return [item.summary];
  }
}

/** Its start, or, where the rule allows, a later one of its steps: years of half hours need not be gone through. */
function nearStart(event: ICAL.Event, nowMs: number): ICAL.Time {
  const start = event.startDate;
  const rules = event.component.getAllProperties('rrule').map((rule) => rule.getFirstValue());
  const [rule] = rules;
  if (rules.length !== 1 || !(rule instanceof ICAL.Recur) || rule.count !== null) return start;
  const stepMs = (STEP_MS[rule.freq] ?? 0) * Math.max(1, rule.interval);
  if (stepMs === 0) return start;
  const longMs = Math.max(0, msOf(event.endDate) - msOf(start));
  const steps = Math.floor((nowMs - msOf(start) - longMs - MARGIN_MS) / stepMs);
  if (steps <= 0) return start;
  const later = start.clone();
  const seconds = (steps * stepMs) / 1000;
  later.adjust(Math.floor(seconds / 86_400), 0, 0, seconds % 86_400);
  return later;
}

parentPort?.postMessage(summariesAt(workerData as CalendarLook));
