import type { Clock } from '@sextant/platform-clock';
import ICAL from 'ical.js';
import { runInNewContext } from 'node:vm';
import type { OnCall, Schedule } from '../../domain/escalation/policy.js';
import type { Observer } from '../../domain/observer.js';
import type { Spool } from '../../domain/spool.js';
import { call } from '../sinks/http-call.js';

export interface IcalSchedulesUses {
  readonly schedules: readonly Schedule[];
  readonly spool: Pick<Spool, 'reply' | 'settle'>;
  readonly observer: Observer;
  readonly clock: Clock;
}

interface Fetched {
  readonly text: string;
  readonly atMs: number;
}

/** Calendars change seldom; one that is asked in vain is asked again as soon. */
const FRESH_MS = 300_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** Occurrences of one event that are looked at: half-hourly ones of some years. */
const MAX_OCCURRENCES = 100_000;
/** Rules that never come true are looked for without end, within one step: only time ends that. */
const LOOKED_MS = 1_000;
const PLACE = { sink: 'schedules', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/** On-call schedules as calendars by URL (iCalendar, RFC 5545). The last one that could be had is kept. */
export class IcalSchedules implements OnCall {
  readonly #fetched = new Map<string, Fetched>();

  constructor(private readonly uses: IcalSchedulesUses) {}

  async who(name: string, nowMs: number): Promise<readonly string[]> {
    const schedule = this.uses.schedules.find((one) => one.name === name);
    if (schedule === undefined) return [];
    const text = await this.#text(schedule);
    if (text === undefined) return [];
    const summaries = this.#onCallAt(text, nowMs).map((summary) => summary.trim().toLowerCase());
    const isOn = (person: string) => summaries.some((text) => text === person.toLowerCase());
    return Object.keys(schedule.people).filter(isOn);
  }

  /** Nobody, for a calendar that cannot be made out: the next step of an escalation goes on all the same. */
  #onCallAt(text: string, nowMs: number): readonly string[] {
    try {
      return onCallAt(text, nowMs);
    } catch (error) {
      this.uses.observer.trouble('schedules.failed', error);
      return [];
    }
  }

  async #text(schedule: Schedule): Promise<string | undefined> {
    const { clock, observer } = this.uses;
    const known = this.#fetched.get(schedule.name);
    if (known !== undefined && clock.nowMs() - known.atMs < FRESH_MS) return known.text;
    try {
      return await this.#fetch(schedule);
    } catch (error) {
      observer.trouble('schedules.failed', error);
      const text = known?.text ?? (await this.#kept(schedule.name));
      if (text !== undefined) this.#fetched.set(schedule.name, { text, atMs: clock.nowMs() });
      return text;
    }
  }

  async #fetch({ name, url }: Schedule): Promise<string> {
    const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_BYTES };
    const { status, text } = await call({ url, method: 'GET', ...limits });
    if (status !== 200) throw new Error(`${name}: the calendar answered ${status}`);
    ICAL.parse(text); // a page that asks to sign in is no calendar
    const atMs = this.uses.clock.nowMs();
    this.#fetched.set(name, { text, atMs });
    const kept = { ...PLACE, key: name, reply: { text }, atMs };
    await this.uses.spool.settle({ ...NOTHING, replies: [kept] });
    return text;
  }

  async #kept(name: string): Promise<string | undefined> {
    const kept = await this.uses.spool.reply(PLACE, name);
    return kept?.reply['text'] as string | undefined;
  }
}

/**
 * The summaries of the events of a calendar that are going on.
 *
 * @throws {Error} for what is no calendar, or takes too long: whoever writes it stops nobody else
 */
export const onCallAt = (text: string, nowMs: number): readonly string[] =>
  runInNewContext(
    'look()',
    { look: () => summariesAt(text, nowMs) },
    { timeout: LOOKED_MS },
  ) as readonly string[];

function summariesAt(text: string, nowMs: number): readonly string[] {
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

interface Occurrence {
  readonly item: ICAL.Event;
  readonly startDate: ICAL.Time;
  readonly endDate: ICAL.Time;
}

const msOf = (time: ICAL.Time): number => time.toUnixTime() * 1000;

function goingOn(event: ICAL.Event, nowMs: number): readonly string[] {
  const isOn = (start: ICAL.Time, end: ICAL.Time) => msOf(start) <= nowMs && nowMs < msOf(end);
  if (!event.isRecurring()) return isOn(event.startDate, event.endDate) ? [event.summary] : [];
  const occurrences = event.iterator();
  for (let count = 0; count < MAX_OCCURRENCES; count += 1) {
    const next = occurrences.next() as ICAL.Time | null;
    // A changed occurrence may have been brought forward by a day.
    if (next === null || msOf(next) > nowMs + 86_400_000) return [];
    // Its own type refers to a file that the package does not bring.
    const details: unknown = event.getOccurrenceDetails(next);
    const { item, startDate, endDate } = details as Occurrence;
    if (isOn(startDate, endDate)) return [item.summary];
  }
  return [];
}
