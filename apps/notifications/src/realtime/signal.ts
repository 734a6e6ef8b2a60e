/** Event and message of the realtime signal (spec 2, part 6). */
export const SIGNAL = ['listen', 'update notifications'] as const;
