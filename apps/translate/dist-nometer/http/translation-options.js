import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { TRANSLATE_ERRORS } from '../domain/translate-errors.js';
const DEFAULT_THRESHOLD = 75;
/** Parameters that say how tags are handled, and mean nothing without tags. */ const OF_TAG_HANDLING = [
    'tag_handling_version',
    'outline_detection',
    'splitting_tags',
    'non_splitting_tags',
    'ignore_tags'
];
/**
 * What a request asks beyond its languages.
 *
 * @returns undefined when it asks for nothing
 * @throws {Problem} for parameters that need another one, or exclude each other
 */ export function translationOptionsOf(body) {
    checkTogether(body);
    const { formality, model_type, context, custom_instructions, style_id } = body;
    const glossaryIds = body.glossary_ids ?? (body.glossary_id === undefined ? [] : [
        body.glossary_id
    ]);
    const options = {
        ...formality === undefined || formality === 'default' ? {} : {
            formality
        },
        ...model_type === undefined ? {} : {
            modelType: model_type
        },
        ...context === undefined || context.trim() === '' ? {} : {
            context
        },
        ...custom_instructions === undefined ? {} : {
            instructions: custom_instructions
        },
        ...style_id === undefined ? {} : {
            styleId: style_id
        },
        ...glossaryIds.length === 0 ? {} : {
            glossaryIds
        },
        ...formattingOf(body),
        ...memoryOf(body),
        ...body.show_provenance === true ? {
            wantsProvenance: true
        } : {}
    };
    return Object.keys(options).length === 0 ? undefined : options;
}
function formattingOf(body) {
    const { split_sentences, preserve_formatting } = body;
    const markup = markupOf(body);
    return {
        ...split_sentences === undefined ? {} : {
            splitSentences: split_sentences
        },
        ...preserve_formatting === true ? {
            preserveFormatting: true
        } : {},
        ...markup === undefined ? {} : {
            markup
        }
    };
}
function markupOf(body) {
    if (body.tag_handling === undefined) return undefined;
    return {
        kind: body.tag_handling,
        version: body.tag_handling_version ?? 'v1',
        detectsOutline: body.outline_detection !== false,
        splittingTags: body.splitting_tags ?? [],
        nonSplittingTags: body.non_splitting_tags ?? [],
        ignoreTags: body.ignore_tags ?? []
    };
}
function memoryOf({ translation_memory_id, translation_memory_threshold = DEFAULT_THRESHOLD }) {
    if (translation_memory_id === undefined) return {};
    return {
        memory: {
            id: translation_memory_id,
            threshold: translation_memory_threshold
        }
    };
}
function checkTogether(body) {
    if (body.glossary_id !== undefined && body.glossary_ids !== undefined) {
        throw HTTP_PROBLEMS.badRequest({
            message: "Parameters 'glossary_id' and 'glossary_ids' cannot be used together."
        });
    }
    const hasGlossary = body.glossary_id !== undefined || (body.glossary_ids ?? []).length > 0;
    if (hasGlossary && body.source_lang === undefined) throw TRANSLATE_ERRORS.glossaryNeedsSource();
    if (body.translation_memory_threshold !== undefined && body.translation_memory_id === undefined) {
        throw needs('translation_memory_threshold', 'translation_memory_id');
    }
    const alone = OF_TAG_HANDLING.find((name)=>body[name] !== undefined);
    if (alone !== undefined && body.tag_handling === undefined) throw needs(alone, 'tag_handling');
}
const needs = (name, other)=>HTTP_PROBLEMS.badRequest({
        message: `Parameter '${name}' requires '${other}' to be set.`
    });

//# sourceMappingURL=translation-options.js.map