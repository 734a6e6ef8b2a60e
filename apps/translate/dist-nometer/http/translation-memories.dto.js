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
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, ArrayNotEmpty, IsArray, IsDefined, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Max, MaxLength, Min, MinLength, ValidateBy, ValidateNested } from 'class-validator';
import { parseLanguage } from '../domain/language.js';
import { MAX_SEGMENT_LENGTH } from '../domain/tmx.js';
const MAX_NAME_LENGTH = 1024;
const MAX_PAGE = 1_000_000;
const MAX_PAGE_SIZE = 25;
const MAX_SEGMENT_PAGE_SIZE = 100;
const MAX_CORRECTIONS = 1000;
const notSpecified = (name)=>({
        message: `Parameter '${name}' not specified`
    });
const notSupported = (name)=>({
        message: `Value for '${name}' not supported.`
    });
const digits = ({ value })=>typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value;
const IsWellFormed = (name)=>ValidateBy({
        name: 'isWellFormed',
        validator: {
            validate: (value)=>typeof value === 'string' && value.isWellFormed() && !value.includes('\0')
        }
    }, notSupported(name));
export class MemoriesQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        default: 0,
        minimum: 0
    }),
    IsOptional(),
    Transform(digits),
    Max(MAX_PAGE, notSupported('page')),
    Min(0, notSupported('page')),
    IsInt(notSupported('page')),
    _ts_metadata("design:type", Number)
], MemoriesQuery.prototype, "page", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        default: 10,
        minimum: 1,
        maximum: MAX_PAGE_SIZE
    }),
    IsOptional(),
    Transform(digits),
    Max(MAX_PAGE_SIZE, notSupported('page_size')),
    Min(1, notSupported('page_size')),
    IsInt(notSupported('page_size')),
    _ts_metadata("design:type", Number)
], MemoriesQuery.prototype, "page_size", void 0);
export class SegmentsQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        description: 'Of the page before.'
    }),
    IsOptional(),
    MaxLength(100, notSupported('page_cursor')),
    IsString(notSupported('page_cursor')),
    _ts_metadata("design:type", String)
], SegmentsQuery.prototype, "page_cursor", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        default: 50,
        minimum: 1,
        maximum: MAX_SEGMENT_PAGE_SIZE
    }),
    IsOptional(),
    Transform(digits),
    Max(MAX_SEGMENT_PAGE_SIZE, notSupported('page_size')),
    Min(1, notSupported('page_size')),
    IsInt(notSupported('page_size')),
    _ts_metadata("design:type", Number)
], SegmentsQuery.prototype, "page_size", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'A part of the source or of a target text.',
        minLength: 2
    }),
    IsOptional(),
    IsWellFormed('filter_text'),
    MaxLength(1000, notSupported('filter_text')),
    MinLength(2, notSupported('filter_text')),
    _ts_metadata("design:type", String)
], SegmentsQuery.prototype, "filter_text", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'true',
            'false'
        ],
        default: 'false'
    }),
    IsOptional(),
    IsIn([
        'true',
        'false'
    ], notSupported('filter_case_sensitive')),
    _ts_metadata("design:type", String)
], SegmentsQuery.prototype, "filter_case_sensitive", void 0);
export class NameQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        description: 'Name of the new memory.',
        example: 'Legal'
    }),
    IsOptional(),
    IsWellFormed('name'),
    MaxLength(MAX_NAME_LENGTH, notSupported('name')),
    IsNotEmpty(notSupported('name')),
    _ts_metadata("design:type", String)
], NameQuery.prototype, "name", void 0);
let CorrectionDto = class CorrectionDto {
};
_ts_decorate([
    ApiProperty({
        example: 'The house is big.'
    }),
    IsWellFormed('source_text'),
    MaxLength(MAX_SEGMENT_LENGTH, notSupported('source_text')),
    IsNotEmpty(notSpecified('source_text')),
    IsDefined(notSpecified('source_text')),
    _ts_metadata("design:type", String)
], CorrectionDto.prototype, "source_text", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    Transform(({ value })=>typeof value === 'string' ? parseLanguage(value) ?? value : value),
    ValidateBy({
        name: 'isLanguage',
        validator: {
            validate: (value)=>typeof value === 'string' && parseLanguage(value) !== undefined
        }
    }, notSupported('target_language')),
    IsDefined(notSpecified('target_language')),
    _ts_metadata("design:type", typeof LanguageTag === "undefined" ? Object : LanguageTag)
], CorrectionDto.prototype, "target_language", void 0);
_ts_decorate([
    ApiProperty({
        example: 'La casa es grande.'
    }),
    IsWellFormed('target_text'),
    MaxLength(MAX_SEGMENT_LENGTH, notSupported('target_text')),
    IsNotEmpty(notSpecified('target_text')),
    IsDefined(notSpecified('target_text')),
    _ts_metadata("design:type", String)
], CorrectionDto.prototype, "target_text", void 0);
export class ChangeMemoryDto extends NameQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        type: [
            CorrectionDto
        ],
        description: 'Segments to add; those with a known source and language are replaced.'
    }),
    IsOptional(),
    Type(()=>CorrectionDto),
    ValidateNested({
        each: true
    }),
    ArrayMaxSize(MAX_CORRECTIONS, notSupported('segments')),
    ArrayNotEmpty(notSupported('segments')),
    IsArray(notSupported('segments')),
    _ts_metadata("design:type", Array)
], ChangeMemoryDto.prototype, "segments", void 0);
let SourceFileDto = class SourceFileDto {
};
_ts_decorate([
    ApiProperty({
        example: 'legal.tmx'
    }),
    IsWellFormed('source_file.file_name'),
    MaxLength(MAX_NAME_LENGTH, notSupported('source_file.file_name')),
    IsNotEmpty(notSpecified('source_file.file_name')),
    IsDefined(notSpecified('source_file.file_name')),
    _ts_metadata("design:type", String)
], SourceFileDto.prototype, "file_name", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        description: 'Bytes of the file.'
    }),
    Min(1, notSupported('source_file.content_length')),
    IsInt(notSupported('source_file.content_length')),
    IsDefined(notSpecified('source_file.content_length')),
    _ts_metadata("design:type", Number)
], SourceFileDto.prototype, "content_length", void 0);
_ts_decorate([
    ApiPropertyOptional({
        example: 'application/xml'
    }),
    IsOptional(),
    MaxLength(200, notSupported('source_file.content_type')),
    IsString(notSupported('source_file.content_type')),
    _ts_metadata("design:type", String)
], SourceFileDto.prototype, "content_type", void 0);
let ImportParametersDto = class ImportParametersDto {
};
_ts_decorate([
    ApiPropertyOptional({
        example: 'Legal'
    }),
    IsOptional(),
    IsWellFormed('parameters.display_name'),
    MaxLength(MAX_NAME_LENGTH, notSupported('parameters.display_name')),
    _ts_metadata("design:type", String)
], ImportParametersDto.prototype, "display_name", void 0);
export class ImportDto {
}
_ts_decorate([
    ApiProperty({
        type: SourceFileDto
    }),
    Type(()=>SourceFileDto),
    ValidateNested(),
    IsDefined(notSpecified('source_file')),
    _ts_metadata("design:type", typeof SourceFileDto === "undefined" ? Object : SourceFileDto)
], ImportDto.prototype, "source_file", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: ImportParametersDto
    }),
    IsOptional(),
    Type(()=>ImportParametersDto),
    ValidateNested(),
    _ts_metadata("design:type", typeof ImportParametersDto === "undefined" ? Object : ImportParametersDto)
], ImportDto.prototype, "parameters", void 0);
export class MemoryDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], MemoryDto.prototype, "translation_memory_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'Legal'
    }),
    _ts_metadata("design:type", String)
], MemoryDto.prototype, "name", void 0);
_ts_decorate([
    ApiProperty({
        example: 'en'
    }),
    _ts_metadata("design:type", String)
], MemoryDto.prototype, "source_language", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            String
        ],
        example: [
            'es',
            'en-gb'
        ]
    }),
    _ts_metadata("design:type", Array)
], MemoryDto.prototype, "target_languages", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], MemoryDto.prototype, "segment_count", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], MemoryDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], MemoryDto.prototype, "updated_time", void 0);
export class ImportedMemoryDto extends MemoryDto {
}
_ts_decorate([
    ApiProperty({
        type: 'integer',
        description: 'Units without a source or a translation.'
    }),
    _ts_metadata("design:type", Number)
], ImportedMemoryDto.prototype, "skipped_segment_count", void 0);
export class MemoriesDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            MemoryDto
        ]
    }),
    _ts_metadata("design:type", Array)
], MemoriesDto.prototype, "translation_memories", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], MemoriesDto.prototype, "total_count", void 0);
let TargetSegmentDto = class TargetSegmentDto {
};
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], TargetSegmentDto.prototype, "target_segment_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    _ts_metadata("design:type", String)
], TargetSegmentDto.prototype, "target_language", void 0);
_ts_decorate([
    ApiProperty({
        example: 'La casa es grande.'
    }),
    _ts_metadata("design:type", String)
], TargetSegmentDto.prototype, "target_text", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], TargetSegmentDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], TargetSegmentDto.prototype, "updated_time", void 0);
export class SegmentDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], SegmentDto.prototype, "source_segment_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'The house is big.'
    }),
    _ts_metadata("design:type", String)
], SegmentDto.prototype, "source_text", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], SegmentDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], SegmentDto.prototype, "updated_time", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            TargetSegmentDto
        ]
    }),
    _ts_metadata("design:type", Array)
], SegmentDto.prototype, "targets", void 0);
export class SegmentsDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            SegmentDto
        ]
    }),
    _ts_metadata("design:type", Array)
], SegmentsDto.prototype, "segments", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        description: 'Of the whole memory, whatever the filter.'
    }),
    _ts_metadata("design:type", Number)
], SegmentsDto.prototype, "segment_count", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Absent on the last page.'
    }),
    _ts_metadata("design:type", String)
], SegmentsDto.prototype, "next_page_cursor", void 0);

//# sourceMappingURL=translation-memories.dto.js.map