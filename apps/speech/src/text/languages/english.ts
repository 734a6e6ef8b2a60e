import type { SpokenLanguage, TimeOfDay } from './spoken-language.js';
import { ENGLISH_ABBREVIATIONS } from './english-abbreviations.js';
import { fractions, list, powersBefore, regular, same, set } from './forms.js';

export const ENGLISH: SpokenLanguage = {
  abbreviations: ENGLISH_ABBREVIATIONS,
  starters: set(
    'a after all an and as at before but for from he her here his how however i if in it its many most my no not now ' +
      'of on once one only our she since so some that the their then there these they this those to today we what ' +
      'when where while who why with yes you your',
  ),
  signs: {
    '<': 'less than',
    '>': 'greater than',
    '≤': 'less than or equal to',
    '≥': 'greater than or equal to',
    '=': 'equals',
    '≠': 'is not equal to',
    '≈': 'is about',
    '+': 'plus',
    '±': 'plus or minus',
    '×': 'times',
    '÷': 'divided by',
    '→': 'to',
    '%': 'percent',
    '‰': 'per mille',
    '°': 'degrees',
    '§': 'section',
    '&': 'and',
    '@': 'at',
    '™': '',
    '®': '',
    'w/': 'with',
    'w/o': 'without',
    'C#': 'C sharp',
    'F#': 'F sharp',
    'C++': 'C plus plus',
    '24/7': '24 7',
  },
  minus: 'minus',
  plus: 'plus',
  and: 'and',
  over: 'over',
  to: 'to',
  ratio: 'to',
  by: 'by',
  point: 'point',
  about: 'about',
  times: ['time', 'times'],
  number: 'number',
  version: 'version',
  per: 'per',
  address: { dot: 'dot', at: 'at', slash: 'slash', hyphen: 'dash', underscore: 'underscore' },
  scales: { thousand: 3, million: 6, billion: 9, trillion: 12 },
  scaleNames: {
    3: same('thousand'),
    6: same('million'),
    9: same('billion'),
    12: same('trillion'),
  },
  units: {
    Hz: same('hertz'),
    kHz: same('kilohertz'),
    MHz: same('megahertz'),
    GHz: same('gigahertz'),
    THz: same('terahertz'),
    W: regular('watt'),
    mW: regular('milliwatt'),
    kW: regular('kilowatt'),
    MW: regular('megawatt'),
    GW: regular('gigawatt'),
    Wh: regular('watt hour'),
    kWh: regular('kilowatt hour'),
    MWh: regular('megawatt hour'),
    GWh: regular('gigawatt hour'),
    V: regular('volt'),
    mV: regular('millivolt'),
    kV: regular('kilovolt'),
    mA: regular('milliamp'),
    Ah: regular('amp hour'),
    mAh: regular('milliamp hour'),
    Ω: regular('ohm'),
    kΩ: regular('kilohm'),
    MΩ: regular('megohm'),
    dB: regular('decibel'),
    Pa: regular('pascal'),
    hPa: regular('hectopascal'),
    kPa: regular('kilopascal'),
    MPa: regular('megapascal'),
    psi: same('p s i'),
    kJ: regular('kilojoule'),
    MJ: regular('megajoule'),
    kcal: regular('kilocalorie'),
    Nm: regular('newton meter'),
    nm: regular('nanometer'),
    µm: regular('micrometer'),
    μm: regular('micrometer'),
    µg: regular('microgram'),
    μg: regular('microgram'),
    mg: regular('milligram'),
    bps: ['bit per second', 'bits per second'],
    kbps: ['kilobit per second', 'kilobits per second'],
    Kbps: ['kilobit per second', 'kilobits per second'],
    Mbps: ['megabit per second', 'megabits per second'],
    Gbps: ['gigabit per second', 'gigabits per second'],
    Tbps: ['terabit per second', 'terabits per second'],
    KiB: regular('kibibyte'),
    MiB: regular('mebibyte'),
    GiB: regular('gibibyte'),
    TiB: regular('tebibyte'),
    fps: ['frame per second', 'frames per second'],
    rpm: ['revolution per minute', 'revolutions per minute'],
    dpi: ['dot per inch', 'dots per inch'],
    ppi: ['pixel per inch', 'pixels per inch'],
    ppm: ['part per million', 'parts per million'],
    px: regular('pixel'),
    MP: regular('megapixel'),
    kph: ['kilometer per hour', 'kilometers per hour'],
    dl: regular('deciliter'),
    dL: regular('deciliter'),
    cl: regular('centiliter'),
    bpm: ['beat per minute', 'beats per minute'],
    tbsp: regular('tablespoon'),
    tsp: regular('teaspoon'),
    pt: regular('pint'),
    qt: regular('quart'),
    yrs: same('years'),
    hr: regular('hour'),
    hrs: regular('hour'),
    mins: regular('minute'),
    secs: regular('second'),
  },
  powers: powersBefore('square ', 'cubic '),
  fraction: fractions(
    list('half third quarter fifth sixth seventh eighth ninth tenth'),
    list('halves thirds quarters fifths sixths sevenths eighths ninths tenths'),
    'one',
  ),
  year,
  decade,
  yearAfter: set(
    'in since of by from until till before after year during circa between early late mid and to est established ' +
      'january february march april may june july august september october november december ' +
      'spring summer autumn fall winter anno ad',
  ),
  time,
  halves: { am: 'a m', pm: 'p m', AM: 'a m', PM: 'p m' },
  roman: {
    counted: set(
      'chapter part volume act scene war book section article title appendix phase type bowl grade class vol part. no',
    ),
    centuries: set('century centuries'),
    century: (value) => `${value}${ordinalEnding(value)}`,
    ordinal: (value) => `the ${value}${ordinalEnding(value)}`,
  },
  currencies: {
    USD: [regular('dollar'), regular('cent')],
    EUR: [regular('euro'), regular('cent')],
    GBP: [regular('pound'), ['penny', 'pence']],
    INR: [regular('rupee'), ['paisa', 'paise']],
  },
  calendar: {
    mon: 'Monday',
    tue: 'Tuesday',
    wed: 'Wednesday',
    thu: 'Thursday',
    fri: 'Friday',
    sat: 'Saturday',
    sun: 'Sunday',
    jan: 'January',
    feb: 'February',
    mar: 'March',
    apr: 'April',
    jun: 'June',
    jul: 'July',
    aug: 'August',
    sep: 'September',
    oct: 'October',
    nov: 'November',
    dec: 'December',
  },
};

/** After The Chicago Manual of Style, 9.34: "nineteen eighty-four", "nineteen oh five", "nineteen hundred". */
function year(written: string): string {
  const [century, rest] = [written.slice(0, 2), written.slice(2)];
  if (century === '20' && rest.startsWith('0')) return written;
  if (rest === '00') return `${century} hundred`;
  return rest.startsWith('0') ? `${century} oh ${rest.slice(1)}` : `${century} ${rest}`;
}

const TENS: Readonly<Record<string, string>> = {
  2: 'twenties',
  3: 'thirties',
  4: 'forties',
  5: 'fifties',
  6: 'sixties',
  7: 'seventies',
  8: 'eighties',
  9: 'nineties',
};

/** `1990` of `1990s` as "19 90s", `90` of `90s` as "nineties". */
function decade(digits: string): string | undefined {
  if (digits.length === 2) return TENS[digits.slice(0, 1)];
  const [century, tens] = [digits.slice(0, 2), digits.slice(2)];
  return tens === '00' ? `${century} hundreds` : `${century} ${tens}s`;
}

/** `14:05` as "14 oh 5" and `2:30pm` as "2 30 p m". */
function time({ hours, minutes, seconds, half }: TimeOfDay): string {
  const parts = [String(hours), minutesInWords(minutes, half !== undefined)];
  if (seconds !== undefined) parts.push(`and ${seconds} seconds`);
  if (half !== undefined) parts.push(half === 'am' ? 'a m' : 'p m');
  return parts.filter((part) => part !== '').join(' ');
}

function minutesInWords(minutes: number, hasHalf: boolean): string {
  if (minutes === 0) return hasHalf ? '' : "o'clock";
  return minutes < 10 ? `oh ${minutes}` : String(minutes);
}

const ENDINGS = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' } as const;
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** `st` of `1st`. */
export const ordinalEnding = (value: number): string => ENDINGS[ORDINALS.select(value)];
