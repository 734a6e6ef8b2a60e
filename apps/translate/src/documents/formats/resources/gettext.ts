import { FILE_ERRORS } from '../file-errors.js';
import type { DocumentFormat } from '../document-format.js';
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
        const filled = gaps.flatMap(({ entry, gaps: own }): Replacement[] => {
          if (own.length === 0) return [];
          const forms = own.map(({ form, text }) => written(form, next.next().value ?? text));
          return [...forms, ...withoutFuzzy(entry)];
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

/** On one line, or one for each of its own. */
function written({ keyword, start, end }: PoString, text: string): Replacement {
  const lines = text.split(/(?<=\n)/).map((line) => `"${escaped(line)}"`);
  const strings = lines.length > 1 ? ['""', ...lines] : lines;
  return { start, end, text: `${keyword} ${strings.join('\n')}` };
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

const LANGUAGE = /^("Language:\s*)(?=\\n"\s*$)/m;

/** A template names no language yet. */
function inLanguage(source: string, language: string): readonly Replacement[] {
  const found = LANGUAGE.exec(source);
  if (found === null) return [];
  const end = found.index + found[0].length;
  return [{ start: found.index, end, text: `"Language: ${language.replaceAll('-', '_')}` }];
}

const SIGNS: Readonly<Record<string, string>> = {
  '\n': String.raw`\n`,
  '\t': String.raw`\t`,
  '\r': String.raw`\r`,
};

const escaped = (text: string): string =>
  text.replaceAll(/["\\\n\t\r]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
