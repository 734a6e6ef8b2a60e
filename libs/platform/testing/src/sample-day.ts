const DAY_MS = 86_400_000;

/** The day of the year, by which daily tests choose; `TEST_DAY` is another one, on which something failed. */
export function sampleDay(): number {
  const given = process.env['TEST_DAY'];
  if (given !== undefined && given !== '') return Number(given);
  const now = new Date();
  return Math.floor((now.getTime() - Date.UTC(now.getUTCFullYear(), 0, 1)) / DAY_MS) + 1;
}

/** Which of many are tried, by their numbers. */
export interface Share {
  /** In the names of the cases. */
  readonly told: string;
  has(index: number): boolean;
}

export const ALL: Share = { told: '', has: () => true };

/** Every third, another one every day. */
export function aThird(day = sampleDay()): Share {
  return { told: ` (a third, as on day ${day})`, has: (index) => (index + day) % 3 === 0 };
}
