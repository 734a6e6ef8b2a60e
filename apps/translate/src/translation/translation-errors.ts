import { problem } from '@sextant/platform-http/problem';

/** What cannot be asked of a translation. Messages name the field as the real service does. */
export const TRANSLATION_ERRORS = {
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
} as const;
