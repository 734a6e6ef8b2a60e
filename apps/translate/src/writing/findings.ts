import type { Span } from '../text/marked-text.js';
import type { Correction } from '../engines/writing-engine.js';

/** One thing that a checker found; positions in UTF-16 code units. */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** As the checker names it: `Spelling`, `grammar`. */
  readonly kind: string;
  readonly message: string;
  /** What could stand there instead, the best first. */
  readonly replacements: readonly string[];
}

export interface CheckedText {
  readonly text: string;
  /** What must stay. */
  readonly spans: readonly Span[];
  /** Whether a finding is one, and its first replacement what was meant. */
  readonly isMistake: (finding: Finding, text: string) => boolean;
}

const MOST_ALTERNATIVES = 5;

/** Those that are mistakes, apart from each other and from what must stay. */
export function correctionsOf(
  findings: readonly Finding[],
  { text, spans, isMistake }: CheckedText,
): readonly Correction[] {
  const corrections: Correction[] = [];
  for (const finding of findings.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const { start, end, kind, message, replacements } = finding;
    const [replacement, ...alternatives] = new Set(replacements);
    if (replacement === undefined || !isMistake(finding, text)) continue;
    const isTaken = start < (corrections.at(-1)?.end ?? 0);
    const isFixed = spans.some((span) => start < span.end && end > span.start);
    if (isTaken || isFixed) continue;
    corrections.push({
      ...{ start, end, replacement },
      alternatives: alternatives.slice(0, MOST_ALTERNATIVES),
      rule: kind.toLowerCase(),
      explanation: message,
    });
  }
  return corrections;
}

/** A text with its corrections made. */
export const applied = (text: string, corrections: readonly Correction[]): string =>
  corrections.reduceRight(
    (corrected, { start, end, replacement }) =>
      corrected.slice(0, start) + replacement + corrected.slice(end),
    text,
  );
