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
const ORIGINS = [
    'engine',
    'unknown_word',
    'memory',
    'glossary',
    'unchanged'
];
/** Own extension: a term of a glossary that is in a translation. */ export class AppliedTermDto {
}
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", String)
], AppliedTermDto.prototype, "glossary_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'house'
    }),
    _ts_metadata("design:type", String)
], AppliedTermDto.prototype, "source", void 0);
_ts_decorate([
    ApiProperty({
        example: 'vivienda'
    }),
    _ts_metadata("design:type", String)
], AppliedTermDto.prototype, "target", void 0);
/** Own extension: a stretch of a translation and where it comes from. */ export class ProvenanceDto {
}
_ts_decorate([
    ApiProperty({
        description: 'Joined, those of all stretches are the translation.'
    }),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "text", void 0);
_ts_decorate([
    ApiProperty({
        enum: ORIGINS
    }),
    _ts_metadata("design:type", Object)
], ProvenanceDto.prototype, "origin", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'The engine; several on a longer way.',
        example: 'apertium'
    }),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "engine", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'What the engine names as its source, such as a file.'
    }),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "engine_source", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'The segment of the translation memory.'
    }),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "segment_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Similarity of that segment, in percent.'
    }),
    _ts_metadata("design:type", Number)
], ProvenanceDto.prototype, "score", void 0);
_ts_decorate([
    ApiPropertyOptional(),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "glossary_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'The term as the glossary holds it.'
    }),
    _ts_metadata("design:type", String)
], ProvenanceDto.prototype, "term", void 0);
export class TranslationDto {
}
_ts_decorate([
    ApiProperty({
        description: 'The given source language, or the detected one.',
        example: 'EN'
    }),
    _ts_metadata("design:type", String)
], TranslationDto.prototype, "detected_source_language", void 0);
_ts_decorate([
    ApiProperty({
        example: 'La casa es grande.'
    }),
    _ts_metadata("design:type", String)
], TranslationDto.prototype, "text", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        description: 'Unicode code points of the source text, tags included; only when asked for.'
    }),
    _ts_metadata("design:type", Number)
], TranslationDto.prototype, "billed_characters", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'latency_optimized',
            'quality_optimized'
        ],
        description: 'Only when `model_type` was given.'
    }),
    _ts_metadata("design:type", String)
], TranslationDto.prototype, "model_type_used", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'v1',
            'v2'
        ],
        description: 'Only when `tag_handling` was given.'
    }),
    _ts_metadata("design:type", String)
], TranslationDto.prototype, "tag_handling_version", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            AppliedTermDto
        ],
        description: 'Only when asked for.'
    }),
    _ts_metadata("design:type", Array)
], TranslationDto.prototype, "applied_terms", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            ProvenanceDto
        ],
        description: 'Only when asked for.'
    }),
    _ts_metadata("design:type", Array)
], TranslationDto.prototype, "provenance", void 0);
export class TranslationsDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            TranslationDto
        ],
        description: 'In the order of the texts.'
    }),
    _ts_metadata("design:type", Array)
], TranslationsDto.prototype, "translations", void 0);

//# sourceMappingURL=translation.dto.js.map