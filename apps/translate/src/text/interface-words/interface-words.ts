import { baseLanguage, type LanguageTag } from '../../languages/language.js';
import { ACTIONS } from './actions.js';
import { cldrName, type NameLanguages } from './cldr-names.js';
import { MESSAGES } from './messages.js';
import { STATES } from './states.js';
import { THINGS } from './things.js';

/** A word or phrase of interfaces in another language. */
export interface InterfaceWord {
  readonly text: string;
  /** Who says so: `CLDR`, or `interface words` of our own. */
  readonly origin: 'CLDR' | 'interface words';
}

/** In the order of the columns; behind `~` the words of the second variant. */
const COLUMNS = ['en', 'es', 'ca', 'fr', 'pt'] as const;
const SECOND_VARIANTS: ReadonlySet<string> = new Set(['en-GB', 'pt-BR']);

/** A word of a target that would mean something else as a source. */
const ONLY_TARGET = '>';

/** What ends the label of a field or a menu. */
const ENDING = /\s?(?::|…|\.{3})$/;

type Row = readonly string[];

const rows: readonly Row[] = [STATES, ACTIONS, THINGS, MESSAGES].flatMap((list) =>
  list
    .trim()
    .split('\n')
    .map((line) => line.split('|')),
);

const bySource = new Map<string, ReadonlyMap<string, Row>>();

/**
 * What a word, phrase or name of an interface is in another language, where the text is one of those that are known as a
 * whole: with its sign at the end, and with its capital letters or in capitals throughout. `:` and `…` at its end stay.
 */
export function interfaceWord(text: string, languages: NameLanguages): InterfaceWord | undefined {
  const whole = phrase(text, languages) ?? name(text, languages);
  const [ending] = ENDING.exec(text) ?? [];
  if (whole !== undefined || ending === undefined) return whole;
  const word = text.slice(0, -ending.length);
  const found = phrase(word, languages) ?? name(word, languages);
  if (found === undefined) return undefined;
  // French alone has a space before a colon.
  const written = baseLanguage(languages.target) === 'fr' ? ending : ending.trimStart();
  return { ...found, text: found.text + written };
}

function name(text: string, languages: NameLanguages): InterfaceWord | undefined {
  const found = cldrName(text, languages);
  return found === undefined ? undefined : { text: found, origin: 'CLDR' };
}

function phrase(text: string, { source, target }: NameLanguages): InterfaceWord | undefined {
  const column = columnOf(target);
  const row = column === -1 ? undefined : phrasesOf(baseLanguage(source)).get(text);
  if (row === undefined) return undefined;
  const [first = '', second = first] = variantsOf(row[column] ?? '');
  const found = SECOND_VARIANTS.has(target) ? second : first;
  return {
    text: isCapital(text) ? found.toLocaleUpperCase(target) : found,
    origin: 'interface words',
  };
}

const columnOf = (language: LanguageTag): number =>
  COLUMNS.findIndex((column) => column === baseLanguage(language));

/** As they are written, and in capitals. Of two that are the same, the first counts. */
function phrasesOf(source: LanguageTag): ReadonlyMap<string, Row> {
  const read = bySource.get(source);
  if (read !== undefined) return read;
  const column = columnOf(source);
  const phrases = new Map<string, Row>();
  for (const row of column === -1 ? [] : rows) {
    const cell = row[column] ?? '';
    const words = cell.startsWith(ONLY_TARGET) ? [] : variantsOf(cell);
    for (const word of words.flatMap((each) => [each, each.toLocaleUpperCase(source)])) {
      if (!phrases.has(word)) phrases.set(word, row);
    }
  }
  bySource.set(source, phrases);
  return phrases;
}

const variantsOf = (cell: string): readonly string[] => cell.replace(ONLY_TARGET, '').split('~');

const isCapital = (text: string): boolean =>
  !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) > 1;
