import { Readable } from 'node:stream';
import { parse } from 'csv-parse';
import { GLOSSARY_ERRORS } from './glossary-errors.js';
import { baseLanguage, parseLanguage, type LanguageTag } from '../languages/language.js';
import { nextTurn } from '../scheduling/next-turn.js';
import type { GlossaryEntry } from './terminology.js';

export type EntriesFormat = 'tsv' | 'csv';

/** The languages of one dictionary: base languages, since glossaries know no regional variants. */
export interface DictionaryPair {
  readonly source: LanguageTag;
  readonly target: LanguageTag;
}

/** UTF-8 bytes of a whole glossary (spec 1, part 8). */
export const MAX_GLOSSARY_BYTES = 10 * 1024 * 1024;
/** UTF-8 bytes of each entry text and of a glossary's name (spec 1, part 8). */
export const MAX_TEXT_BYTES = 1024;

/** A largest glossary has half a million entries: other requests are served while it is read. */
const ROWS_OF_A_TURN = 2000;
/** UTF-16 code units. */
const CSV_PIECE = 64 * 1024;

/** C0 and C1 control characters and Unicode's line separators. */
const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/**
 * Reads the entries of one dictionary.
 *
 * White space around a text is not part of it. Lines without any text are passed over. O(n).
 *
 * @param pair rows of a CSV file with four columns that name another pair are passed over
 * @throws {Problem} `glossary_entries_invalid` with the number of the entry, `glossary_invalid` when there is none,
 *   `glossary_too_large`
 */
export async function parseEntries(
  text: string,
  format: EntriesFormat,
  pair: DictionaryPair,
): Promise<readonly GlossaryEntry[]> {
  if (Buffer.byteLength(text) > MAX_GLOSSARY_BYTES) throw GLOSSARY_ERRORS.tooLarge();
  const rows = format === 'tsv' ? tsvRows(text) : await csvRows(text, pair);
  const targets = new Map<string, string>();
  for (const [index, row] of rows.entries()) {
    if (index % ROWS_OF_A_TURN === 0) await nextTurn();
    const entry = toEntry(row, index);
    if (targets.has(entry.source)) {
      throw invalid(index, `Duplicate source entry "${excerpt(entry.source)}"`);
    }
    targets.set(entry.source, entry.target);
  }
  if (targets.size === 0) throw GLOSSARY_ERRORS.badRequest({ details: { detail: NO_ENTRIES } });
  return [...targets].map(([source, target]) => ({ source, target }));
}

/** One line for each entry, as `text/tab-separated-values`. */
export function formatEntries(entries: readonly GlossaryEntry[]): string {
  return entries.map(({ source, target }) => `${source}\t${target}`).join('\n');
}

/** Entries of `newer` replace those of `older` that have the same source; the rest stays. */
export function mergeEntries(
  older: readonly GlossaryEntry[],
  newer: readonly GlossaryEntry[],
): readonly GlossaryEntry[] {
  const merged = new Map([...older, ...newer].map((entry) => [entry.source, entry.target]));
  return [...merged].map(([source, target]) => ({ source, target }));
}

/** @returns what is wrong with a text of an entry or a glossary's name; undefined when nothing is */
export function textFault(text: string): string | undefined {
  if (text.trim() === '') return 'must not be empty';
  if (Buffer.byteLength(text) > MAX_TEXT_BYTES) return `exceeds ${MAX_TEXT_BYTES} bytes`;
  if (CONTROL.test(text)) return 'contains a control character or line break';
  return text.isWellFormed() ? undefined : 'contains a lone surrogate';
}

const NO_ENTRIES = 'Glossary entries must not be empty.';

function tsvRows(text: string): readonly (readonly string[])[] {
  return text
    .split(/\r\n|\n|\r/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));
}

async function csvRows(
  text: string,
  pair: DictionaryPair,
): Promise<readonly (readonly string[])[]> {
  const parser = parse({ bom: true, relax_column_count: true, skip_empty_lines: true });
  const rows: (readonly string[])[] = [];
  try {
    for await (const row of Readable.from(pieces(text)).pipe(parser)) {
      const columns = row as readonly string[];
      if (concerns(columns, pair)) rows.push(columns.slice(0, 2));
    }
    return rows;
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'malformed CSV';
    throw GLOSSARY_ERRORS.invalidEntries({ details: { detail }, cause: error });
  }
}

function* pieces(text: string): Generator<string> {
  for (let start = 0; start < text.length; start += CSV_PIECE) {
    yield text.slice(start, start + CSV_PIECE);
  }
}

/** Four columns are source, target and their languages. */
function concerns(row: readonly string[], { source, target }: DictionaryPair): boolean {
  const [, , sourceCode, targetCode] = row;
  if (row.length !== 4 || sourceCode === undefined || targetCode === undefined) return true;
  return isLanguage(sourceCode, source) && isLanguage(targetCode, target);
}

function isLanguage(code: string, language: LanguageTag): boolean {
  const tag = parseLanguage(code.trim());
  return tag !== undefined && baseLanguage(tag) === language;
}

function toEntry(row: readonly string[], index: number): GlossaryEntry {
  const [source, target] = row.map((text) => text.trim());
  if (source === undefined || target === undefined || row.length !== 2) {
    throw invalid(index, `Expected a source and a target text, found ${row.length} column(s)`);
  }
  for (const [name, text] of Object.entries({ source, target })) {
    const fault = textFault(text);
    if (fault !== undefined) throw invalid(index, `The ${name} text ${fault}`);
  }
  return { source, target };
}

const invalid = (index: number, reason: string) =>
  GLOSSARY_ERRORS.invalidEntries({ details: { detail: `${reason} (key with index ${index}).` } });

const excerpt = (text: string): string => (text.length > 40 ? `${text.slice(0, 40)}...` : text);
