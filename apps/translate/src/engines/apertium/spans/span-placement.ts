import type { MarkedText, PlacedSpan, Span } from '../../../text/marked-text.js';
import type { Atom } from './atoms.js';
import type { FixedRun, MarkedStream } from './marked-stream.js';

/** A translation with every span of its segment in its place. */
export interface Placed {
  readonly text: string;
  readonly spans: readonly PlacedSpan[];
}

/** Atoms from `first` to `last`, both included; empty when `last` is before `first`. */
interface AtomRange {
  readonly first: number;
  readonly last: number;
}

/** By the number of the atom. */
interface AtomFacts {
  readonly spanIds: readonly (readonly number[])[];
  readonly lengths: readonly number[];
}

/**
 * Puts spans around the words that their own words became.
 *
 * A span gets the smallest range that covers them. Where words of a neighbour lie between, it gets the longest
 * part without them, so that neighbours stay neighbours. Protected content and terms are written from the
 * segment, once, where the first word of their stand-in is.
 *
 * @returns undefined when the words of a span are gone, or are melted with those of another
 */
export function placeSpans(
  segment: MarkedText,
  { runs, keptSpans }: MarkedStream,
  answer: readonly Atom[],
): Placed | undefined {
  const atoms = withFixedContent(segment, runs, answer);
  if (atoms === undefined) return undefined;
  const ranges = new Map<number, AtomRange>();
  const byParent = Map.groupBy(segment.spans, ({ parent }) => parent);
  const whole = { first: 0, last: atoms.length - 1 };
  const waiting: (readonly [number | undefined, AtomRange])[] = [[undefined, whole]];
  const lengths = atoms.map((atom) => atom.text.length);
  const spanIds = atoms.map((atom) => atom.runs.flatMap((run) => runs[run]?.spanIds ?? []));
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [parent, within] = next;
    const children = byParent.get(parent) ?? [];
    const filled = children.filter(({ start, end }) => start < end);
    const placed = placeChildren(filled, within, { spanIds, lengths });
    if (placed === undefined) return undefined;
    for (const [id, range] of placed) {
      ranges.set(id, range);
      waiting.push([id, range]);
    }
    for (const { id } of children.filter(({ start, end }) => start === end)) {
      const at = atoms.findIndex(({ kept }) => kept !== undefined && keptSpans.get(kept) === id);
      const range = emptyRange(at, within, [...placed.values()]);
      ranges.set(id, range);
      waiting.push([id, range]);
    }
  }
  return positioned(atoms, ranges);
}

/** @returns undefined when a child has no atom of its own in the range */
function placeChildren(
  children: readonly Span[],
  within: AtomRange,
  { spanIds, lengths }: AtomFacts,
): ReadonlyMap<number, AtomRange> | undefined {
  const clusters = clustersOf(new Set(children.map(({ id }) => id)), within, spanIds);
  if (clusters.size < children.length) return undefined;
  return new Map([...clusters].map(([id, list]) => [id, longest(list, lengths)]));
}

/** The atoms of each child, apart wherever one of another child lies between. */
function clustersOf(
  ids: ReadonlySet<number>,
  { first, last }: AtomRange,
  spanIds: AtomFacts['spanIds'],
): ReadonlyMap<number, readonly AtomRange[]> {
  const clusters = new Map<number, AtomRange[]>();
  let current: { readonly id: number; readonly range: AtomRange } | undefined;
  for (let at = first; at <= last; at += 1) {
    const own = (spanIds[at] ?? []).filter((id) => ids.has(id));
    // A word that was made of two belongs to the one that it continues.
    const id = own.find((candidate) => candidate === current?.id) ?? own[0];
    if (id === undefined) continue;
    const list = clusters.get(id) ?? [];
    clusters.set(id, list);
    const range = { first: id === current?.id ? current.range.first : at, last: at };
    if (id === current?.id) list.pop();
    list.push(range);
    current = { id, range };
  }
  return clusters;
}

/** By the letters that it holds: the noun or adjective, not the article. */
function longest(ranges: readonly AtomRange[], lengths: readonly number[]): AtomRange {
  const length = ({ first, last }: AtomRange) =>
    lengths.slice(first, last + 1).reduce((sum, letters) => sum + letters, 0);
  return ranges.reduce((best, range) => (length(range) > length(best) ? range : best));
}

/** Where the blank of an empty span came to lie, moved out of the neighbours and into the parent. */
function emptyRange(at: number, within: AtomRange, neighbours: readonly AtomRange[]): AtomRange {
  const clamped = Math.min(Math.max(at, within.first), within.last + 1);
  const around = neighbours.find(({ first, last }) => first < clamped && clamped <= last);
  const first = around?.first ?? clamped;
  return { first, last: first - 1 };
}

/**
 * Each fixed content once, in place of the first word of its stand-in; the other words go, with a space.
 *
 * @returns undefined when one is missing, or shares a word with other content
 */
function withFixedContent(
  { text }: MarkedText,
  runs: MarkedStream['runs'],
  atoms: readonly Atom[],
): readonly Atom[] | undefined {
  const result: Atom[] = [];
  const placed = new Set<FixedRun>();
  for (const atom of atoms) {
    const fixed = atom.runs.flatMap((run) => runs[run]?.fixed ?? []);
    if (fixed.length > 0 && atom.runs.length > 1) return undefined;
    const [run] = fixed;
    if (run === undefined) addOnce(result, atom);
    else if (placed.has(run)) dropSpace(result);
    else result.push({ text: contentOf(run, text, atom.text), runs: atom.runs });
    if (run !== undefined) placed.add(run);
  }
  const wanted = runs.filter(({ fixed }) => fixed !== undefined).length;
  return placed.size === wanted ? result : undefined;
}

/** Words that go leave spaces on both sides. */
function addOnce(atoms: Atom[], atom: Atom): void {
  if (!(isSpace(atom) && isSpace(atoms.at(-1)))) atoms.push(atom);
}

function dropSpace(atoms: Atom[]): void {
  if (isSpace(atoms.at(-1))) atoms.pop();
}

/** A term is written large where the engine has written its stand-in so: it may begin the sentence now. */
function contentOf({ span, standIn }: FixedRun, source: string, word: string): string {
  if (span.kind !== 'term') return source.slice(span.start, span.end);
  const isRaised = isCapital(word.charAt(0)) && !isCapital(standIn.charAt(0));
  return isRaised ? span.target.charAt(0).toUpperCase() + span.target.slice(1) : span.target;
}

const isSpace = (atom: Atom | undefined): boolean => atom?.text === ' ' && atom.kept === undefined;

const isCapital = (letter: string): boolean => letter !== letter.toLowerCase();

function positioned(atoms: readonly Atom[], ranges: ReadonlyMap<number, AtomRange>): Placed {
  const starts: number[] = [];
  let text = '';
  for (const atom of atoms) {
    starts.push(text.length);
    text += atom.text;
  }
  starts.push(text.length);
  const spans = [...ranges].map(([id, { first, last }]) => ({
    id,
    start: starts[first] ?? text.length,
    end: starts[last + 1] ?? text.length,
  }));
  return { text, spans };
}
