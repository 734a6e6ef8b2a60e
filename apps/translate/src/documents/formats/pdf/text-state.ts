import type { Operation } from './content-stream.js';
import { IDENTITY, moved, times, type Matrix } from './matrix.js';

/** A glyph as it is shown, or a step between two (in thousandths of the size, backwards). */
export type Shown = number | { readonly text: string; readonly width: number };

interface Parameters {
  readonly ctm: Matrix;
  readonly size: number;
  readonly characterSpacing: number;
  readonly wordSpacing: number;
  /** 1 for 100 %. */
  readonly scale: number;
  readonly leading: number;
  readonly rise: number;
  readonly mode: number;
}

const INITIAL: Parameters = {
  ctm: IDENTITY,
  size: 0,
  characterSpacing: 0,
  wordSpacing: 0,
  scale: 1,
  leading: 0,
  rise: 0,
  mode: 0,
};

/** Where text is shown that an operator shows. */
export interface Placed {
  /** From text space with size 1 to the space of the stream. */
  readonly matrix: Matrix;
  readonly isInvisible: boolean;
  /** Across the text, in thousandths of the size before scaling: what a step in its place has to be. */
  readonly advance: number;
  readonly width: number;
}

/** Text rendering mode that paints nothing: words under a scanned page. */
const INVISIBLE = 3;

/**
 * The state of text while a content stream runs.
 *
 * @see ISO 32000-2, sections 9.3 and 9.4
 */
export class TextState {
  #now = INITIAL;
  #stack: Parameters[] = [];
  #line = IDENTITY;
  #text = IDENTITY;

  /** From the space of what is drawn now to that of the stream. */
  get matrix(): Matrix {
    return this.#now.ctm;
  }

  apply({ operator, operands }: Operation): void {
    const numbers = operands.map((each) => (each.kind === 'number' ? each.value : 0));
    const change = CHANGES[operator];
    if (change !== undefined) this.#now = { ...this.#now, ...change(numbers, this.#now) };
    if (operator === 'q') this.#stack.push(this.#now);
    if (operator === 'Q') this.#now = this.#stack.pop() ?? this.#now;
    this.#place(operator, numbers);
  }

  #place(operator: string, numbers: readonly number[]): void {
    const [x = 0, y = 0] = numbers;
    if (operator === 'BT') this.#begin(IDENTITY);
    if (operator === 'Tm') this.#begin(matrixOf(numbers));
    if (operator === 'Td' || operator === 'TD') this.#move(x, y);
    if (NEXT_LINES.has(operator)) this.#move(0, -this.#now.leading);
  }

  /** Shows glyphs and steps on. */
  show(shown: readonly Shown[]): Placed {
    const { size, scale, rise, ctm, mode } = this.#now;
    const width = shown.reduce<number>((sum, each) => sum + this.#step(each), 0);
    const matrix = times(times([size * scale, 0, 0, size, 0, rise], this.#text), ctm);
    this.#text = times(moved(width * scale, 0), this.#text);
    return {
      matrix,
      isInvisible: mode === INVISIBLE,
      advance: size === 0 ? 0 : (-width * 1000) / size,
      width: size === 0 ? 0 : width / size,
    };
  }

  /** In unscaled text space. */
  #step(shown: Shown): number {
    const { size, characterSpacing, wordSpacing } = this.#now;
    if (typeof shown === 'number') return (-shown * size) / 1000;
    const spacing = characterSpacing + (shown.text === ' ' ? wordSpacing : 0);
    return (shown.width * size) / 1000 + spacing;
  }

  #begin(matrix: Matrix): void {
    this.#line = matrix;
    this.#text = matrix;
  }

  #move(x: number, y: number): void {
    this.#begin(times(moved(x, y), this.#line));
  }
}

const NEXT_LINES: ReadonlySet<string> = new Set(['T*', "'", '"']);

type Change = (n: readonly number[], now: Parameters) => Partial<Parameters>;

const CHANGES: Readonly<Record<string, Change>> = {
  cm: (n, { ctm }) => ({ ctm: times(matrixOf(n), ctm) }),
  Tf: ([, size = 0]) => ({ size }),
  Tc: ([characterSpacing = 0]) => ({ characterSpacing }),
  Tw: ([wordSpacing = 0]) => ({ wordSpacing }),
  Tz: ([percent = 100]) => ({ scale: percent / 100 }),
  TL: ([leading = 0]) => ({ leading }),
  TD: ([, y = 0]) => ({ leading: -y }),
  Ts: ([rise = 0]) => ({ rise }),
  Tr: ([mode = 0]) => ({ mode }),
  '"': ([wordSpacing = 0, characterSpacing = 0]) => ({ wordSpacing, characterSpacing }),
};

const matrixOf = ([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix => [
  a,
  b,
  c,
  d,
  e,
  f,
];
