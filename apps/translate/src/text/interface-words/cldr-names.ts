import { baseLanguage, type LanguageTag } from '../../languages/language.js';

export interface NameLanguages {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** How a name is written in a language. */
type Writer = (language: LanguageTag) => string | undefined;

const MONTHS = 12;
const DAYS = 7;

/** Languages whose names are known: those that the interface of a program is likely to list. */
const LISTED =
  'ar bg bn ca cs cy da de el en es et eu fa fi fr ga gl he hi hr hu id is it ja ko lt lv mk ms mt nb nl nn no oc pl pt ro ru sk sl sq sr sv sw ta te th tr uk ur vi zh'.split(
    ' ',
  );

const known = new Map<string, ReadonlyMap<string, Writer>>();

/**
 * The name of a month, a day of the week or a language in another language, as CLDR has it on its own. A capital letter
 * of the source is kept.
 *
 * @returns undefined for a text that is none, whole and as it is written
 */
export function cldrName(text: string, { source, target }: NameLanguages): string | undefined {
  const write = namesOf(baseLanguage(source)).get(text);
  const name = write?.(target);
  if (name === undefined) return undefined;
  return /^\p{Lu}/u.test(text) ? capitalised(name, target) : name;
}

function namesOf(language: LanguageTag): ReadonlyMap<string, Writer> {
  const names = known.get(language) ?? readNames(language);
  known.set(language, names);
  return names;
}

function readNames(language: LanguageTag): ReadonlyMap<string, Writer> {
  const names = new Map<string, Writer>();
  for (const write of [...languageWriters(), ...dayWriters(), ...monthWriters()]) {
    const name = write(language);
    if (name === undefined) continue;
    // As it is written in a sentence, and alone: `polish` is no language.
    names.set(name, write);
    names.set(capitalised(name, language), write);
  }
  return names;
}

const monthWriters = (): readonly Writer[] =>
  Array.from({ length: MONTHS }, (_none, month) =>
    dateWriter(new Date(Date.UTC(2026, month, 15)), { month: 'long' }),
  );

/** 4 January 2026 is a Sunday. */
const dayWriters = (): readonly Writer[] =>
  Array.from({ length: DAYS }, (_none, day) =>
    dateWriter(new Date(Date.UTC(2026, 0, 4 + day)), { weekday: 'long' }),
  );

const dateWriter =
  (date: Date, part: Intl.DateTimeFormatOptions): Writer =>
  (language) =>
    isKnown(language)
      ? new Intl.DateTimeFormat(language, { ...part, calendar: 'gregory', timeZone: 'UTC' }).format(
          date,
        )
      : undefined;

const displayNames = new Map<string, Intl.DisplayNames>();

/** One is made in a millisecond, and there are no more of them than languages. */
function displayNamesIn(language: LanguageTag): Intl.DisplayNames {
  const names =
    displayNames.get(language) ??
    new Intl.DisplayNames(language, { type: 'language', fallback: 'none' });
  displayNames.set(language, names);
  return names;
}

const languageWriters = (): readonly Writer[] =>
  LISTED.map(
    (code): Writer =>
      (language) =>
        isKnown(language) ? displayNamesIn(language).of(code) : undefined,
  );

const isKnown = (language: LanguageTag): boolean =>
  Intl.DateTimeFormat.supportedLocalesOf([language]).length > 0;

const capitalised = (text: string, language: LanguageTag): string =>
  text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
