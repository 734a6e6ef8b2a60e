const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;
const WEEK_MINUTES = 7 * DAY_MINUTES;

/** Whether this is a time zone of the IANA database that we know. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Minutes since Monday, 00:00, by the clocks of a time zone. */
export function minuteOfWeek(at: Date, timeZone: string): number {
  const parts = formatOf(timeZone).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  const day = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'].indexOf(part('weekday'));
  return day * DAY_MINUTES + Number(part('hour')) * 60 + Number(part('minute'));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const options = { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit' } as const;
  // Names are the same in any case: people who spell one in thousands of ways keep one alone.
  const name = timeZone.toLowerCase();
  const made =
    formats.get(name) ?? new Intl.DateTimeFormat('en-GB', { ...options, hourCycle: 'h23' });
  formats.set(name, made);
  return made;
}

export const minuteOfDay = (at: Date, timeZone: string): number =>
  minuteOfWeek(at, timeZone) % DAY_MINUTES;

/** The next time, after now, at which the clocks of a time zone show this minute of the day. */
export const nextDaily = (now: Date, timeZone: string, minute: number): Date =>
  next(now, { timeZone, minute, period: DAY_MINUTES });

/** … this minute of the week, from Monday on. */
export const nextWeekly = (now: Date, timeZone: string, minute: number): Date =>
  next(now, { timeZone, minute, period: WEEK_MINUTES });

interface Wanted {
  readonly timeZone: string;
  readonly minute: number;
  readonly period: number;
}

function next(now: Date, { timeZone, minute, period }: Wanted): Date {
  const left = (minute - minuteOfWeek(now, timeZone)) % period;
  const startOfMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  const ahead = left <= 0 ? left + period : left;
  const guess = new Date(startOfMinute + ahead * MINUTE_MS);
  // Clocks may have been changed in between: by the difference that shows then.
  const off = (minuteOfWeek(guess, timeZone) - minute) % period;
  const shift = off > period / 2 ? off - period : off < -period / 2 ? off + period : off;
  const shifted = new Date(guess.getTime() - shift * MINUTE_MS);
  // In the hour that clocks leave out there is no such time: it comes right after that, never before now.
  return (minuteOfWeek(shifted, timeZone) - minute) % period === 0 ? shifted : guess;
}
