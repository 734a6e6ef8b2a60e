import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelError } from '@sextant/platform-models';
import type { Gender } from '../../voices/catalogue/voice.js';

export interface Speaker {
  readonly index: number;
  readonly name: string;
  readonly gender: Gender;
  /** BCP 47; that of the model if absent. */
  readonly locale?: string;
}

/** What is said of a model beside it, in `voices.json`: by an operator, by us, or by whoever published it. */
export interface VoicesFile {
  readonly locale?: string;
  readonly speakers?: readonly Speaker[];
}

type Json = Readonly<Record<string, unknown>>;

export const VOICES_FILE = 'voices.json';
/** A thousand speakers take a tenth of it. */
const LONGEST = 1024 * 1024;
/** More are no speakers that anybody chooses between. */
const MOST_SPEAKERS = 1000;
const LONGEST_NAME = 100;
const GENDERS: readonly unknown[] = ['male', 'female', 'not_specified'] satisfies Gender[];

/** Nothing where there is no such file. @throws {ModelError} for a file that says something else */
export async function readVoicesFile(folder: string): Promise<VoicesFile> {
  const file = join(folder, VOICES_FILE);
  if (!existsSync(file)) return {};
  if ((await stat(file)).size > LONGEST) throw wrong(`longer than ${LONGEST} bytes`);
  return voicesOf(await readFile(file, 'utf8'));
}

/** @throws {ModelError} for what every list of voices would fail with later */
export function voicesOf(text: string): VoicesFile {
  const { locale, speakers } = objectOf(parsed(text), 'no JSON object');
  return {
    ...(locale === undefined ? {} : { locale: localeOf(locale) }),
    ...(speakers === undefined ? {} : { speakers: speakersOf(speakers) }),
  };
}

function speakersOf(speakers: unknown): readonly Speaker[] {
  if (!Array.isArray(speakers) || speakers.length === 0 || speakers.length > MOST_SPEAKERS) {
    throw wrong(`its speakers are no list of 1 to ${MOST_SPEAKERS}`);
  }
  const read = speakers.map((speaker) => speakerOf(objectOf(speaker, 'a speaker is no object')));
  if (new Set(read.map(({ index }) => index)).size < read.length) {
    throw wrong('two speakers have one index');
  }
  return read;
}

function speakerOf({ index, name, gender = 'not_specified', locale }: Json): Speaker {
  if (typeof index !== 'number' || !Number.isInteger(index) || index < 0 || index > 100_000) {
    throw wrong('the index of a speaker is no number from 0');
  }
  if (typeof name !== 'string' || !isName(name)) {
    throw wrong(`speaker ${index} has no name of 1 to ${LONGEST_NAME} characters`);
  }
  if (!isGender(gender))
    throw wrong(`the gender of speaker ${index} is none of ${GENDERS.join(', ')}`);
  return { index, name, gender, ...(locale === undefined ? {} : { locale: localeOf(locale) }) };
}

const isName = (name: string): boolean =>
  name.trim() !== '' && name.length <= LONGEST_NAME && !/\p{Cc}/u.test(name);

const isGender = (gender: unknown): gender is Gender => GENDERS.includes(gender);

function localeOf(locale: unknown): string {
  try {
    if (typeof locale === 'string' && locale.length <= 35) {
      Intl.getCanonicalLocales(locale);
      return locale;
    }
  } catch {
    // A RangeError is its way to say no.
  }
  throw wrong('a locale is no tag of BCP 47, such as en-US');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // Said by who asks for an object.
  }
}

function objectOf(value: unknown, what: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw wrong(what);
}

const wrong = (what: string): ModelError =>
  new ModelError(`its ${VOICES_FILE} is unusable: ${what}`);
