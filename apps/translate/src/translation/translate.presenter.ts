import { upperCaseCode } from '../languages/language.js';
import type { Origin } from './provenance.js';
import type { MemorySuggestion } from './segments/segment-work.js';
import type { Translation } from './translation.js';
import type { TranslateDto } from './translate.dto.js';
import type {
  MemorySuggestionDto,
  ProvenanceDto,
  TranslationDto,
  TranslationsDto,
} from './translation.dto.js';

export function presentTranslations(
  translations: readonly Translation[],
  asked: TranslateDto,
): TranslationsDto {
  return {
    translations: translations.map((translation) => presentTranslation(translation, asked)),
  };
}

/** What is there only when asked for is absent otherwise, as in the published interface. */
export function presentTranslation(translation: Translation, asked: TranslateDto): TranslationDto {
  const { text, sourceLanguage, billedCharacters, modelType, appliedTerms } = translation;
  const result: TranslationDto = { detected_source_language: upperCaseCode(sourceLanguage), text };
  if (asked.show_billed_characters === true) result.billed_characters = billedCharacters;
  if (asked.model_type !== undefined) {
    result.model_type_used = modelType ?? asked.model_type.replace('prefer_', '');
  }
  if (asked.tag_handling !== undefined) {
    result.tag_handling_version = asked.tag_handling_version ?? 'v1';
  }
  if (asked.show_applied_terms === true) {
    result.applied_terms = appliedTerms.map(({ glossaryId, source, target }) => ({
      glossary_id: glossaryId,
      source,
      target,
    }));
  }
  Object.assign(result, presentFindings(translation));
  if (asked.show_provenance === true) {
    result.provenance = (translation.provenance ?? []).map(presentOrigin);
    if (translation.fluentWith !== undefined) result.fluent_with = translation.fluentWith;
  }
  return result;
}

/** What is told without being asked for, where there is any. */
const presentFindings = ({
  placeholderFormats: formats,
  suggestions,
}: Translation): Partial<TranslationDto> => ({
  ...(formats.length === 0 ? {} : { placeholder_formats: [...formats] }),
  ...(suggestions.length === 0
    ? {}
    : { translation_memory_suggestions: suggestions.map(presentSuggestion) }),
});

const presentSuggestion = ({ text, match }: MemorySuggestion): MemorySuggestionDto => ({
  text,
  segment_id: match.segmentId,
  source: match.source,
  target: match.target,
  score: match.score,
});

function presentOrigin(origin: Origin): ProvenanceDto {
  const { text } = origin;
  switch (origin.origin) {
    case 'unchanged':
      return { text, origin: origin.origin };
    case 'memory':
      return {
        ...{ text, origin: origin.origin, segment_id: origin.segmentId, score: origin.score },
        ...(origin.substitutions === undefined ? {} : { substitutions: [...origin.substitutions] }),
      };
    case 'glossary':
      return { text, origin: origin.origin, glossary_id: origin.glossaryId, term: origin.term };
    case 'unknown_word':
      return { text, origin: origin.origin, engine: origin.engine };
    case 'engine':
      return {
        text,
        origin: origin.origin,
        engine: origin.engine,
        ...(origin.source === undefined ? {} : { engine_source: origin.source }),
      };
  }
}
