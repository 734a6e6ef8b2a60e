import { composeMessage } from '../../text/compose-message.js';
import { composePlain, type Composition } from '../../text/composition.js';
import type { MarkedText } from '../../text/marked-text.js';
import type { MarkupOptions } from '../../text/markup/markup-options.js';
import { composeMarkup } from '../../text/markup/markup-composition.js';
import { LINES, type SplitRules } from '../../text/segments.js';
import { shielded } from '../../text/shield.js';
import type { TranslationOptions } from '../translation-options.js';

/** What a text is made of, as plain data. */
export interface TextParts {
  readonly segments: readonly MarkedText[];
  /** The segments with what must stay as it is; one for each. */
  readonly shields: readonly MarkedText[];
  /** What is there to tell the language by. */
  readonly visibleText: string;
}

/** Takes a text apart as its options say. */
export function compositionOf(text: string, options: TranslationOptions): Composition {
  const rules = splitRulesOf(options);
  const { markup } = options;
  if (markup !== undefined) return composeMarkup(text, withCode(markup), rules);
  return composeMessage(text) ?? composePlain(text, rules);
}

/** What stands in them is for machines, whatever it looks like. @see HTML Living Standard, section 4.5, "Text-level semantics" */
const CODE = ['code', 'kbd', 'samp', 'var'] as const;

const withCode = (markup: MarkupOptions): MarkupOptions =>
  markup.kind === 'html' ? { ...markup, ignoreTags: [...markup.ignoreTags, ...CODE] } : markup;

export const partsOf = ({ segments, visibleText }: Composition): TextParts => ({
  segments,
  shields: segments.map(shielded),
  visibleText,
});

/** @see spec 1, part 4: `split_sentences`; html does not split at line ends unless told to */
function splitRulesOf({ splitSentences, markup, memory }: TranslationOptions): SplitRules {
  const rule = splitSentences ?? (markup?.kind === 'html' ? 'nonewlines' : '1');
  if (rule === '1' && memory === undefined) return LINES;
  return { atLines: rule === '1', atSentences: rule !== '0' && memory !== undefined };
}
