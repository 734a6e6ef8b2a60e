import { LineIndex } from './line-index.js';
import type { TermForm } from '../../engines/morphology.js';
import type { Agreement } from '../../text/agreement.js';
import type { GlossaryEntry } from '../terminology.js';

/** What an entry of a dictionary, or one of its forms, says. */
export interface IndexedTerm {
  /** As the dictionary holds it. */
  readonly source: string;
  readonly target: string;
  /** What was looked for: the source itself or one of its forms. */
  readonly form: string;
  readonly rendering: string;
  readonly agreement: Agreement | undefined;
}

/** A part of a text, with its hash: most are told apart by it, before anything is compared. */
export interface HashedRange {
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

/** The forms of an entry, itself first. */
export type FormsOf = (
  entries: readonly GlossaryEntry[],
) => Promise<readonly (readonly TermForm[])[]>;

/** Above this many entries a dictionary is taken as it is written: looking up forms takes about 50 µs each. */
const MOST_INFLECTED_ENTRIES = 5000;

/** Without a word there is nothing that could be a whole word. */
const HAS_WORD = /[\p{L}\p{M}\p{N}]/u;

interface Derived {
  readonly lines: LineIndex;
  /** By line the entry that it is a form of, and how it agrees. */
  readonly entries: readonly number[];
  readonly agreements: readonly (Agreement | undefined)[];
}

/** The entries of one dictionary and their forms, found by what is written. Built once. */
export class TermIndex {
  readonly #own: LineIndex;
  readonly #agreements: readonly (Agreement | undefined)[];
  readonly #derived: Derived | undefined;

  private constructor(
    own: LineIndex,
    agreements: readonly (Agreement | undefined)[],
    derived: Derived | undefined,
  ) {
    this.#own = own;
    this.#agreements = agreements;
    this.#derived = derived;
  }

  /** @param text lines as `formatEntries` writes them */
  static async of(text: string, formsOf?: FormsOf): Promise<TermIndex> {
    const own = await LineIndex.of(text);
    if (formsOf === undefined || own.count > MOST_INFLECTED_ENTRIES) {
      return new TermIndex(own, [], undefined);
    }
    const entries = Array.from({ length: own.count }, (_unused, number) => entryOf(own, number));
    const forms = await formsOf(entries);
    const agreements = forms.map(([self]) => self?.agreement);
    return new TermIndex(own, agreements, await derivedOf(forms));
  }

  /** Code units of what can be found, each once. */
  get lengths(): readonly number[] {
    return [...this.#own.lengths, ...(this.#derived?.lines.lengths ?? [])];
  }

  /** Memory that it takes, in bytes. */
  get bytes(): number {
    return this.#own.bytes + 32 * this.#agreements.length + 2 * (this.#derived?.lines.bytes ?? 0);
  }

  /** Whether there may be an entry or a form with this hash. */
  holds(hash: number): boolean {
    return this.#own.holds(hash) || this.#derived?.lines.holds(hash) === true;
  }

  /** The entry whose source stands there. */
  entry(written: string, { start, end, hash }: HashedRange): IndexedTerm | undefined {
    const number = this.#own.find(written, start, end, hash);
    if (number === undefined) return undefined;
    const entry = entryOf(this.#own, number);
    const { source: form, target: rendering } = entry;
    if (!HAS_WORD.test(form)) return undefined;
    return { ...entry, form, rendering, agreement: this.#agreements[number] };
  }

  /** The entry of which another form stands there. */
  form(written: string, { start, end, hash }: HashedRange): IndexedTerm | undefined {
    const number = this.#derived?.lines.find(written, start, end, hash);
    if (number === undefined || this.#derived === undefined) return undefined;
    const [form, rendering] = this.#derived.lines.line(number);
    const entry = entryOf(this.#own, this.#derived.entries[number] ?? 0);
    return { ...entry, form, rendering, agreement: this.#derived.agreements[number] };
  }
}

function entryOf(lines: LineIndex, number: number): GlossaryEntry {
  const [source, target] = lines.line(number);
  return { source, target };
}

async function derivedOf(forms: readonly (readonly TermForm[])[]): Promise<Derived | undefined> {
  const others = forms.flatMap(([, ...rest], entry) => rest.map((form) => ({ entry, form })));
  if (others.length === 0) return undefined;
  const lines = others.map(({ form }) => `${form.source}\t${form.target}`).join('\n');
  return {
    lines: await LineIndex.of(lines),
    entries: others.map(({ entry }) => entry),
    agreements: others.map(({ form }) => form.agreement),
  };
}
