import { composeMessage, MESSAGE_FORMATS } from '../../text/compose-message.js';
import { composePlain, type Composition } from '../../text/composition.js';
import { composeMarkup } from '../../text/markup/markup-composition.js';
import { LINES, type SplitRules } from '../../text/segments.js';
import type { TranslationOptions } from '../translation-options.js';

/** Takes a text apart as its options say. */
export function compositionOf(text: string, options: TranslationOptions): Composition {
  const rules = splitRulesOf(options);
  const { markup } = options;
  if (markup !== undefined) return composeMarkup(text, markup, rules);
  return (hasMessages(options) ? composeMessage(text) : undefined) ?? composePlain(text, rules);
}

const hasMessages = ({ placeholders }: TranslationOptions): boolean =>
  placeholders?.formats === undefined ||
  MESSAGE_FORMATS.some((format) => placeholders.formats?.includes(format));

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
