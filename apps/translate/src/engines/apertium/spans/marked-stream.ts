import type { MarkedText, Span } from '../../../text/marked-text.js';
import { atomsOf, type Atom, type KeptBlanks } from './atoms.js';
import { FIXED_WORD_END } from './marked-mode.js';
import { agreementKey, type StandIns } from './stand-ins.js';
import {
  commaFor,
  encodeStretch,
  keepsCommas,
  KEPT_IN_SPANS,
  KEPT_WITH_MARKS,
  lacksStop,
  mayBeKept,
  tidied,
  withStop,
} from '../stream-format.js';

/** Words between two ends of spans: they carry one number through the engine. */
export interface Run {
  /** The spans around it, outermost first. */
  readonly spanIds: readonly number[];
  /** The protected content or term that it stands for. */
  readonly fixed?: FixedRun;
}

export interface FixedRun {
  readonly span: Span;
  /** What the engine was given in its place. */
  readonly standIn: string;
  /** What its post-generator was given: letters that articles before it are contracted by. */
  readonly word: string;
}

/** A segment as the stream carries it. */
export interface MarkedStream extends KeptBlanks {
  readonly stream: string;
  readonly runs: readonly Run[];
  /** The empty span that a kept blank stands for. */
  readonly keptSpans: ReadonlyMap<number, number>;
  readonly hasAddedStop: boolean;
}

/** An unknown word for content that must not be translated: every mode passes it on in one piece. */
const STAND_IN = 'xqz';

/** Above this many spans in one segment following words costs more than it gains: they are quadratic. */
const MOST_SPANS = 200;

/**
 * Stands for content that owns something: behind an unknown word English pairs read `'s` as a verb, or lose it. All of
 * Debian's know this name.
 */
const OWNER = 'Anna';
const OF_OWNER = /^['’]s(?![\p{L}\p{M}\p{N}])/u;

/** A typographic apostrophe behind what loses its vowel, as in `l’{name}`: it is no closing quote. */
const ELISION =
  /(?<![\p{L}\p{M}])(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu|(?:d|n|s)?ell|d?all|un|quest)’$/iu;

const EDGE_QUOTES = { opening: /^["“„«‘]+/u, closing: /["”»’]+$/u };

const NO_STAND_INS: StandIns = new Map();

const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Writes a segment with its spans for a marked mode.
 *
 * @returns undefined when a span begins or ends inside a word: half a word cannot be followed, and a stand-in would
 *   grow together with a word beside it
 */
export function encodeMarked(
  { text, spans }: MarkedText,
  standIns: StandIns = NO_STAND_INS,
): MarkedStream | undefined {
  if (spans.length > MOST_SPANS) return undefined;
  if (spans.some((span) => cutsWord(text, span))) return undefined;
  const writer = new Writer(spans, standIns);
  const edges = [...new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])])];
  edges.sort((a, b) => a - b);
  edges.forEach((start, index) => {
    writer.addEmptySpansAt(start);
    const end = edges[index + 1];
    if (end !== undefined) writer.addStretch(text, start, end);
  });
  return writer.finish(lacksStop(text));
}

/**
 * Reads the answer of a marked mode.
 *
 * @returns the words and what lies between them, or undefined when something that was kept out is lost
 */
export function decodeMarked(answer: string, encoded: MarkedStream): readonly Atom[] | undefined {
  if (!keepsCommas(answer, encoded.kept)) return undefined;
  const atoms = atomsOf(tidied(withFixedWordsApart(answer, encoded), encoded), encoded);
  const returned = atoms.flatMap(({ kept }) => kept ?? []);
  const isOnce = new Set(returned).size === returned.length;
  const isLost = ([original, number]: readonly [string, number]) =>
    !returned.includes(number) && (original.trim() !== '' || encoded.keptSpans.has(number));
  const numbered = encoded.kept.map((original, number) => [original, number] as const);
  return isOnce && !numbered.some(isLost) ? atoms : undefined;
}

const FIXED_WORD = new RegExp(
  String.raw`\[\[((?:t:[sd]:\d+; )*)t:f:(\d+)\]\]((?:(?!\[\[)[^${FIXED_WORD_END}])*)${FIXED_WORD_END}`,
  'gu',
);

/** `[[t:s:0; t:f:1]]de l'alumne‹gat[[/]]` becomes `[[t:s:0]]de l'[[/]][[t:f:1]]gat[[/]]`. */
const withFixedWordsApart = (answer: string, { runs }: MarkedStream): string =>
  answer.replace(FIXED_WORD, (_found, others: string, run: string, words: string) => {
    const joined = words.slice(0, words.length - (runs[Number(run)]?.fixed?.word.length ?? 0));
    const before = joined.trimEnd();
    const space = joined.slice(before.length);
    const kept = others === '' || before === '' ? before : `[[${others}]]${before}[[/]]`;
    return `${kept}${space}[[t:f:${run}]]`;
  });

class Writer {
  #stream = '';
  readonly #spans: readonly Span[];
  readonly #standIns: StandIns;
  readonly #runs: Run[] = [];
  readonly #kept: string[] = [];
  readonly #keptRuns = new Map<number, number>();
  readonly #keptSpans = new Map<number, number>();

  constructor(spans: readonly Span[], standIns: StandIns) {
    this.#spans = spans;
    this.#standIns = standIns;
  }

  addEmptySpansAt(position: number): void {
    for (const span of this.#spans) {
      if (span.start !== position || span.end !== position) continue;
      this.#keptSpans.set(this.#kept.length, span.id);
      this.#stream += `[k${this.#kept.length}]`;
      this.#kept.push('');
    }
  }

  /** The text between two neighbouring edges, which is inside the same spans from end to end. */
  addStretch(text: string, start: number, end: number): void {
    const around = this.#spans.filter((span) => span.start <= start && end <= span.end);
    const filled = around.filter((span) => span.start < span.end);
    if (filled.length === 0) {
      const stretch = text.slice(start, end);
      const isElided = this.#spans.some((span) => span.start === end) && ELISION.test(stretch);
      const encoded = isElided ? stretch.slice(0, -1) : stretch;
      this.#stream += encodeStretch(encoded, this.#kept, KEPT_WITH_MARKS);
      if (isElided) this.#stream += '’';
      return;
    }
    const span = filled.find(({ kind }) => kind !== 'tag');
    const spanIds = filled.map(({ id }) => id);
    const number = this.#runs.length;
    if (span === undefined) {
      this.#runs.push({ spanIds });
      this.#addWords(text.slice(start, end), number);
    } else {
      const written = text.slice(start, end);
      const isOwner = OF_OWNER.test(text.slice(end, end + 4));
      const standIn = standInFor(span, written, { known: this.#standIns, isOwner });
      const [word = STAND_IN] = FIRST_LETTERS.exec(contentOf(span, written)) ?? [];
      this.#runs.push({ spanIds, fixed: { span, standIn, word } });
      this.#stream += `[[t:f:${number}:${word}]]${standIn}[[/]]`;
    }
  }

  finish(hasAddedStop: boolean): MarkedStream {
    return {
      stream: withStop(this.#stream, hasAddedStop),
      runs: this.#runs,
      kept: this.#kept,
      keptRuns: this.#keptRuns,
      keptSpans: this.#keptSpans,
      hasAddedStop,
    };
  }

  /** Blanks are bound to words: white space at the ends stays outside, and so does what holds no word. */
  #addWords(text: string, run: number): void {
    const core = text.trim();
    const start = text.length - text.trimStart().length;
    this.#stream += encodeStretch(text.slice(0, start), this.#kept, KEPT_WITH_MARKS);
    if (core !== '') this.#addCore(core, run);
    const rest = core === '' ? '' : text.slice(start + core.length);
    this.#stream += encodeStretch(rest, this.#kept, KEPT_WITH_MARKS);
  }

  /** Quotes at the ends of a span stay in it. */
  #addCore(core: string, run: number): void {
    const [opening = ''] = EDGE_QUOTES.opening.exec(core) ?? [];
    const [closing = ''] = EDGE_QUOTES.closing.exec(core.slice(opening.length)) ?? [];
    if (opening !== '') this.#keep(opening, run);
    this.#addWithin(core.slice(opening.length, core.length - closing.length), run);
    if (closing !== '') this.#keep(closing, run);
  }

  #addWithin(core: string, run: number): void {
    if (!mayBeKept(core)) {
      this.#addVisible(core, run);
      return;
    }
    let end = 0;
    for (const match of core.matchAll(KEPT_IN_SPANS)) {
      this.#addVisible(core.slice(end, match.index), run);
      this.#stream += commaFor(match[0]);
      this.#keep(match[0], run);
      end = match.index + match[0].length;
    }
    this.#addVisible(core.slice(end), run);
  }

  #addVisible(text: string, run: number): void {
    if (text === '') return;
    if (!WORD_CHARACTER.test(text)) {
      this.#keep(text, run);
      return;
    }
    this.#stream += marked(encodeStretch(text, this.#kept), run);
  }

  #keep(text: string, run: number): void {
    this.#keptRuns.set(this.#kept.length, run);
    this.#stream += `[k${this.#kept.length}]`;
    this.#kept.push(text);
  }
}

/** A noun that agrees like the term, else the word itself, else a word that says nothing. */
function standInFor(
  span: Span,
  written: string,
  { known, isOwner }: { readonly known: StandIns; readonly isOwner: boolean },
): string {
  const other = isOwner ? OWNER : STAND_IN;
  if (span.kind === 'protected') return span.standIn ?? inCaseOf(written, other);
  if (span.kind !== 'term') return inCaseOf(written, other);
  const agreeing = span.agreement && known.get(agreementKey(span.agreement));
  if (agreeing !== undefined) return inCaseOf(span.target, agreeing);
  return SINGLE_WORD.test(written) ? written : inCaseOf(span.target, other);
}

const inCaseOf = (content: string, standIn: string): string =>
  /^\p{Lu}/u.test(content) ? standIn.charAt(0).toUpperCase() + standIn.slice(1) : standIn;

const contentOf = (span: Span, written: string): string =>
  span.kind === 'term' ? span.target : written;

const FIRST_LETTERS = /^[\p{L}\p{M}]{1,30}/u;

const SINGLE_WORD = /^[\p{L}\p{M}]+$/u;

const marked = (stream: string, run: number): string => `[[t:s:${run}]]${stream}[[/]]`;

const cutsWord = (text: string, { kind, start, end }: Span): boolean =>
  isInsideWord(text, start) ||
  isInsideWord(text, end) ||
  (kind !== 'tag' && WORD_CHARACTER.test(text.charAt(start - 1) + text.charAt(end)));

const isInsideWord = (text: string, at: number): boolean =>
  at > 0 &&
  at < text.length &&
  WORD_CHARACTER.test(text.charAt(at - 1)) &&
  WORD_CHARACTER.test(text.charAt(at));
