/** An operator of a content stream with its operands, and where it stands. */
export interface Operation {
  readonly operator: string;
  readonly operands: readonly Operand[];
  readonly start: number;
  readonly end: number;
}

/** Numbers and names are read; of strings and arrays only the bytes matter. */
export type Operand =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'name'; readonly value: string }
  | { readonly kind: 'other' };

const SPACE = new Set([0, 9, 10, 12, 13, 32]);
const DELIMITERS = new Set(Buffer.from('()<>[]{}/%'));
/** What nests, and by how much. */
const DEPTHS = new Map(
  Object.entries({ '[': 1, ']': -1, '<': 1, '>': -1 }).map(([sign, depth]) => [
    sign.charCodeAt(0),
    depth,
  ]),
);
const OTHER: Operand = { kind: 'other' };

/**
 * Reads a content stream.
 *
 * @see ISO 32000-2, sections 7.2 and 7.8.2
 * @throws {Error} for a stream that ends in the middle of something
 */
export function operationsIn(bytes: Uint8Array): readonly Operation[] {
  return [...new ContentReader(bytes).operations()];
}

class ContentReader {
  #at = 0;

  constructor(private readonly bytes: Uint8Array) {}

  *operations(): Generator<Operation> {
    let operands: Operand[] = [];
    let start: number | undefined;
    while (this.#hasMore()) {
      start ??= this.#at;
      const operand = this.#operand();
      if (operand !== undefined) {
        operands.push(operand);
        continue;
      }
      const operator = this.#word();
      if (operator === 'BI') this.#skipImage();
      yield { operator, operands, start, end: this.#at };
      operands = [];
      start = undefined;
    }
  }

  #hasMore(): boolean {
    this.#skipSpace();
    return this.#at < this.bytes.length;
  }

  #peek(ahead = 0): number {
    return this.bytes[this.#at + ahead] ?? -1;
  }

  #skipSpace(): void {
    for (;;) {
      if (SPACE.has(this.#peek())) this.#at += 1;
      else if (this.#is('%')) this.#at = this.#lineEnd();
      else return;
    }
  }

  #lineEnd(): number {
    let at = this.#at;
    while (at < this.bytes.length && this.bytes[at] !== 10 && this.bytes[at] !== 13) at += 1;
    return at;
  }

  #is(character: string, ahead = 0): boolean {
    return this.#peek(ahead) === character.charCodeAt(0);
  }

  /** @returns undefined where an operator stands */
  #operand(): Operand | undefined {
    const isDouble = this.#peek() === this.#peek(1);
    if (this.#is('(')) return this.#skipString();
    if (this.#is('[') || (this.#is('<') && isDouble)) return this.#skipNested();
    if (this.#is('<')) return this.#skipTo('>');
    if (this.#is('/')) {
      this.#at += 1;
      return { kind: 'name', value: this.#word() };
    }
    return this.#constant();
  }

  #constant(): Operand | undefined {
    const [number] = /^[+-]?(?:\d+\.?\d*|\.\d+)/.exec(this.#ahead()) ?? [];
    const [word] = /^(?:true|false|null)(?![^\s()<>[\]{}/%])/.exec(this.#ahead()) ?? [];
    this.#at += (number ?? word ?? '').length;
    if (number !== undefined) return { kind: 'number', value: Number(number) };
    return word === undefined ? undefined : OTHER;
  }

  #ahead(): string {
    return Buffer.from(this.bytes.subarray(this.#at, this.#at + 24)).toString('latin1');
  }

  /** Never empty: what means nothing here is passed over byte by byte. */
  #word(): string {
    const start = this.#at;
    while (
      this.#at < this.bytes.length &&
      !SPACE.has(this.#peek()) &&
      !DELIMITERS.has(this.#peek())
    ) {
      this.#at += 1;
    }
    if (this.#at === start) this.#at += 1;
    return Buffer.from(this.bytes.subarray(start, this.#at)).toString('latin1');
  }

  #skipString(): Operand {
    let depth = 0;
    for (; this.#at < this.bytes.length; this.#at += 1) {
      if (this.#is('\\')) this.#at += 1;
      else if (this.#is('(')) depth += 1;
      else if (this.#is(')')) depth -= 1;
      if (depth === 0) {
        this.#at += 1;
        return OTHER;
      }
    }
    throw new Error('a string has no end');
  }

  /** An array or a dictionary; nested ones are counted, not followed. */
  #skipNested(): Operand {
    let depth = 0;
    do {
      this.#skipSpace();
      if (this.#at >= this.bytes.length) throw new Error('an array has no end');
      depth += this.#skipElement();
    } while (depth > 0);
    return OTHER;
  }

  /** @returns by how much it nests deeper */
  #skipElement(): number {
    const isDouble = this.#peek() === this.#peek(1);
    if (this.#is('(')) this.#skipString();
    else if (this.#is('<') && !isDouble) this.#skipTo('>');
    else {
      const depth = DEPTHS.get(this.#peek()) ?? 0;
      this.#at += isDouble && (this.#is('<') || this.#is('>')) ? 2 : 1;
      return depth;
    }
    return 0;
  }

  #skipTo(character: string): Operand {
    const end = this.bytes.indexOf(character.charCodeAt(0), this.#at);
    if (end === -1) throw new Error('a string has no end');
    this.#at = end + 1;
    return OTHER;
  }

  /** Samples of an inline image may hold anything: they end at an `EI` between spaces. */
  #skipImage(): void {
    for (; this.#at < this.bytes.length; this.#at += 1) {
      const isEnd = this.#is('E') && this.#is('I', 1) && SPACE.has(this.#peek(-1));
      if (isEnd && (SPACE.has(this.#peek(2)) || this.#peek(2) === -1)) {
        this.#at += 2;
        return;
      }
    }
    throw new Error('an image has no end');
  }
}
