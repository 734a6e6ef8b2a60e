const MORNING_HOUR = 8;
const HOUR_MS = 3_600_000;

/** The morning of a day so many days from now, by this browser's clock. */
function morning(now: Date, days: number): Date {
  const day = new Date(now);
  day.setDate(day.getDate() + days);
  day.setHours(MORNING_HOUR, 0, 0, 0);
  return day;
}

/** Days from `now` to the next Monday, 1 to 7. */
const toMonday = (now: Date): number => (8 - now.getDay()) % 7 || 7;

/** When what is put off comes back. */
export const SNOOZES = {
  hour: (now: Date) => new Date(now.getTime() + HOUR_MS),
  tomorrow: (now: Date) => morning(now, 1),
  week: (now: Date) => morning(now, toMonday(now)),
} as const;
