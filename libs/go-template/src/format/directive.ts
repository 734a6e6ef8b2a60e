import { runeText } from '../values/go-string.js';
import { integerOf, type Value } from '../values/value.js';
import { type Flags, noFlags } from './flags.js';

const TOO_LARGE = 1_000_000;

/** Reads the directives of a format, keeping track of the argument that is next. */
export class FormatReader {
  position = 0;
  argument = 0;
  /** An explicit index was used anywhere: arguments left over are no error then. */
  isReordered = false;
  private isGoodIndex = true;
  private isAfterIndex = false;
  /** Errors of the width and precision, printed before the operand. */
  private complaints = '';

  constructor(
    private readonly format: string,
    private readonly args: readonly Value[],
  ) {}

  /** The text up to the next directive; afterwards the position is behind its `%`. */
  literal(): string {
    const start = this.position;
    const percent = this.format.indexOf('%', start);
    this.position = percent < 0 ? this.format.length : percent;
    return this.format.slice(start, this.position);
  }

  get isAtEnd(): boolean {
    return this.position >= this.format.length;
  }

  directive(): Directive {
    this.position += 1;
    this.reset();
    const flags = this.flags();
    this.index();
    this.width(flags);
    this.precision(flags);
    if (!this.isAfterIndex) this.index();
    const verb = this.verb();
    return { flags, verb, isGoodIndex: this.isGoodIndex, complaints: this.complaints };
  }

  private reset(): void {
    this.isGoodIndex = true;
    this.isAfterIndex = false;
    this.complaints = '';
  }

  private flags(): Flags {
    const flags = noFlags();
    for (; ; this.position += 1) {
      const name = FLAG_OF[this.format.charAt(this.position)];
      if (name === undefined) return flags;
      flags[name] = true;
    }
  }

  private width(flags: Flags): void {
    if (this.accept('*')) {
      const width = this.integerArgument();
      if (width === undefined) this.complaints += '%!(BADWIDTH)';
      else if (width < 0) flags.minus = true;
      flags.width = width === undefined ? undefined : Math.abs(width);
      this.isAfterIndex = false;
      return;
    }
    flags.width = this.number();
    if (this.isAfterIndex && flags.width !== undefined) this.isGoodIndex = false;
  }

  private precision(flags: Flags): void {
    const isLast = this.position + 1 >= this.format.length;
    if (isLast || !this.accept('.')) return;
    if (this.isAfterIndex) this.isGoodIndex = false;
    this.index();
    if (this.accept('*')) this.starPrecision(flags);
    else flags.precision = this.number() ?? 0;
  }

  private starPrecision(flags: Flags): void {
    const precision = this.integerArgument() ?? -1;
    if (precision < 0) this.complaints += '%!(BADPREC)';
    else flags.precision = precision;
    this.isAfterIndex = false;
  }

  private verb(): string | undefined {
    const point = this.format.codePointAt(this.position);
    if (point === undefined) return undefined;
    const char = runeText(point);
    this.position += point > 0xffff ? 2 : 1;
    return char;
  }

  /** An explicit argument index such as `[2]`. */
  private index(): void {
    this.isAfterIndex = false;
    if (this.format.charAt(this.position) !== '[') return;
    this.isReordered = true;
    const close = this.format.indexOf(']', this.position);
    if (close < 0) {
      this.isGoodIndex = false;
      this.position += 1;
      return;
    }
    const digits = this.format.slice(this.position + 1, close);
    this.position = close + 1;
    const isNumber = /^\d+$/.test(digits) && Number(digits) <= TOO_LARGE;
    this.isAfterIndex = isNumber;
    const index = Number(digits) - 1;
    if (isNumber && index >= 0 && index < this.args.length) this.argument = index;
    else this.isGoodIndex = false;
  }

  private number(): number | undefined {
    const digits = /^\d+/.exec(this.format.slice(this.position, this.position + 20))?.[0];
    if (digits === undefined) return undefined;
    if (Number(digits) > TOO_LARGE) {
      this.position = this.format.length;
      return undefined;
    }
    this.position += digits.length;
    return Number(digits);
  }

  private integerArgument(): number | undefined {
    if (this.argument >= this.args.length) return undefined;
    const value = integerOf(this.args[this.argument]);
    this.argument += 1;
    const isUsable = value !== undefined && value <= TOO_LARGE && value >= -TOO_LARGE;
    return isUsable ? Number(value) : undefined;
  }

  private accept(char: string): boolean {
    if (this.format.charAt(this.position) !== char) return false;
    this.position += 1;
    return true;
  }
}

export interface Directive {
  readonly flags: Flags;
  /** Undefined when the format ends before a verb. */
  readonly verb: string | undefined;
  readonly isGoodIndex: boolean;
  readonly complaints: string;
}

const FLAG_OF: Partial<Record<string, 'plus' | 'minus' | 'sharp' | 'space' | 'zero'>> = {
  '+': 'plus',
  '-': 'minus',
  '#': 'sharp',
  ' ': 'space',
  '0': 'zero',
};
