import { parseLayout } from './layout.js';
import { dayOfYear, MONTHS, WEEKDAYS, weekdayOf, type Moment } from './moment.js';

/** As Go's `Time.Format`. */
export function formatTime(moment: Moment, layout: string): string {
  return parseLayout(layout)
    .map((part) => ('literal' in part ? part.literal : formatElement(moment, part.element)))
    .join('');
}

const two = (value: number) => String(value).padStart(2, '0');
const twelve = (hour: number) => hour % 12 || 12;

const FORMATS: Partial<Record<string, (moment: Moment) => string>> = {
  January: ({ month }) => MONTHS[month - 1] ?? '',
  Jan: ({ month }) => (MONTHS[month - 1] ?? '').slice(0, 3),
  Monday: (moment) => WEEKDAYS[weekdayOf(moment)] ?? '',
  Mon: (moment) => (WEEKDAYS[weekdayOf(moment)] ?? '').slice(0, 3),
  '1': ({ month }) => String(month),
  '01': ({ month }) => two(month),
  '2': ({ day }) => String(day),
  _2: ({ day }) => String(day).padStart(2),
  '02': ({ day }) => two(day),
  __2: (moment) => String(dayOfYear(moment)).padStart(3),
  '002': (moment) => String(dayOfYear(moment)).padStart(3, '0'),
  '15': ({ hour }) => two(hour),
  '3': ({ hour }) => String(twelve(hour)),
  '03': ({ hour }) => two(twelve(hour)),
  '4': ({ minute }) => String(minute),
  '04': ({ minute }) => two(minute),
  '5': ({ second }) => String(second),
  '05': ({ second }) => two(second),
  '2006': ({ year }) => String(year).padStart(4, '0'),
  '06': ({ year }) => two(year % 100),
  PM: ({ hour }) => (hour >= 12 ? 'PM' : 'AM'),
  pm: ({ hour }) => (hour >= 12 ? 'pm' : 'am'),
  MST: (moment) => zoneName(moment),
};

function formatElement(moment: Moment, element: string): string {
  const format = FORMATS[element];
  if (format !== undefined) return format(moment);
  return /^[.,]/.test(element) ? fraction(moment, element) : offset(moment, element);
}

/** `.000` keeps its zeros, `.999` drops them at the end. */
function fraction({ nanosecond }: Moment, element: string): string {
  const digits = String(nanosecond)
    .padStart(9, '0')
    .slice(0, element.length - 1)
    .padEnd(element.length - 1, '0');
  const shown = element.charAt(1) === '9' ? digits.replace(/0+$/, '') : digits;
  return shown === '' ? '' : element.charAt(0) + shown;
}

function offset({ offsetSeconds }: Moment, element: string): string {
  if (element.startsWith('Z') && offsetSeconds === 0) return 'Z';
  const total = Math.abs(offsetSeconds);
  const fields = [total / 3600, (total / 60) % 60, total % 60].map((field) =>
    two(Math.floor(field)),
  );
  const count = element.replace(/[^0-9]/g, '').length / 2;
  const sign = offsetSeconds < 0 ? '-' : '+';
  return sign + fields.slice(0, count).join(element.includes(':') ? ':' : '');
}

function zoneName({ zone, offsetSeconds }: Moment): string {
  if (zone !== '') return zone;
  const minutes = Math.floor(Math.abs(offsetSeconds) / 60);
  const sign = offsetSeconds < 0 ? '-' : '+';
  return sign + two(Math.floor(minutes / 60)) + (minutes % 60 === 0 ? '' : two(minutes % 60));
}
