import type { Operation } from './content-stream.js';
import type { Look, ShownGlyphs } from './shown-glyphs.js';
import type { TextState } from './text-state.js';

/** Words that one operator shows, in the space of its stream. */
export interface TextRun {
  readonly text: string;
  readonly look: Look;
  /** Where its base line begins. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  /** Of the font, as it is seen. */
  readonly size: number;
  /** Which operation of the stream shows it. */
  readonly operation: number;
  /** The operator that steps as far without showing anything. */
  readonly blank: string;
}

export const SHOWS: ReadonlySet<string> = new Set(['Tj', 'TJ', "'", '"']);

/** A step backwards of so many thousandths is a space between words. */
const WORD_STEP = -180;
/** Slopes that nobody sees. */
const FLAT = 0.01;

/** @returns undefined for what nobody reads: nothing, invisible or slanted words */
export function textRun(
  { shown, look }: ShownGlyphs,
  { operation, at }: { readonly operation: Operation; readonly at: number },
  state: TextState,
): TextRun | undefined {
  const { matrix, isInvisible, advance, width } = state.show(shown);
  const [a, b, , d, x, y] = matrix;
  const text = textOf(shown);
  const isUpright = Math.abs(b) < FLAT * Math.abs(a) && a > 0 && d > 0;
  if (isInvisible || !isUpright || !look.isPlain || !isReadable(text)) return undefined;
  return {
    ...{ text, look, x, y },
    width: width * a,
    size: d,
    operation: at,
    blank: blankFor(operation, advance),
  };
}

/** Signs of a font's own, such as bullets, mean nothing to other fonts. */
const isReadable = (text: string): boolean =>
  text.trim() !== '' && !/[\p{Co}\p{Cc}\ufffd]/u.test(text);

/** What `"` sets stays set. */
function blankFor({ operator, operands }: Operation, advance: number): string {
  const step = `[${advance.toFixed(3)}] TJ`;
  if (operator === "'") return `T* ${step}`;
  if (operator !== '"') return step;
  const [word, character] = operands.map((each) => (each.kind === 'number' ? each.value : 0));
  return `${String(word)} Tw ${String(character)} Tc T* ${step}`;
}

function textOf(shown: ShownGlyphs['shown']): string {
  return shown
    .map((each) => (typeof each === 'number' ? (each < WORD_STEP ? ' ' : '') : each.text))
    .join('')
    .replaceAll(/\s+/g, ' ')
    .normalize('NFKC');
}
