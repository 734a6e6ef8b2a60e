import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { UNKNOWN_FIELD, type ValidationProblem } from '@sextant/platform-http';

/** Parameters of the published interface that this service does not honour yet. */
const NOT_YET: ReadonlySet<string> = new Set([
  'context',
  'custom_instructions',
  'formality',
  'glossary_id',
  'glossary_ids',
  'ignore_tags',
  'model_type',
  'non_splitting_tags',
  'outline_detection',
  'preserve_formatting',
  'split_sentences',
  'splitting_tags',
  'style_id',
  'tag_handling',
  'tag_handling_version',
  'translation_memory_id',
  'translation_memory_threshold',
]);

/**
 * Names the first parameter that is wrong, as the real service does. A parameter that cannot be
 * honoured is refused, never ignored: misspelt options are found at once.
 */
export const validationProblem: ValidationProblem = ([first]) =>
  HTTP_PROBLEMS.badRequest({
    message: first.rule === UNKNOWN_FIELD ? refusal(first.field) : first.message,
  });

const refusal = (field: string): string =>
  `Parameter '${field}' is not supported${NOT_YET.has(field) ? ' yet' : ''}.`;
