import { problem } from '@sextant/platform-errors/problem';

/** Every failure that translation itself can report. Messages name the field as the real service does. */
export const TRANSLATE_ERRORS = {
  sourceLanguageUnsupported: problem(
    'source_lang_unsupported',
    400,
    "Value for 'source_lang' not supported.",
  ),
  targetLanguageUnsupported: problem(
    'target_lang_unsupported',
    400,
    "Value for 'target_lang' not supported.",
  ),
  pairUnsupported: problem(
    'pair_unsupported',
    400,
    "Value for 'target_lang' not supported for this 'source_lang'.",
  ),
  /** Its message names the parameter that no available engine can honour. */
  optionUnsupported: problem('option_unsupported', 400, 'This option is not supported.'),
  glossaryNeedsSource: problem(
    'glossary_needs_source_lang',
    400,
    'Use of a glossary requires the source_lang parameter to be specified',
  ),
  styleRuleLanguage: problem(
    'style_rule_language',
    400,
    'Style rule language does not match the translate request target language',
  ),
  malformedMarkup: problem('malformed_markup', 400, 'Tag handling failed.'),
  /** About the text, not the engine: nobody should send it again. */
  engineRefused: problem(
    'engine_refused',
    400,
    'The translation engine refused the text, perhaps because it is too long with its context. Shorten it.',
  ),
  engineUnavailable: problem(
    'engine_unavailable',
    503,
    'The translation engine is not available. Try again later.',
  ),
  engineTimeout: problem(
    'engine_timeout',
    503,
    'The translation engine did not answer in time. Try again later.',
  ),
  engineOverloaded: problem(
    'engine_overloaded',
    503,
    'The translation engine is busy. Try again in a few seconds.',
  ),
} as const;
