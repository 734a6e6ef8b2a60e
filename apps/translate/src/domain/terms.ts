import type { MarkedText, Span } from './marked-text.js';
import type { Agreement, TermForm } from './morphology.js';
import type { Dictionary, GlossaryEntry } from './terminology.js';

/** A term that was found in a segment. */
export interface AppliedTerm {
  readonly glossaryId: string;
  /** As the glossary holds it. */
  readonly source: string;
  readonly target: string;
  /** The span that stands for it. */
  readonly spanId: number;
}

interface Candidate {
  readonly glossaryId: string;
  readonly source: string;
  readonly target: string;
  /** What is looked for: the source itself or one of its forms. */
  readonly form: string;
  readonly rendering: string;
  readonly agreement: Agreement | undefined;
  /** Code units before its first word, as in `.NET`. */
  readonly lead: number;
  readonly rank: number;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly candidate: Candidate;
}

/** The forms of an entry, itself among them. */
export type FormsOf = (entry: GlossaryEntry) => readonly TermForm[];

/** Words; the scripts that write without spaces count letter by letter. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]/u;
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}]/u;

/**
 * Finds the terms of glossaries in texts. Built once for a set of dictionaries.
 *
 * A term is found as a whole word: exactly as it is written or, when its entry has no capital letter, at the
 * start of a sentence and in capitals as well. Where several fit, the longest wins, then the exact one, then
 * that of the glossary named first. O(length of the text) apart from entries that begin alike.
 */
export class TermMatcher {
  readonly #byFirstWord = new Map<string, Candidate[]>();

  constructor(dictionaries: readonly Dictionary[], formsOf: FormsOf = (entry) => [entry]) {
    dictionaries.forEach(({ glossaryId, entries }, rank) => {
      for (const entry of entries) {
        const { source, target } = entry;
        for (const { source: form, target: rendering, agreement } of formsOf(entry)) {
          this.#add({ glossaryId, source, target, rank, form, rendering, agreement });
        }
      }
    });
    for (const candidates of this.#byFirstWord.values()) {
      candidates.sort(
        (a, b) => b.form.length - a.form.length || derived(a) - derived(b) || a.rank - b.rank,
      );
    }
  }

  /** Terms from left to right, none overlapping another or cutting one of the taken ranges. */
  find(text: string, isFree: (start: number, end: number) => boolean): readonly Found[] {
    const found: Found[] = [];
    let end = 0;
    for (const word of text.matchAll(WORD)) {
      if (word.index < end) continue;
      const match = this.#at(
        text,
        word.index,
        word[0],
        (start, stop) => start >= end && isFree(start, stop),
      );
      if (match === undefined) continue;
      found.push(match);
      end = match.end;
    }
    return found;
  }

  #add(entry: Omit<Candidate, 'lead'>): void {
    const first = [...entry.form.matchAll(WORD)][0];
    if (first === undefined) return;
    const key = first[0].toLowerCase();
    const candidates = this.#byFirstWord.get(key) ?? [];
    candidates.push({ ...entry, lead: first.index });
    this.#byFirstWord.set(key, candidates);
  }

  #at(
    text: string,
    wordStart: number,
    word: string,
    isFree: (start: number, end: number) => boolean,
  ): Found | undefined {
    for (const candidate of this.#byFirstWord.get(word.toLowerCase()) ?? []) {
      const start = wordStart - candidate.lead;
      const end = start + candidate.form.length;
      const written = text.slice(Math.max(0, start), end);
      if (start >= 0 && isWritten(candidate.form, written) && isWhole(text, start, end)) {
        if (isFree(start, end)) return { start, end, candidate };
      }
    }
    return undefined;
  }
}

/** An entry wins over a form of another. */
const derived = ({ form, source }: Candidate): number => Number(form !== source);

/** The segment with its terms as spans, numbered on from its own. */
export function withTerms(
  segment: MarkedText,
  matcher: TermMatcher | undefined,
): { readonly segment: MarkedText; readonly terms: readonly AppliedTerm[] } {
  const found = matcher?.find(segment.text, isFreeIn(segment)) ?? [];
  if (found.length === 0) return { segment, terms: [] };
  let id = segment.spans.reduce((highest, span) => Math.max(highest, span.id), -1);
  const terms: AppliedTerm[] = [];
  const spans = found.map(({ start, end, candidate }): Span => {
    id += 1;
    const { glossaryId, source, target, form, rendering, agreement } = candidate;
    terms.push({ glossaryId, source, target, spanId: id });
    const written = inCaseOf(segment.text.slice(start, end), form, rendering);
    const parent = innermost(segment, start, end);
    return { id, start, end, kind: 'term', target: written, agreement, ...parent };
  });
  return { segment: { text: segment.text, spans: merged(segment.spans, spans) }, terms };
}

/** Terms lie outside protected content, and are not cut by the edge of a tag. */
function isFreeIn({ spans }: MarkedText): (start: number, end: number) => boolean {
  return (start, end) =>
    spans.every((span) => {
      const isApart = end <= span.start || start >= span.end;
      const holdsTerm = span.start <= start && end <= span.end;
      if (span.start === span.end) return span.start <= start || span.start >= end;
      return isApart || (span.kind === 'tag' && holdsTerm);
    });
}

function innermost(
  { spans }: MarkedText,
  start: number,
  end: number,
): { readonly parent?: number } {
  const around = spans.findLast(
    (span) => span.start < span.end && span.start <= start && end <= span.end,
  );
  return around === undefined ? {} : { parent: around.id };
}

/** Both lists are in the order of their opening; a term comes after the tags that open where it does. */
function merged(tags: readonly Span[], terms: readonly Span[]): readonly Span[] {
  return [...tags, ...terms]
    .map((span, order) => ({ span, order }))
    .sort((a, b) => a.span.start - b.span.start || a.order - b.order)
    .map(({ span }) => span);
}

function isWritten(form: string, written: string): boolean {
  if (form === written) return true;
  return (
    form === form.toLowerCase() && (written === capitalised(form) || written === form.toUpperCase())
  );
}

function isWhole(text: string, start: number, end: number): boolean {
  const before = text.charAt(start - 1);
  const after = text.charAt(end);
  return !isInsideWord(before, text.charAt(start)) && !isInsideWord(text.charAt(end - 1), after);
}

function isInsideWord(left: string, right: string): boolean {
  if (UNSPACED.test(left) || UNSPACED.test(right)) return false;
  return WORD_CHARACTER.test(left) && WORD_CHARACTER.test(right);
}

/** At the start of a sentence a term is written like one, and in capitals among capitals. */
function inCaseOf(written: string, form: string, rendering: string): string {
  if (written === form) return rendering;
  if (written === capitalised(form)) return capitalised(rendering);
  return rendering.toUpperCase();
}

function capitalised(text: string): string {
  const [first = ''] = text;
  return first.toUpperCase() + text.slice(first.length);
}
