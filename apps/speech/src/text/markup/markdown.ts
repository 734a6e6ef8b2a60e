import type { SourceText } from '../words/source-text.js';

/** Signs without which there is no Markdown that would be heard. */
const SIGNS = /[*_~`#>|[\]\\+<]|^[ \t]*-\s/mu;

/**
 * A text without the marks of Markdown, as a person reads it: emphasis, headings, lists, quotes, code, tables and the
 * addresses of links (CommonMark 0.31, GitHub Flavored Markdown 0.29). What is left knows where it stood. O(n).
 */
export function withoutMarkdown(source: SourceText): SourceText {
  const { text } = source;
  if (!SIGNS.test(text)) return source;
  const cut = new Cut(source);
  cutLines(text, cut);
  cutLinks(text, cut);
  cutEmphasis(text, cut);
  for (const { index } of text.matchAll(/`|\\(?=[\\`*_{}[\]()#+\-.!~|>])/gu)) cut.drop(index, 1);
  return cut.rest();
}

/** What is left out of a text, and what is put for signs of it. */
class Cut {
  readonly #isDropped: Uint8Array;
  readonly #instead = new Map<number, string>();

  constructor(private readonly source: SourceText) {
    this.#isDropped = new Uint8Array(source.text.length);
  }

  drop(at: number, length: number): void {
    this.#isDropped.fill(1, at, at + length);
  }

  replace(at: number, by: string): void {
    this.#instead.set(at, by);
  }

  rest(): SourceText {
    const { text, starts, ends } = this.source;
    const kept = Array.from(starts.keys()).filter((index) => this.#isDropped[index] === 0);
    return {
      text: kept.map((index) => this.#instead.get(index) ?? text[index] ?? '').join(''),
      starts: kept.map((index) => starts[index] ?? 0),
      ends: kept.map((index) => ends[index] ?? 0),
    };
  }
}

const RULE = /^ {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
const FENCE = /^ {0,3}(?:```|~~~)/;
const DEFINITION = /^ {0,3}\[[^[\]]{1,200}\]:\s/;
/** Marks at the beginning of a line: quotes, then a heading or an item, which may be ticked. */
const BEGINNING = /^[ \t]*(?:>[ \t]?)*(?:#{1,6}(?=[ \t])|[-*+][ \t]+(?:\[[ xX]\][ \t])?)?/;

function cutLines(text: string, cut: Cut): void {
  for (const { 0: line, index } of text.matchAll(/[^\n]+/gu)) {
    if (isMarkOnly(line)) cut.drop(index, line.length);
    else if (/^\s*\|.+\|\s*$/.test(line)) cutCells(line, index, cut);
    else {
      const [marks = ''] = BEGINNING.exec(line) ?? [];
      if (marks.trim() !== '') cut.drop(index, marks.length);
    }
  }
}

const isMarkOnly = (line: string): boolean =>
  RULE.test(line) || FENCE.test(line) || DEFINITION.test(line) || isTableRule(line);

const isTableRule = (line: string): boolean =>
  /^[\s:|-]+$/.test(line) && line.includes('|') && line.includes('-');

/** Cells are read with pauses between them. */
function cutCells(line: string, index: number, cut: Cut): void {
  const bars = [...line.matchAll(/(?<!\\)\|/gu)].map((match) => index + match.index);
  for (const bar of bars.slice(1, -1)) cut.replace(bar, ',');
  for (const bar of [bars.at(0), bars.at(-1)]) if (bar !== undefined) cut.drop(bar, 1);
}

const TARGET = String.raw`\(\s{0,9}(?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?:\s{1,9}"[^"\n]{0,500}")?\s{0,9}\)`;
const LINK = new RegExp(
  `(!?\\[)([^\\[\\]\\n]{0,1000})(\\]${TARGET}|\\]\\[[^\\[\\]\\n]{0,200}\\])`,
  'gu',
);
const FOOTNOTE = /\[\^[\w-]{1,30}\]:?/gu;
const AUTOLINK = /<((?:https?:|mailto:)?[^<>\s]{1,2000}[.@:][^<>\s]{1,2000})>/gu;

function cutLinks(text: string, cut: Cut): void {
  for (const { 0: note, index } of text.matchAll(FOOTNOTE)) cut.drop(index, note.length);
  for (const { 1: begin = '', 2: said = '', 3: end = '', index } of text.matchAll(LINK)) {
    cut.drop(index, begin.length);
    cut.drop(index + begin.length + said.length, end.length);
  }
  for (const { 0: link, index } of text.matchAll(AUTOLINK)) {
    cut.drop(index, 1);
    cut.drop(index + link.length - 1, 1);
  }
}

/** Runs that mean something. */
const RUNS = new Set(['*', '**', '***', '_', '__', '___', '~~']);
const isInWord = (character: string): boolean => /[\p{L}\p{N}]/u.test(character);
const isSpace = (character: string): boolean => character === '' || /\s/u.test(character);

/** What opens stands before a word, what closes after one; `5 * 3` and `snake_case` are neither. */
function cutEmphasis(text: string, cut: Cut): void {
  let open = new Map<string, number[]>();
  for (const { 0: run, index } of text.matchAll(/\*+|_+|~+|\n[ \t]*\n/gu)) {
    if (run.startsWith('\n')) open = new Map();
    if (!RUNS.has(run)) continue;
    const around = { run, before: text[index - 1] ?? '', after: text[index + run.length] ?? '' };
    if (mayClose(around) && closeRun(run, index, { open, cut })) continue;
    if (!mayOpen(around)) continue;
    const begun = open.get(run) ?? [];
    begun.push(index);
    open.set(run, begun);
  }
}

/** A run of signs and what stands beside it. */
interface Run {
  readonly run: string;
  readonly before: string;
  readonly after: string;
}

const mayOpen = ({ before, after }: Run): boolean =>
  before !== '\\' && !isSpace(after) && !isInWord(before);

const mayClose = ({ run, before, after }: Run): boolean =>
  before !== '\\' && !isSpace(before) && (run.startsWith('*') || !isInWord(after));

/** Whether something was open that it closes: `***` closes `**` and `*` too. */
function closeRun(
  run: string,
  index: number,
  { open, cut }: { open: Map<string, number[]>; cut: Cut },
): boolean {
  const sign = run.slice(0, 1);
  const wanted = (open.get(run)?.length ?? 0) > 0 ? [run] : [sign, `${sign}${sign}`];
  if (wanted.length > 1 && run.length < 3) return false;
  if (wanted.some((each) => (open.get(each)?.length ?? 0) === 0)) return false;
  for (const each of wanted) {
    const at = open.get(each)?.pop();
    if (at !== undefined) cut.drop(at, each.length);
  }
  cut.drop(index, run.length);
  return true;
}
