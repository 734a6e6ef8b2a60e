import type { WordMark } from './speech-marks.js';

/** A word with its times, as the wire has it. */
export const presentWord = ({ kind, start, end, startMs, endMs, value }: WordMark) => ({
  type: kind,
  start,
  end,
  start_time: startMs,
  end_time: endMs,
  value,
});
