function _ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
function _ts_metadata(metadataKey, metadataValue) {
    if (typeof Reflect === "object" && typeof Reflect.metadata === "function") {
        return Reflect.metadata(metadataKey, metadataValue);
    }
}
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ArrayNotEmpty, IsArray, IsDefined, IsInt, IsOptional, IsString, IsUUID, Max, MaxLength, Min } from 'class-validator';
import { AreTexts, IsFlag, IsId, IsListOf, IsOneOf, IsTags, IsText, notSpecified, notSupported } from './parameter-rules.js';
/** The whole request is bounded, so the list needs no bound of its own. */ export const MAX_REQUEST_BYTES = 128 * 1024;
const MAX_CODE_LENGTH = 20;
const MAX_ID_LENGTH = 100;
const MOST_GLOSSARIES = 5;
const MOST_INSTRUCTIONS = 10;
const MAX_INSTRUCTION_LENGTH = 300;
const SPLIT_SENTENCES = [
    '0',
    '1',
    'nonewlines'
];
const FORMALITIES = [
    'default',
    'more',
    'less',
    'prefer_more',
    'prefer_less'
];
const MODEL_TYPES = [
    'quality_optimized',
    'prefer_quality_optimized',
    'latency_optimized'
];
const TAG_HANDLINGS = [
    'xml',
    'html'
];
const TAG_HANDLING_VERSIONS = [
    'v1',
    'v2'
];
const thresholdRange = {
    message: "Parameter 'translation_memory_threshold' must be an integer between 0 and 100"
};
/** The body of POST /v2/translate (spec 1, part 4), in JSON; forms are brought into this shape. */ export class TranslateDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            String
        ],
        description: 'Texts to translate, each on its own. In a form the parameter is repeated. The whole request holds at most 128 KiB.',
        example: [
            'The house is big.'
        ]
    }),
    AreTexts(),
    ArrayNotEmpty(notSpecified('text')),
    IsArray({
        message: "Parameter 'text' must be an array of well-formed strings."
    }),
    IsDefined(notSpecified('text')),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "text", void 0);
_ts_decorate([
    ApiProperty({
        description: 'Language to translate into, in any case.',
        example: 'ES'
    }),
    MaxLength(MAX_CODE_LENGTH, notSupported('target_lang')),
    IsString(notSupported('target_lang')),
    IsDefined(notSpecified('target_lang')),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "target_lang", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Language of the texts; detected for each text when it is absent.',
        example: 'EN'
    }),
    IsOptional(),
    MaxLength(MAX_CODE_LENGTH, notSupported('source_lang')),
    IsString(notSupported('source_lang')),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "source_lang", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Whether each result tells its `billed_characters`. In a form `1` or `0`.',
        default: false
    }),
    IsFlag('show_billed_characters'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "show_billed_characters", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Has no effect.',
        deprecated: true,
        default: false
    }),
    IsFlag('enable_beta_languages'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "enable_beta_languages", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Text that helps to translate and is not translated itself. It costs nothing.'
    }),
    IsText('context'),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "context", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: SPLIT_SENTENCES,
        description: 'Where sentences end: nowhere, at signs and line ends, at signs only.',
        default: '1'
    }),
    IsOneOf('split_sentences', SPLIT_SENTENCES),
    _ts_metadata("design:type", Object)
], TranslateDto.prototype, "split_sentences", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Keeps the case of the first letter and the sign at the end as they are.',
        default: false
    }),
    IsFlag('preserve_formatting'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "preserve_formatting", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: FORMALITIES,
        default: 'default'
    }),
    IsOneOf('formality', FORMALITIES),
    _ts_metadata("design:type", Object)
], TranslateDto.prototype, "formality", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: MODEL_TYPES
    }),
    IsOneOf('model_type', MODEL_TYPES),
    _ts_metadata("design:type", Object)
], TranslateDto.prototype, "model_type", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Needs `source_lang`; not together with `glossary_ids`.'
    }),
    IsId('glossary_id'),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "glossary_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            String
        ],
        maxItems: MOST_GLOSSARIES,
        description: 'Needs `source_lang`; not together with `glossary_id`. In a form comma-separated or repeated.'
    }),
    IsListOf('glossary_ids', {
        most: MOST_GLOSSARIES,
        longest: MAX_ID_LENGTH
    }),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "glossary_ids", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'A style rule list of the target language. JSON only.'
    }),
    IsId('style_id'),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "style_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'uuid'
    }),
    IsOptional(),
    IsUUID(undefined, notSupported('translation_memory_id')),
    _ts_metadata("design:type", String)
], TranslateDto.prototype, "translation_memory_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        minimum: 0,
        maximum: 100,
        default: 75,
        description: 'Least similarity of a segment, in percent.'
    }),
    IsOptional(),
    Max(100, thresholdRange),
    Min(0, thresholdRange),
    IsInt(thresholdRange),
    _ts_metadata("design:type", Number)
], TranslateDto.prototype, "translation_memory_threshold", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            String
        ],
        maxItems: MOST_INSTRUCTIONS,
        description: 'At most 10 of at most 300 characters each. JSON only.'
    }),
    IsListOf('custom_instructions', {
        most: MOST_INSTRUCTIONS,
        longest: MAX_INSTRUCTION_LENGTH
    }),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "custom_instructions", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: TAG_HANDLINGS
    }),
    IsOneOf('tag_handling', TAG_HANDLINGS),
    _ts_metadata("design:type", Object)
], TranslateDto.prototype, "tag_handling", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: TAG_HANDLING_VERSIONS,
        default: 'v1',
        description: 'JSON only. Both versions do the same here.'
    }),
    IsOneOf('tag_handling_version', TAG_HANDLING_VERSIONS),
    _ts_metadata("design:type", Object)
], TranslateDto.prototype, "tag_handling_version", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Whether tags that are structure are found without `splitting_tags`.',
        default: true
    }),
    IsFlag('outline_detection'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "outline_detection", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            String
        ],
        description: 'Tags that never split sentences.'
    }),
    IsTags('non_splitting_tags'),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "non_splitting_tags", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            String
        ],
        description: 'Tags that always split sentences.'
    }),
    IsTags('splitting_tags'),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "splitting_tags", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            String
        ],
        description: 'Tags whose content is not translated.'
    }),
    IsTags('ignore_tags'),
    _ts_metadata("design:type", Array)
], TranslateDto.prototype, "ignore_tags", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Own extension: each result tells the glossary terms that were applied.',
        default: false
    }),
    IsFlag('show_applied_terms'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "show_applied_terms", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Own extension: each result tells where every word of it comes from.',
        default: false
    }),
    IsFlag('show_provenance'),
    _ts_metadata("design:type", Boolean)
], TranslateDto.prototype, "show_provenance", void 0);

//# sourceMappingURL=translate.dto.js.map