import type { Problem } from '@sextant/platform-http/errors';
import type { Attributes } from './ssml-scanner.js';
import {
  EMOTIONS,
  HIGHEST_PITCH,
  LOWEST_PITCH,
  parseCadence,
  parsePitch,
  parseRate,
  parseVolumeDb,
  type Style,
} from '../words/style.js';

/** What an element does to what stands in it. */
export interface Placed {
  readonly style: Style;
  readonly breakMs?: number;
  /** Said instead of the content. */
  readonly alias?: string;
  /** A place that the caller wants to be told the time of. */
  readonly markName?: string;
  /** Whether its end is the end of a sentence. */
  readonly isBoundary?: boolean;
}

export interface Opening {
  readonly style: Style;
  readonly attributes: Attributes;
  readonly refuse: (what: string) => Problem;
}

type Element = (opening: Opening) => Placed;

const MAX_BREAK_MS = 10_000;
/** As `language` of a request. */
const MAX_LANGUAGE = 35;
const STRENGTHS_MS: Readonly<Record<string, number>> = {
  none: 0,
  'x-weak': 100,
  weak: 250,
  medium: 500,
  strong: 750,
  'x-strong': 1000,
};
const EMPHASES = ['strong', 'moderate', 'reduced'] as const;
/** The ones of SSML 1.1's note and of the large clouds; others are refused. */
export const SAY_AS = [
  'characters',
  'spell-out',
  'verbatim',
  'digits',
  'telephone',
  'cardinal',
  'number',
  'ordinal',
  'date',
  'time',
  'currency',
  'unit',
  'fraction',
] as const;

/** Attributes of SSML 1.1; those that change nothing here are taken, as clients send them. */
const ATTRIBUTES: Readonly<Record<string, readonly string[]>> = {
  speak: ['version', 'onlangfailure', 'startmark', 'endmark'],
  prosody: ['rate', 'pitch', 'volume', 'contour', 'range', 'duration'],
  break: ['time', 'strength'],
  emphasis: ['level'],
  sub: ['alias'],
  'say-as': ['interpret-as', 'format', 'detail'],
  phoneme: ['ph', 'alphabet', 'type'],
  mark: ['name'],
  voice: [
    'name',
    'language',
    'languages',
    'gender',
    'age',
    'variant',
    'required',
    'ordering',
    'onvoicefailure',
    'onlangfailure',
  ],
  lang: ['onlangfailure'],
  w: ['role'],
  token: ['role'],
  'speechify:style': ['emotion', 'cadence'],
  'speechify:emotion': ['emotion', 'cadence'],
};

/**
 * A misspelt attribute would be without effect, and nobody would know why.
 *
 * @throws {Problem} for an attribute that the element does not have; those of XML itself every element has
 */
export function requireKnownAttributes(
  name: string,
  attributes: Attributes,
  refuse: Opening['refuse'],
): void {
  const known = ATTRIBUTES[name] ?? [];
  for (const attribute of attributes.keys()) {
    if (known.includes(attribute) || /^xml(?:ns)?(?::|$)/.test(attribute)) continue;
    const hint = ['xml:lang', ...known].join(', ');
    throw refuse(`<${name}> has no attribute "${attribute.slice(0, 40)}"; it takes ${hint}`);
  }
}

/** Elements of SSML 1.1 and Speechify's own. */
export const ELEMENTS: ReadonlyMap<string, Element> = new Map<string, Element>([
  ['speak', (opening) => ({ style: withLanguage(opening, opening.attributes.get('xml:lang')) })],
  ['p', sentence],
  ['s', sentence],
  // Their role names a part of speech, which no engine here asks for: the word is said as it is written.
  ['w', ({ style }) => ({ style })],
  ['token', ({ style }) => ({ style })],
  ['prosody', prosody],
  ['break', pause],
  ['emphasis', emphasis],
  [
    'sub',
    ({ style, attributes, refuse }) => ({ style, alias: required(attributes, 'alias', refuse) }),
  ],
  ['say-as', sayAs],
  ['phoneme', phoneme],
  [
    'mark',
    ({ style, attributes, refuse }) => ({ style, markName: required(attributes, 'name', refuse) }),
  ],
  ['voice', voice],
  [
    'lang',
    (opening) => ({
      style: withLanguage(opening, required(opening.attributes, 'xml:lang', opening.refuse)),
    }),
  ],
  ['speechify:style', speechifyStyle],
  ['speechify:emotion', speechifyStyle],
]);

function withLanguage({ style, refuse }: Opening, language: string | undefined): Style {
  if (language === undefined) return style;
  if (!isLanguageTag(language)) {
    throw refuse(`the language "${language.slice(0, 40)}" is no tag of BCP 47`);
  }
  return { ...style, language };
}

/** Whether rules for it can be looked up (RFC 5646). */
function isLanguageTag(tag: string): boolean {
  try {
    return tag.length <= MAX_LANGUAGE && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // A RangeError is its way to say no.
  }
}

function sentence(opening: Opening): Placed {
  return {
    style: withLanguage(opening, opening.attributes.get('xml:lang')),
    isBoundary: true,
  };
}

function required(attributes: Attributes, name: string, refuse: Opening['refuse']): string {
  const value = attributes.get(name);
  if (value === undefined) throw refuse(`the attribute ${name} is missing`);
  return value;
}

/** The attribute's value as `parse` reads it; `otherwise` if it is absent. */
function parsed<T>(
  { attributes, refuse }: Opening,
  name: string,
  parse: (value: string) => T | undefined,
  otherwise: T,
): T {
  const value = attributes.get(name);
  if (value === undefined) return otherwise;
  const result = parse(value.trim());
  if (result === undefined)
    throw refuse(`${name}="${value.slice(0, 40)}" is not valid or out of range`);
  return result;
}

/** Elements in each other multiply; without an end of it a word would last for hours. */
const slowest = (rate: number): number => Math.max(0.25, rate);
/** Engines make more or fewer samples for another pitch, and they are resampled. */
const withinPitches = (pitch: number): number =>
  Math.min(HIGHEST_PITCH, Math.max(LOWEST_PITCH, pitch));

function prosody(opening: Opening): Placed {
  const { style } = opening;
  return {
    style: {
      ...style,
      rate: slowest(style.rate * parsed(opening, 'rate', parseRate, 1)),
      pitch: withinPitches(style.pitch * parsed(opening, 'pitch', parsePitch, 1)),
      volumeDb: style.volumeDb + parsed(opening, 'volume', parseVolumeDb, 0),
    },
  };
}

/** SSML 1.1, 3.2.3: `time` wins over `strength`; neither is a medium one. */
function pause(opening: Opening): Placed {
  const strength = parsed(opening, 'strength', (value) => STRENGTHS_MS[value], 500);
  return { style: opening.style, breakMs: parsed(opening, 'time', parseDurationMs, strength) };
}

function parseDurationMs(value: string): number | undefined {
  const [, digits, unit] = /^\+?(\d+(?:\.\d+)?)(ms|s)$/.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const ms = Number(digits) * (unit === 's' ? 1000 : 1);
  return ms <= MAX_BREAK_MS ? Math.round(ms) : undefined;
}

function emphasis(opening: Opening): Placed {
  const level = parsed(
    opening,
    'level',
    (value) => [...EMPHASES, 'none' as const].find((known) => known === value),
    'moderate',
  );
  return { style: { ...opening.style, emphasis: level === 'none' ? undefined : level } };
}

function sayAs(opening: Opening): Placed {
  const { attributes, refuse, style } = opening;
  const interpretAs = required(attributes, 'interpret-as', refuse);
  if (!SAY_AS.some((known) => known === interpretAs)) {
    throw refuse(`interpret-as="${interpretAs.slice(0, 40)}" is not known`);
  }
  return { style: { ...style, sayAs: { interpretAs, format: attributes.get('format') } } };
}

function phoneme({ attributes, refuse, style }: Opening): Placed {
  const ipa = required(attributes, 'ph', refuse);
  const alphabet = attributes.get('alphabet') ?? 'ipa';
  if (alphabet !== 'ipa') throw refuse(`alphabet="${alphabet.slice(0, 40)}": only ipa is known`);
  return { style: { ...style, ipa } };
}

function voice(opening: Opening): Placed {
  const { attributes, style } = opening;
  return {
    style: {
      ...withLanguage(opening, attributes.get('xml:lang') ?? attributes.get('language')),
      voice: attributes.get('name') ?? style.voice,
    },
  };
}

function speechifyStyle(opening: Opening): Placed {
  const { style } = opening;
  const emotion = parsed(opening, 'emotion', (value) => EMOTIONS[value], undefined);
  const cadence = parsed(opening, 'cadence', parseCadence, 1);
  return {
    style: {
      ...style,
      rate: slowest(style.rate * (emotion?.rate ?? 1) * cadence),
      pitch: withinPitches(style.pitch * (emotion?.pitch ?? 1)),
      volumeDb: style.volumeDb + (emotion?.volumeDb ?? 0),
    },
  };
}
