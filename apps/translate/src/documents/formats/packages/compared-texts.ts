import { FILE_ERRORS } from '../file-errors.js';

/** What there is in a workbook that compares. */
export interface Comparisons {
  /** Formulas of cells, conditions, lists of allowed values, names. */
  readonly formulas: readonly string[];
  /** What rows are filtered by. */
  readonly filters: readonly string[];
  /** Names of sheets and ranges, which formulas may find by a text. */
  readonly names: readonly string[];
}

const LITERAL = /"((?:[^"]|"")*)"/g;
const LETTER = /\p{L}/u;
/** Each is looked for in every cell. */
const MOST_PATTERNS = 1000;
/** They look into texts, not at the whole of them. */
const LOOKS_INTO =
  /\b(?:SEARCHB?|FINDB?|SUBSTITUTE|TEXT(?:BEFORE|AFTER|SPLIT)|LEFTB?|RIGHTB?|MIDB?)\s*\(/i;
const LOOKS_BY_NAME = /\bINDIRECT\s*\(/i;
/** A condition of `COUNTIF` and its kind, before what it compares with. */
const OPERATOR = /^(?:<>|<=|>=|=|<|>)/;
/** The only formula of a list of allowed values that is written in it. */
const LIST = /^"((?:[^"]|"")*)"$/;

/**
 * What formulas, conditions, filters and lists of allowed values of a workbook compare texts of cells with. A cell that says
 * something else afterwards is not found any more, and results change without a word.
 */
export class ComparedTexts {
  readonly #whole = new Set<string>();
  readonly #patterns = new Set<string>();
  /** By their length. */
  readonly #parts = new Map<number, Set<string>>();

  /** @throws {Problem} `document_invalid` where too many formulas look into cells */
  constructor({ formulas, filters, names }: Comparisons) {
    for (const formula of formulas) this.#addFormula(formula);
    for (const value of filters) this.#addText(value);
    if (this.#patterns.size > MOST_PATTERNS) throw tooManyPatterns();
    if (!formulas.some((formula) => LOOKS_BY_NAME.test(formula))) return;
    for (const name of names) {
      this.#addText(name);
      // Names hold no spaces: formulas put signs in their place.
      this.#addText(name.replaceAll('_', ' '));
    }
  }

  /** Whether something compares with the text of a cell. Letters are the same in both sizes, as for the formulas. */
  has(text: string): boolean {
    const folded = text.toLowerCase().trim();
    return (
      this.#whole.has(folded) ||
      this.#hasPart(folded) ||
      [...this.#patterns].some((pattern) => matches(folded, pattern))
    );
  }

  /** O(text × lengths of parts), however many parts there are. */
  #hasPart(text: string): boolean {
    for (const [length, parts] of this.#parts) {
      for (let at = 0; at + length <= text.length; at += 1) {
        if (parts.has(text.slice(at, at + length))) return true;
      }
    }
    return false;
  }

  #addFormula(formula: string): void {
    const [, list] = LIST.exec(formula.trim()) ?? [];
    if (list !== undefined) for (const item of list.split(/[,;]/)) this.#addText(item);
    const looksInto = LOOKS_INTO.test(formula);
    for (const [, raw = ''] of formula.matchAll(LITERAL)) {
      const literal = raw.replaceAll('""', '"');
      this.#addText(literal);
      if (looksInto && LETTER.test(literal)) this.#addPart(literal.toLowerCase().trim());
    }
  }

  #addPart(part: string): void {
    const ofLength = this.#parts.get(part.length) ?? new Set<string>();
    this.#parts.set(part.length, ofLength.add(part));
  }

  #addText(literal: string): void {
    const text = literal.replace(OPERATOR, '').toLowerCase().trim();
    if (!LETTER.test(text)) return;
    this.#whole.add(text);
    if (/[*?~]/.test(text)) this.#patterns.add(text);
  }
}

const tooManyPatterns = (): Error =>
  FILE_ERRORS.invalid({
    message: `Invalid file data: its formulas compare cells with more than ${String(MOST_PATTERNS)} patterns. Save its sheets as several files.`,
  });

/** Whether a text is as a pattern of `*`, `?` and `~` says. O(text × pattern). */
function matches(text: string, pattern: string): boolean {
  const signs = [...pattern.matchAll(/~[*?~]|[\s\S]/g)].map(([sign]) => sign);
  let [at, next] = [0, 0];
  let star: { readonly next: number; at: number } | undefined;
  while (at < text.length) {
    const sign = signs[next];
    if (sign === '*') {
      star = { next, at };
      next += 1;
    } else if (sign !== undefined && (sign === '?' || sign.at(-1) === text[at])) {
      at += 1;
      next += 1;
    } else if (star !== undefined) {
      star.at += 1;
      at = star.at;
      next = star.next + 1;
    } else {
      return false;
    }
  }
  return signs.slice(next).every((sign) => sign === '*');
}
