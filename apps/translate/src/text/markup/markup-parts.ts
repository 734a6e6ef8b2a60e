import type { MarkedText, Span } from '../marked-text.js';

/** How a span is written: around its words or, when it is fixed, instead of them. */
export interface Notation {
  readonly open: string;
  readonly close: string;
  readonly isFixed: boolean;
}

/** A segment and, by the ids of its spans, how they are written. */
export interface SegmentPart {
  readonly kind: 'segment';
  readonly segment: MarkedText;
  readonly notations: readonly Notation[];
  /** Whether it holds anything to translate; else it is only written again. */
  readonly isSpoken: boolean;
}

export type Part = { readonly kind: 'kept'; readonly raw: string } | SegmentPart;

/** What stands between two splitting tags. Spans are numbered in the order of their opening. */
export interface Block {
  readonly text: string;
  readonly spans: readonly Span[];
  readonly notations: readonly Notation[];
}
