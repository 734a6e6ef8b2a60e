/** A date and time with its zone, as a Go layout can write or read it. */
export interface Moment {
  readonly year: number;
  /** From 1. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly nanosecond: number;
  readonly offsetSeconds: number;
  /** Empty when only the offset is known. */
  readonly zone: string;
}

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
];

export function daysIn(month: number, year: number): number {
  return new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
}

/** 0 is Sunday. The calendar repeats every 400 years. */
export function weekdayOf({ year, month, day }: Moment): number {
  return new Date(Date.UTC(2000 + (year % 400), month - 1, day)).getUTCDay();
}

/** From 1. */
export function dayOfYear({ year, month, day }: Moment): number {
  const base = 2000 + (year % 400);
  return (Date.UTC(base, month - 1, day) - Date.UTC(base, 0, 1)) / 86_400_000 + 1;
}
