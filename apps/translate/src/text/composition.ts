import { unmarked, type MarkedText, type PlacedText } from './marked-text.js';
import type { PlaceholderFormat } from './placeholder-formats.js';
import { splitText, type SplitRules } from './segments.js';

/** A stretch of the answer: kept from the source, or a part of a translated segment. */
export interface Chunk {
  readonly text: string;
  /** Index of the segment that it is a part of; absent for what no engine has seen. */
  readonly segment?: number;
  /** Where in the segment's translation it begins. */
  readonly start?: number;
  /** How it is written, character by character; as it is when absent. */
  readonly write?: (text: string) => string;
}

/** A text taken apart into what engines translate, and how it is put together again. */
export interface Composition {
  readonly segments: readonly MarkedText[];
  /** What is there to tell the language by. */
  readonly visibleText: string;
  /** Dialects of placeholders that the text as a whole is written in; none for most. */
  readonly formats?: readonly PlaceholderFormat[];
  /** @param translations one for each segment */
  compose(translations: readonly PlacedText[]): readonly Chunk[];
}

/** A plain text: its lines or sentences, and the white space between them. */
export function composePlain(text: string, rules: SplitRules): Composition {
  const parts = splitText(text, rules);
  return {
    visibleText: text,
    segments: parts.flatMap((part) => (part.kind === 'kept' ? [] : [unmarked(part.text)])),
    compose(translations) {
      let next = 0;
      return parts.map((part) => {
        if (part.kind === 'kept') return { text: part.text };
        const segment = next;
        next += 1;
        return { text: translations[segment]?.text ?? part.text, segment, start: 0 };
      });
    },
  };
}

export const textOf = (chunks: readonly Chunk[]): string =>
  chunks.map(({ text, write }) => write?.(text) ?? text).join('');
