const MINUTE_MS = 60_000;
const DAY_MINUTES = 24 * 60;

/**
 * The next time that a clock on the wall of a zone shows an hour and a minute. Days on which clocks are
 * set are as long as they are: what counts is what the clock shows.
 *
 * @param time `08:00`
 * @param zone of the IANA database
 */
export function nextTimeOfDay(nowMs: number, time: string, zone: string): number {
  const [hour = 8, minute = 0] = time.split(':').map(Number);
  const wanted = hour * 60 + minute;
  const ahead = (wanted - minutesOfDay(nowMs, zone) + DAY_MINUTES) % DAY_MINUTES;
  const guess = startOfMinute(nowMs) + (ahead === 0 ? DAY_MINUTES : ahead) * MINUTE_MS;
  // An hour that is set in between makes the guess wrong by as much.
  const off = wanted - minutesOfDay(guess, zone);
  const nearest = ((off + DAY_MINUTES * 1.5) % DAY_MINUTES) - DAY_MINUTES / 2;
  return guess + nearest * MINUTE_MS;
}

const startOfMinute = (ms: number): number => ms - (ms % MINUTE_MS);

function minutesOfDay(ms: number, timeZone: string): number {
  const form = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  });
  const [hour = 0, minute = 0] = form.format(ms).split(':').map(Number);
  return hour * 60 + minute;
}
