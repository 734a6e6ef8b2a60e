/** How a stretch of text is to be said; what SSML elements set and nested ones combine. */
export interface Style {
  /** Factor of the voice's own pace; 2 is twice as fast. */
  readonly rate: number;
  /** Factor of the voice's own fundamental frequency. */
  readonly pitch: number;
  /** Gain in decibels. */
  readonly volumeDb: number;
  readonly emphasis?: 'strong' | 'moderate' | 'reduced' | undefined;
  /** BCP 47, where it differs from the request's. */
  readonly language?: string | undefined;
  /** Name of a voice of the catalogue, where it differs from the request's. */
  readonly voice?: string | undefined;
  readonly sayAs?: SayAs | undefined;
  /** International Phonetic Alphabet, to be said instead of the text. */
  readonly ipa?: string | undefined;
}

export interface SayAs {
  readonly interpretAs: string;
  readonly format?: string | undefined;
}

export const PLAIN_STYLE: Style = { rate: 1, pitch: 1, volumeDb: 0 };

/** Whether two stretches can be said in one breath. */
export const isSameStyle = (a: Style, b: Style): boolean =>
  a === b ||
  (a.rate === b.rate &&
    a.pitch === b.pitch &&
    a.volumeDb === b.volumeDb &&
    a.emphasis === b.emphasis &&
    a.language === b.language &&
    a.voice === b.voice &&
    a.ipa === b.ipa);

/** Factors of the voice's own pitch; elements in each other stay within them. */
export const LOWEST_PITCH = 0.17;
export const HIGHEST_PITCH = 2;

/** Below this nothing is heard; what `volume="silent"` means. */
export const SILENT_DB = -96;

const RATES: Readonly<Record<string, number>> = {
  'x-slow': 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.4,
  'x-fast': 2,
};
const PITCHES: Readonly<Record<string, number>> = {
  'x-low': 0.6,
  low: 0.8,
  medium: 1,
  default: 1,
  high: 1.25,
  'x-high': 1.6,
};
const VOLUMES_DB: Readonly<Record<string, number>> = {
  silent: SILENT_DB,
  'x-soft': -18,
  soft: -9,
  medium: 0,
  default: 0,
  loud: 4.5,
  'x-loud': 6,
};

const PERCENT = /^([+-]?)(\d+(?:\.\d+)?)%$/;
const within = (value: number, low: number, high: number): number | undefined =>
  value >= low && value <= high ? value : undefined;

/** A signed percentage changes by so much, one without a sign is of the voice's own (SSML 1.1, 3.2.4). */
function factorOfPercent(value: string): number | undefined {
  const [, sign, digits] = PERCENT.exec(value) ?? [];
  if (digits === undefined) return undefined;
  const share = Number(digits) / 100;
  if (sign === '') return share;
  return sign === '-' ? 1 - share : 1 + share;
}

/** Keyword, percentage or factor; from half to a hundred times as fast. */
export function parseRate(value: string): number | undefined {
  const factor = RATES[value] ?? factorOfPercent(value) ?? numberOf(value);
  return factor === undefined ? undefined : within(factor, 0.5, 100);
}

/** Keyword, percentage or semitones (`+2st`); from 17 % to 200 % of the voice's own. */
export function parsePitch(value: string): number | undefined {
  const [, semitones] = /^([+-]\d+(?:\.\d+)?)st$/.exec(value) ?? [];
  const factor =
    semitones === undefined
      ? (PITCHES[value] ?? factorOfPercent(value))
      : 2 ** (Number(semitones) / 12);
  return factor === undefined ? undefined : within(factor, LOWEST_PITCH, HIGHEST_PITCH);
}

/** Keyword, decibels (`-6dB`) or percentage of the amplitude, in decibels. */
export function parseVolumeDb(value: string): number | undefined {
  const [, decibels] = /^([+-]\d+(?:\.\d+)?)dB$/i.exec(value) ?? [];
  if (decibels !== undefined) return within(Number(decibels), SILENT_DB, 24);
  const keyword = VOLUMES_DB[value];
  if (keyword !== undefined) return keyword;
  const factor = factorOfPercent(value);
  if (factor === undefined) return undefined;
  return factor <= 0 ? SILENT_DB : within(20 * Math.log10(factor), SILENT_DB, 24);
}

const numberOf = (value: string): number | undefined =>
  /^\d+(\.\d+)?$/.test(value) ? Number(value) : undefined;

interface Emotion {
  readonly rate: number;
  readonly pitch: number;
  readonly volumeDb: number;
}

/** What an emotion does to the voice. No engine here has emotions: an approximation (our choice). */
export const EMOTIONS: Readonly<Record<string, Emotion>> = {
  angry: { rate: 1.15, pitch: 0.95, volumeDb: 4 },
  cheerful: { rate: 1.1, pitch: 1.15, volumeDb: 1 },
  sad: { rate: 0.85, pitch: 0.9, volumeDb: -3 },
  terrified: { rate: 1.25, pitch: 1.3, volumeDb: 2 },
  relaxed: { rate: 0.9, pitch: 0.97, volumeDb: -2 },
  fearful: { rate: 1.15, pitch: 1.2, volumeDb: -2 },
  surprised: { rate: 1.05, pitch: 1.3, volumeDb: 2 },
  calm: { rate: 0.92, pitch: 0.97, volumeDb: -1 },
  assertive: { rate: 1, pitch: 0.95, volumeDb: 3 },
  energetic: { rate: 1.15, pitch: 1.1, volumeDb: 3 },
  warm: { rate: 0.95, pitch: 0.95, volumeDb: 0 },
  direct: { rate: 1.05, pitch: 1, volumeDb: 1 },
  bright: { rate: 1.05, pitch: 1.12, volumeDb: 1 },
};

const CADENCES: Readonly<Record<string, number>> = { slow: 0.8, medium: 1, fast: 1.25 };

/** `cadence` of a style element: a keyword, a percentage or a factor. */
export const parseCadence = (value: string): number | undefined =>
  CADENCES[value] ?? parseRate(value);
