import { Injectable } from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { builtFile } from '@sextant/platform-runtime/config';
import { Worker } from 'node:worker_threads';
import type { Schedule } from '../options/escalation-policy.js';
import { OnCall } from './on-call.js';
import { CurrentConfig } from '../options/current-config.js';
import { Observer } from '../observability/observer.js';
import { Spool } from '../spool/spool.js';
import { call } from '../sinks/http/http-call.js';
import type { CalendarLook } from './calendar-worker.js';

interface Fetched {
  readonly text: string;
  readonly atMs: number;
}

/** Calendars change seldom; one that is asked in vain is asked again as soon. */
const FRESH_MS = 300_000;
const TIMEOUT_MS = 10_000;
const MAX_BYTES = 4 * 1024 * 1024;
/** For one look, in a thread of its own: rules that never come true are looked for without end. */
const LOOKED_MS = 5_000;
const MEMORY = { maxOldGenerationSizeMb: 256 };
/** It may have been the machine that was slow. */
const REFUSED_MS = 3_600_000;
const PLACE = { sink: 'schedules', target: '' } as const;
const NOTHING = { done: [], retries: [], deadLetters: [], events: [] };

/** It is no calendar, or one that takes for ever: it will be so until it changes, or for an hour. */
export class CalendarRefused extends Error {
  override readonly name = 'CalendarRefused';
}

/** On-call schedules as calendars by URL (iCalendar, RFC 5545). The last one that could be had is kept. */
@Injectable()
export class IcalSchedules implements OnCall {
  /** By the schedule itself: those of another configuration begin anew. */
  readonly #fetched = new WeakMap<Schedule, Fetched>();
  /** What was given up: it is not looked at again. */
  readonly #refused = new WeakMap<Schedule, Fetched>();
  protected readonly lookedMs: number = LOOKED_MS;

  constructor(
    private readonly config: CurrentConfig,
    private readonly spool: Spool,
    private readonly observer: Observer,
    private readonly clock: Clock,
  ) {}

  async who(name: string, nowMs: number): Promise<readonly string[]> {
    const schedule = this.config.value.schedules?.find((one) => one.name === name);
    if (schedule === undefined) return [];
    const text = await this.#text(schedule, nowMs);
    if (text === undefined) return [];
    const found = await this.#onCallAt(schedule, text, nowMs);
    const summaries = found.map((summary) => summary.trim().toLowerCase());
    const isOn = (person: string) => summaries.some((text) => text === person.toLowerCase());
    return Object.keys(schedule.people).filter(isOn);
  }

  /** Nobody, for a calendar that cannot be made out: the next step of an escalation goes on all the same. */
  async #onCallAt(schedule: Schedule, text: string, nowMs: number): Promise<readonly string[]> {
    try {
      return await this.#look(schedule, text, nowMs);
    } catch (error) {
      this.observer.trouble('schedules.failed', error);
      return [];
    }
  }

  /** @throws {CalendarRefused} at once for what was refused before */
  async #look(schedule: Schedule, text: string, nowMs: number): Promise<readonly string[]> {
    const refused = this.#refused.get(schedule);
    const atMs = this.clock.nowMs();
    if (refused?.text === text && atMs - refused.atMs < REFUSED_MS)
      throw new CalendarRefused(`${schedule.name}: refused before`);
    try {
      return await onCallAt(text, nowMs, this.lookedMs);
    } catch (error) {
      if (error instanceof CalendarRefused) this.#refused.set(schedule, { text, atMs });
      throw error;
    }
  }

  async #text(schedule: Schedule, nowMs: number): Promise<string | undefined> {
    const { clock, observer } = this;
    const known = this.#fetched.get(schedule);
    if (known !== undefined && clock.nowMs() - known.atMs < FRESH_MS) return known.text;
    try {
      return await this.#fetch(schedule, nowMs);
    } catch (error) {
      observer.trouble('schedules.failed', error);
      const text = known?.text ?? (await this.#kept(schedule.name));
      if (text !== undefined) this.#fetched.set(schedule, { text, atMs: clock.nowMs() });
      return text;
    }
  }

  async #fetch(schedule: Schedule, nowMs: number): Promise<string> {
    const { name, url } = schedule;
    const limits = { timeoutMs: TIMEOUT_MS, maxAnswerBytes: MAX_BYTES };
    const { status, text } = await call({ url, method: 'GET', ...limits });
    if (status !== 200) throw new Error(`${name}: the calendar answered ${status}`);
    await this.#look(schedule, text, nowMs); // a page that asks to sign in is no calendar
    const atMs = this.clock.nowMs();
    this.#fetched.set(schedule, { text, atMs });
    const kept = { ...PLACE, key: name, reply: { text }, atMs };
    await this.spool.settle({ ...NOTHING, replies: [kept] });
    return text;
  }

  async #kept(name: string): Promise<string | undefined> {
    const kept = await this.spool.reply(PLACE, name);
    return kept?.reply['text'] as string | undefined;
  }
}

const WORKER_FILE = builtFile(import.meta.url, './calendar-worker.js');

/**
 * The summaries of the events of a calendar that are going on.
 *
 * @throws {Error} for what is no calendar, or takes too long: whoever writes it stops nobody else
 */
export async function onCallAt(
  text: string,
  nowMs: number,
  lookedMs = LOOKED_MS,
): Promise<readonly string[]> {
  const workerData: CalendarLook = { text, nowMs };
  const worker = new Worker(WORKER_FILE, { workerData, execArgv: [], resourceLimits: MEMORY });
  const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
  let timer: NodeJS.Timeout | undefined;
  const late = () => reject(new CalendarRefused(`nothing was found within ${lookedMs} ms`));
  worker.once('online', () => (timer = setTimeout(late, lookedMs)));
  worker.once('message', resolve);
  worker.once('error', (error: unknown) => reject(new CalendarRefused(messageOf(error))));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
