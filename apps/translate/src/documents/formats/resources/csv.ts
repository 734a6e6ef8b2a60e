import type { DocumentFormat, DocumentLanguages } from '../document-format.js';
import { FILE_ERRORS } from '../file-errors.js';
import { isKnownLanguage, isSameLanguage, languageNamed } from '../named-languages.js';
import { decodeText } from '../text-files.js';
import { spliced, type Replacement } from '../xml/xml-tree.js';

interface Cell {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
  /** What is written before it where its row ends earlier. */
  readonly lead?: string;
}

/** A cell that is translated, and where its translation goes. */
interface Place {
  readonly text: string;
  readonly cell: Cell;
}

const SEPARATORS = [',', ';', '\t', '|'] as const;

/** Names of columns whose cells are for programs. */
const OF_PROGRAMS =
  /^(?:id|key|keys|name|code|context|location|url|link|path|file|type|lang|language|locale|fuzzy|status|date|.*comments?)$/i;

/**
 * Tables of texts with a first line of names, which stays. Cells are translated but for columns of keys and the like. A file
 * with the columns `source` and `target`, or with columns of both languages (`en`, `es`), gets its translations into what of the
 * latter is empty.
 *
 * @see RFC 4180; the comma may be a semicolon, a tabulator or a bar
 */
export const CSV: DocumentFormat = {
  name: 'CSV',
  extensions: ['csv', 'tsv'],
  mediaType: 'text/csv',
  open(bytes, { languages } = {}) {
    const { text, encode } = decodeText(bytes);
    const separator = separatorOf(text);
    const { places, keptTexts } = placesIn([...rowsIn(text, separator)], { languages, separator });
    return {
      keptTexts,
      units: places.map((place) => ({ kind: 'plain', text: place.text })),
      write: (translations) => {
        const replacements = places.flatMap(({ text: before, cell }, at): Replacement[] => {
          const translation = translations[at] ?? before;
          if (translation === cell.text) return [];
          const { start, end } = cell;
          return [{ start, end, text: written(translation, cell, separator) }];
        });
        return encode(spliced(text, replacements));
      },
    };
  },
};

/** The one that the first line has most of, outside of quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text.replaceAll(/"(?:[^"]|"")*"/g, '').split(/\r?\n/, 1);
  const countOf = (sign: string) => line.split(sign).length;
  return SEPARATORS.reduce((best, sign) => (countOf(sign) > countOf(best) ? sign : best));
}

/** What is translated, and how many texts have a translation. */
interface Places {
  readonly places: readonly Place[];
  readonly keptTexts: number;
}

function placesIn(
  [head = [], ...rows]: readonly (readonly Cell[])[],
  { languages, separator }: { languages: DocumentLanguages | undefined; separator: string },
): Places {
  const names = head.map(({ text }) => text.trim());
  const pair = bilingual(names) ?? (languages && inLanguages(names, languages));
  if (pair !== undefined) return intoColumn(rows, pair, separator);
  const places = rows.flatMap((row) =>
    row
      .filter((cell, at) => hasWords(cell) && !OF_PROGRAMS.test(names[at] ?? ''))
      .map((cell) => ({ text: cell.text, cell })),
  );
  return { places, keptTexts: 0 };
}

/** A row may end before its cell: programs leave out what is empty at the end of a row. */
function intoColumn(
  rows: readonly (readonly Cell[])[],
  [source, target]: readonly [number, number],
  separator: string,
): Places {
  const pairs = rows.flatMap((row) => {
    const from = row[source];
    if (from === undefined || !hasWords(from)) return [];
    return [{ from, to: row[target] ?? cellBehind(row, target, separator) }];
  });
  const open = pairs.filter(({ to }) => to.text.trim() === '');
  return {
    places: open.map(({ from, to }) => ({ text: from.text, cell: to })),
    keptTexts: pairs.length - open.length,
  };
}

function cellBehind(row: readonly Cell[], at: number, separator: string): Cell {
  const end = row.at(-1)?.end ?? 0;
  const lead = separator.repeat(at - row.length + 1);
  return { ...{ start: end, end, text: '', isQuoted: false }, lead };
}

function bilingual(names: readonly string[]): readonly [number, number] | undefined {
  const [source, target] = [indexOf(names, 'source'), indexOf(names, 'target')];
  return source === -1 || target === -1 ? undefined : [source, target];
}

/** Columns of both languages; the first other language where the source is not named. */
function inLanguages(
  names: readonly string[],
  { source, target }: DocumentLanguages,
): readonly [number, number] | undefined {
  const to = columnOf(names, target);
  const from =
    source === undefined ? names.findIndex(isLanguageBeside(to)) : columnOf(names, source);
  return from === -1 || to === -1 || from === to ? undefined : [from, to];
}

/** That of the very language goes before that of one of its regions. */
function columnOf(names: readonly string[], language: string): number {
  const wanted = languageNamed(language);
  const exact = names.findIndex((name) => wanted !== undefined && languageNamed(name) === wanted);
  return exact === -1 ? names.findIndex((name) => isSameLanguage(name, language)) : exact;
}

const isLanguageBeside =
  (target: number) =>
  (name: string, at: number): boolean =>
    at !== target && !OF_PROGRAMS.test(name) && isKnownLanguage(name);

const indexOf = (names: readonly string[], wanted: string): number =>
  names.findIndex((name) => name.toLowerCase() === wanted);

/** Formulas and values of spreadsheets are no words. */
const OF_SPREADSHEETS = /^\s*(?:=.*|TRUE|FALSE|NULL|NaN|#N\/A)\s*$/s;

const hasWords = ({ text }: Cell): boolean => /\p{L}/u.test(text) && !OF_SPREADSHEETS.test(text);

function* rowsIn(text: string, separator: string): Generator<readonly Cell[]> {
  let row: Cell[] = [];
  for (const { end, ...cell } of cellsIn(text, separator)) {
    row.push({ ...cell, end: end.at });
    if (end.sign === separator) continue;
    yield row;
    row = [];
  }
}

interface EndedCell extends Omit<Cell, 'end'> {
  /** Where it ends, and what stands there. */
  readonly end: { readonly at: number; readonly sign: string };
}

function* cellsIn(text: string, separator: string): Generator<EndedCell> {
  const sign = separator === '|' ? String.raw`\|` : separator;
  const cells = new RegExp(
    String.raw`(?:"([^"]*(?:""[^"]*)*)"|(?!")([^${sign}\r\n]*))(${sign}|\r\n|\r|\n|$)`,
    'y',
  );
  let last = '\n';
  // Behind a comma at the end of the file stands an empty cell.
  while (cells.lastIndex < text.length || last === separator) {
    const start = cells.lastIndex;
    const match = cells.exec(text);
    if (match === null) throw notCsv(text, start);
    const [whole, quoted, plain = '', end = ''] = match;
    yield {
      ...{ start, end: { at: start + whole.length - end.length, sign: end } },
      ...{ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined },
    };
    last = end;
  }
}

const notCsv = (text: string, at: number): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: no CSV, line ${String(text.slice(0, at).split('\n').length)}: a quote is not closed, or something stands behind it.`,
  });

/** In quotes where it was, or where it has to be. */
const written = (text: string, { isQuoted, lead = '' }: Cell, separator: string): string =>
  isQuoted || text.includes(separator) || /["\r\n]/.test(text)
    ? `${lead}"${text.replaceAll('"', '""')}"`
    : lead + text;
