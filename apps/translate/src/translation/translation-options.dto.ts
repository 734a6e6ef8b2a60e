import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { TranslationOptions } from './translation-options.js';
import type { MarkupOptions } from '../text/markup/markup-options.js';
import { ownPatterns } from '../text/own-patterns.js';
import { TRANSLATION_ERRORS } from './translation-errors.js';
import type { TranslateDto } from './translate.dto.js';

/** Everything but the texts. */
type Asked = Partial<Omit<TranslateDto, 'text'>>;

const DEFAULT_THRESHOLD = 75;

/** Parameters that say how tags are handled, and mean nothing without tags. */
const OF_TAG_HANDLING = [
  'tag_handling_version',
  'outline_detection',
  'splitting_tags',
  'non_splitting_tags',
  'ignore_tags',
] as const;

/**
 * What a request asks beyond its languages.
 *
 * @returns undefined when it asks for nothing
 * @throws {Problem} for parameters that need another one, or exclude each other
 */
export function translationOptionsOf(body: Asked): TranslationOptions | undefined {
  checkTogether(body);
  const { formality, context, custom_instructions: instructions } = body;
  const glossaryIds =
    body.glossary_ids ?? (body.glossary_id === undefined ? [] : [body.glossary_id]);
  const options: TranslationOptions = {
    formality: formality === 'default' ? undefined : formality,
    modelType: body.model_type,
    context: context?.trim() === '' ? undefined : context,
    instructions,
    styleId: body.style_id,
    glossaryIds: glossaryIds.length === 0 ? undefined : glossaryIds,
    splitSentences: body.split_sentences,
    preserveFormatting: body.preserve_formatting,
    markup: markupOf(body),
    placeholders: placeholdersOf(body),
    memory: memoryOf(body),
    wantsProvenance: body.show_provenance,
  };
  return Object.values(options).every((value) => value === undefined) ? undefined : options;
}

function markupOf(body: Asked): MarkupOptions | undefined {
  if (body.tag_handling === undefined) return undefined;
  return {
    kind: body.tag_handling,
    version: body.tag_handling_version ?? 'v1',
    detectsOutline: body.outline_detection !== false,
    splittingTags: body.splitting_tags ?? [],
    nonSplittingTags: body.non_splitting_tags ?? [],
    ignoreTags: body.ignore_tags ?? [],
  };
}

/** @throws {Problem} 400 for a pattern that cannot be used */
function placeholdersOf({
  placeholder_formats: formats,
  placeholder_patterns: patterns,
}: Asked): TranslationOptions['placeholders'] {
  if (formats === undefined && patterns === undefined) return undefined;
  try {
    ownPatterns(patterns ?? []);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw HTTP_PROBLEMS.badRequest({
      message: `Value for 'placeholder_patterns' not supported: ${error.message}`,
    });
  }
  return { formats, patterns };
}

function memoryOf({
  translation_memory_id: id,
  translation_memory_threshold: threshold = DEFAULT_THRESHOLD,
}: Asked): TranslationOptions['memory'] {
  return id === undefined ? undefined : { id, threshold };
}

function checkTogether(body: Asked): void {
  checkGlossaries(body);
  if (body.translation_memory_threshold !== undefined && body.translation_memory_id === undefined) {
    throw needs('translation_memory_threshold', 'translation_memory_id');
  }
  const alone = OF_TAG_HANDLING.find((name) => body[name] !== undefined);
  if (alone !== undefined && body.tag_handling === undefined) throw needs(alone, 'tag_handling');
}

function checkGlossaries({ glossary_id, glossary_ids, source_lang }: Asked): void {
  if (glossary_id !== undefined && glossary_ids !== undefined) {
    throw HTTP_PROBLEMS.badRequest({
      message: "Parameters 'glossary_id' and 'glossary_ids' cannot be used together.",
    });
  }
  const hasGlossary = glossary_id !== undefined || (glossary_ids ?? []).length > 0;
  if (hasGlossary && source_lang === undefined) throw TRANSLATION_ERRORS.glossaryNeedsSource();
}

const needs = (name: string, other: string) =>
  HTTP_PROBLEMS.badRequest({ message: `Parameter '${name}' requires '${other}' to be set.` });
