import { FILE_ERRORS } from '../file-errors.js';
import type { DocumentFormat } from '../document-format.js';
import { pluralFormsOf, type PluralForms } from './plural-forms.js';
import { entriesIn, type PoEntry, type PoString } from './po-entries.js';
import { decodeText } from '../text-files.js';
import { spliced, type Replacement } from '../xml/xml-tree.js';

/** A form of a message that has no translation yet. */
interface Gap {
  readonly form: PoString;
  readonly text: string;
}

/**
 * Messages of gettext: what has no translation gets one, and what has one keeps it. A fuzzy one is no translation. Everything
 * else stays as it is written, where it is written.
 *
 * @see GNU gettext manual, section 3, "The format of PO files"
 */
export const GETTEXT: DocumentFormat = {
  name: 'gettext',
  extensions: ['po', 'pot'],
  mediaType: 'text/x-gettext-translation',
  open(bytes) {
    const { text: source, encode } = decodeText(bytes);
    const entries = entriesOf(source);
    const gaps = entries.map((entry) => ({ entry, gaps: gapsOf(entry) }));
    const all = gaps.flatMap((each) => each.gaps);
    return {
      units: all.map(({ text }) => ({ kind: 'plain', text })),
      write(translations, { language } = {}) {
        const next = translations.values();
        const plurals = pluralsFor(source, language);
        const filled = gaps.flatMap(({ entry, gaps: own }): Replacement[] => {
          if (own.length === 0) return [];
          const forms = own.map(({ form, text }) => ({ form, text: next.next().value ?? text }));
          return [...writtenForms(entry, forms, plurals), ...withoutFuzzy(entry)];
        });
        const header = language === undefined ? [] : inLanguage(source, language);
        return encode(spliced(source, [...filled, ...header]));
      },
    };
  },
};

function entriesOf(source: string): readonly PoEntry[] {
  const entries = [...entriesIn(source)].filter(({ id }) => id !== '');
  const known = new Set<string>();
  for (const { context = '', id } of entries) {
    const key = `${context}\u0004${id}`;
    if (known.has(key)) {
      throw FILE_ERRORS.invalid({
        message: `Invalid file data: no gettext file: the entry "${id}" in "${context}" context has already been there.`,
      });
    }
    known.add(key);
  }
  return entries;
}

const FUZZY = /(?:^|,\s*)fuzzy(?=\s*(?:,|$))/;

/** The first form is for one, the others are for more; a language with a single form uses it for all. */
function gapsOf({ id, plural, forms, flags }: PoEntry): readonly Gap[] {
  const isFuzzy = FUZZY.test(flags?.text ?? '');
  return forms.flatMap((form, at): Gap[] => {
    if (form.text !== '' && !isFuzzy) return [];
    const isSingular = plural === undefined || (at === 0 && forms.length > 1);
    return [{ form, text: isSingular ? id : plural }];
  });
}

/** A template does not know its plural forms yet: those of the language. */
const pluralsFor = (source: string, language: string | undefined): PluralForms | undefined =>
  language !== undefined && PLURALS.test(source) ? pluralFormsOf(language) : undefined;

/** @param plurals of the language, where the file is a template: as many forms as that has */
function writtenForms(
  { plural, forms }: PoEntry,
  gaps: readonly Gap[],
  plurals: PluralForms | undefined,
): readonly Replacement[] {
  const [first, last] = [gaps[0], gaps.at(-1)];
  if (plurals === undefined || plural === undefined || gaps.length !== forms.length)
    return gaps.map(({ form, text }) => ({
      ...{ start: form.start, end: form.end },
      text: written(form.keyword, text),
    }));
  const texts = Array.from({ length: plurals.count }, (_none, at) =>
    at === 0 && plurals.count > 1 ? (first?.text ?? '') : (last?.text ?? ''),
  );
  const lines = texts.map((text, at) => written(`msgstr[${at}]`, text));
  return [{ start: first?.form.start ?? 0, end: last?.form.end ?? 0, text: lines.join('\n') }];
}

/** On one line, or one for each of its own. */
function written(keyword: string, text: string): string {
  const lines = text.split(/(?<=\n)/).map((line) => `"${escaped(line)}"`);
  const strings = lines.length > 1 ? ['""', ...lines] : lines;
  return `${keyword} ${strings.join('\n')}`;
}

/** What it was before is told of fuzzy ones alone. */
function withoutFuzzy({ flags, previous }: PoEntry): readonly Replacement[] {
  if (flags === undefined || !FUZZY.test(flags.text)) return [];
  const left = flags.text.replace(FUZZY, '').replace(/^,\s*/, '').trim();
  const { start, end, endOfLine } = flags;
  return [
    left === '' ? { start, end: endOfLine, text: '' } : { start, end, text: `#, ${left}` },
    ...previous.map((line) => ({ start: line.start, end: line.endOfLine, text: '' })),
  ];
}

const LANGUAGE = /^"Language:\s*(?=\\n"\s*$)/m;
const CHARSET = /(?<=^"Content-Type:[^"\n]*charset=)CHARSET\b/m;
const PLURALS = /(?<=^"Plural-Forms:\s*)nplurals=INTEGER;\s*plural=EXPRESSION;/m;

/** A template names no language, encoding and plural forms yet. */
function inLanguage(source: string, language: string): readonly Replacement[] {
  const told = [
    [LANGUAGE, `"Language: ${language.replaceAll('-', '_')}`],
    [CHARSET, 'UTF-8'],
    [PLURALS, pluralFormsOf(language).header],
  ] as const;
  return told.flatMap(([pattern, text]) => {
    const found = pattern.exec(source);
    if (found === null) return [];
    return [{ start: found.index, end: found.index + found[0].length, text }];
  });
}

const SIGNS: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\t': String.raw`\t`,
  '\r': String.raw`\r`,
};

const escaped = (text: string): string =>
  text.replaceAll(/["\\\n\t\r]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
