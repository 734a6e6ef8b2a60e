import { calendarIn, type CalendarLanguages } from './calendar.js';
import { insertSpans, isFreeIn } from './insert-spans.js';
import type { MarkedText } from './marked-text.js';
import { unitsIn } from './units.js';

/** The segment with its dates, times and measures as spans that come out as the target writes them. */
export function withMeasures(segment: MarkedText, languages: CalendarLanguages): MarkedText {
  const isFree = isFreeIn(segment);
  const { text } = segment;
  const dates = calendarIn(text, languages);
  // A date goes before what is within it.
  const units = unitsIn(text, languages).filter(
    ({ start, end }) => !dates.some((date) => start < date.end && date.start < end),
  );
  const free = [...dates, ...units]
    .filter(({ start, end }) => isFree(start, end))
    .toSorted((a, b) => a.start - b.start);
  return insertSpans(segment, free, (placed, { target }) => ({ ...placed, kind: 'term', target }));
}
