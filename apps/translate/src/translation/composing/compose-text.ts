import { composeMessage, MESSAGE_FORMATS } from '../../text/compose-message.js';
import { composePlain, type Composition } from '../../text/composition.js';
import type { MarkedText } from '../../text/marked-text.js';
import type { MarkupOptions } from '../../text/markup/markup-options.js';
import { composeMarkup } from '../../text/markup/markup-composition.js';
import { LINES, type SplitRules } from '../../text/segments.js';
import type { PlaceholderFormat } from '../../text/placeholder-formats.js';
import { shielded } from '../../text/shield.js';
import { untranslatableIn } from '../../text/untranslatable.js';
import type { TranslationOptions } from '../translation-options.js';

/** What a text is made of, as plain data. */
export interface TextParts {
  readonly segments: readonly MarkedText[];
  /** The segments with what must stay as it is; one for each. */
  readonly shields: readonly MarkedText[];
  /** For each segment and each of its placeholders the dialects that have its notation. */
  readonly placeholders: readonly (readonly (readonly PlaceholderFormat[])[])[];
  /** Dialects of the message that the text is as a whole. */
  readonly formats: readonly PlaceholderFormat[] | undefined;
  /** What is there to tell the language by. */
  readonly visibleText: string;
}

/** Takes a text apart as its options say. */
export function compositionOf(text: string, options: TranslationOptions): Composition {
  const rules = splitRulesOf(options);
  const { markup } = options;
  if (markup !== undefined) return composeMarkup(text, withCode(markup), rules);
  return (hasMessages(options) ? composeMessage(text) : undefined) ?? composePlain(text, rules);
}

const hasMessages = ({ placeholders }: TranslationOptions): boolean =>
  placeholders?.formats === undefined ||
  MESSAGE_FORMATS.some((format) => placeholders.formats?.includes(format));

/** What stands in them is for machines, whatever it looks like. @see HTML Living Standard, section 4.5, "Text-level semantics" */
const CODE = ['code', 'kbd', 'samp', 'var'] as const;

const withCode = (markup: MarkupOptions): MarkupOptions =>
  markup.kind === 'html' ? { ...markup, ignoreTags: [...markup.ignoreTags, ...CODE] } : markup;

export function partsOf(composition: Composition, options: TranslationOptions): TextParts {
  const { segments, visibleText, formats } = composition;
  const kept = segments.map(({ text }) => untranslatableIn(text, options.placeholders));
  return {
    segments,
    shields: segments.map((segment, at) => shielded(segment, kept[at])),
    placeholders: kept.map((ranges) => ranges.map((range) => range.formats)),
    formats,
    visibleText,
  };
}

/** @see spec 1, part 4: `split_sentences`; html does not split at line ends unless told to */
function splitRulesOf(options: TranslationOptions): SplitRules {
  const { splitSentences, markup, memory, placeholders: keeping } = options;
  const rule = splitSentences ?? (markup?.kind === 'html' ? 'nonewlines' : '1');
  if (rule === '1' && memory === undefined) return { ...LINES, keeping };
  return {
    atLines: rule === '1',
    atSentences: rule !== '0' && memory !== undefined,
    atItems: rule === 'nonewlines',
    keeping,
  };
}
