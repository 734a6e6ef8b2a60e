import { FILE_ERRORS } from '../file-errors.js';

/** A line, with its place; `endOfLine` is behind its end. */
interface PoLine {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly endOfLine: number;
}

/** A string of a message over all of its lines. */
export interface PoString {
  /** `msgstr[1]` */
  readonly keyword: string;
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A message with its place in the file. */
export interface PoEntry {
  readonly context?: string | undefined;
  readonly id: string;
  readonly plural?: string | undefined;
  readonly forms: readonly PoString[];
  /** Its flags, without their sign. */
  readonly flags?: PoLine | undefined;
  /** Lines that tell what a fuzzy message was before. */
  readonly previous: readonly PoLine[];
}

interface Building {
  readonly strings: PoString[];
  readonly previous: PoLine[];
  flags?: PoLine;
}

const STRING =
  /^(?:(msgctxt|msgid_plural|msgid|msgstr(?:\[\d{1,2}\])?)\s*)?"((?:[^"\\]|\\.)*)"\s*$/;
const FORM = 'msgstr';

/**
 * Messages of a PO file, in their order; obsolete ones are comments.
 *
 * @throws {Problem} `document_invalid`
 */
export function* entriesIn(source: string): Generator<PoEntry> {
  let current: Building = { strings: [], previous: [] };
  let number = -1;
  for (const line of linesIn(source)) {
    number += 1;
    if (isEnd(current, line)) {
      yield* built(current, number);
      current = { strings: [], previous: [] };
    }
    addLine(current, line, number);
  }
  yield* built(current, number + 1);
}

function* linesIn(source: string): Generator<PoLine> {
  for (const { 0: all, index } of source.matchAll(/[^\n]*(?:\n|$)/g)) {
    if (all === '') return;
    const text = all.replace(/\r?\n$/, '');
    yield { text, start: index, end: index + text.length, endOfLine: index + all.length };
  }
}

const isBlank = ({ text }: PoLine): boolean => text.trim() === '';
const COMMENT = /^\s*#(.?)/;

/** A message ends with a line without anything, and where another one begins. */
function isEnd({ strings }: Building, line: PoLine): boolean {
  const isFull = strings.at(-1)?.keyword.startsWith(FORM) === true;
  const isComment = COMMENT.test(line.text);
  const [, keyword] = STRING.exec(line.text.trim()) ?? [];
  return isBlank(line) || (isFull && (isComment || keyword?.startsWith(FORM) === false));
}

function addLine(current: Building, line: PoLine, number: number): void {
  if (isBlank(line)) return;
  const comment = COMMENT.exec(line.text)?.[1];
  const [, keyword, raw] = STRING.exec(line.text.trim()) ?? [];
  if (comment !== undefined) addComment(current, comment, line);
  else if (raw === undefined) throw invalid(number, 'expected a string in quotes');
  else addString(current, { keyword, raw, line, number });
}

function addComment(current: Building, sign: string, line: PoLine): void {
  if (sign === '|') current.previous.push(line);
  if (sign === ',') current.flags = { ...line, text: line.text.replace(/^\s*#,\s*/, '') };
}

function addString(
  { strings }: Building,
  {
    keyword,
    raw,
    line,
    number,
  }: {
    readonly keyword: string | undefined;
    readonly raw: string;
    readonly line: PoLine;
    readonly number: number;
  },
): void {
  const { end } = line;
  if (keyword !== undefined) {
    strings.push({ keyword, text: unescaped(raw), start: line.start, end });
    return;
  }
  const last = strings.pop();
  if (last === undefined) throw invalid(number, 'a string belongs to no message');
  strings.push({ ...last, text: last.text + unescaped(raw), end });
}

function* built({ strings, flags, previous }: Building, number: number): Generator<PoEntry> {
  if (strings.length === 0) return;
  const textOf = (wanted: string) => strings.find(({ keyword }) => keyword === wanted)?.text;
  const id = textOf('msgid');
  const forms = strings.filter(({ keyword }) => keyword.startsWith(FORM));
  if (id === undefined || forms.length === 0) throw invalid(number - 1, 'a message is not whole');
  yield { context: textOf('msgctxt'), id, plural: textOf('msgid_plural'), forms, flags, previous };
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\u0007', b: '\b', f: '\f', v: '\v' },
};

const unescaped = (raw: string): string =>
  raw.replaceAll(/\\([\s\S])/g, (_all, sign: string) => NAMED[sign] ?? sign);

const invalid = (number: number, reason: string): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: no gettext file: line ${String(number + 1)}: ${reason}.`,
  });
