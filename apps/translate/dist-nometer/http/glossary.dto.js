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
import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsDefined, IsIn, IsOptional, IsString, ValidateBy, ValidateNested } from 'class-validator';
import { glossaryLanguage } from '../domain/glossary-language.js';
/** Bytes of a request: 10 MiB of entries take up to three times that in a form, where each byte may be escaped. */ export const MAX_GLOSSARY_REQUEST_BYTES = 32 * 1024 * 1024;
const FORMATS = [
    'tsv',
    'csv'
];
/** Each pair of the 33 published languages would be 1,056. */ const MAX_DICTIONARIES = 2000;
const notSpecified = (name)=>({
        message: `Parameter '${name}' not specified`
    });
const notSupported = (name)=>({
        message: `Value for '${name}' not supported.`
    });
/** Brings a language code into its base language, `EN-US` into `en`. */ const IsGlossaryLanguage = (name)=>{
    const transform = Transform(({ value })=>typeof value === 'string' ? glossaryLanguage(value) ?? value : value);
    const validate = ValidateBy({
        name: 'isGlossaryLanguage',
        validator: {
            validate: (value)=>typeof value === 'string' && glossaryLanguage(value) !== undefined
        }
    }, notSupported(name));
    return (target, property)=>{
        transform(target, property);
        validate(target, property);
    };
};
export class PairQuery {
}
_ts_decorate([
    ApiProperty({
        example: 'en'
    }),
    IsGlossaryLanguage('source_lang'),
    IsDefined(notSpecified('source_lang')),
    _ts_metadata("design:type", typeof LanguageTag === "undefined" ? Object : LanguageTag)
], PairQuery.prototype, "source_lang", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    IsGlossaryLanguage('target_lang'),
    IsDefined(notSpecified('target_lang')),
    _ts_metadata("design:type", typeof LanguageTag === "undefined" ? Object : LanguageTag)
], PairQuery.prototype, "target_lang", void 0);
export class DictionaryDto extends PairQuery {
}
_ts_decorate([
    ApiProperty({
        description: 'One entry a line, source and target separated by a tab (tsv) or comma (csv).',
        example: 'house\tcasa'
    }),
    IsString(notSupported('entries')),
    IsDefined(notSpecified('entries')),
    _ts_metadata("design:type", String)
], DictionaryDto.prototype, "entries", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: FORMATS,
        default: 'tsv'
    }),
    IsOptional(),
    IsIn(FORMATS, notSupported('entries_format')),
    _ts_metadata("design:type", typeof EntriesFormat === "undefined" ? Object : EntriesFormat)
], DictionaryDto.prototype, "entries_format", void 0);
export class CreateGlossaryDto extends DictionaryDto {
}
_ts_decorate([
    ApiProperty({
        description: 'At most 1,024 bytes.',
        example: 'House style'
    }),
    IsString(notSupported('name')),
    IsDefined(notSpecified('name')),
    _ts_metadata("design:type", String)
], CreateGlossaryDto.prototype, "name", void 0);
export class CreateMultilingualGlossaryDto {
}
_ts_decorate([
    ApiProperty({
        description: 'At most 1,024 bytes.',
        example: 'House style'
    }),
    IsString(notSupported('name')),
    IsDefined(notSpecified('name')),
    _ts_metadata("design:type", String)
], CreateMultilingualGlossaryDto.prototype, "name", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            DictionaryDto
        ]
    }),
    Type(()=>DictionaryDto),
    ValidateNested({
        each: true
    }),
    ArrayMaxSize(MAX_DICTIONARIES, notSupported('dictionaries')),
    IsArray(notSupported('dictionaries')),
    IsDefined(notSpecified('dictionaries')),
    _ts_metadata("design:type", Array)
], CreateMultilingualGlossaryDto.prototype, "dictionaries", void 0);
export class UpdateGlossaryDto extends PartialType(CreateMultilingualGlossaryDto) {
}
_ts_decorate([
    ApiPropertyOptional({
        type: [
            DictionaryDto
        ],
        description: 'None or one; it is merged.'
    }),
    Type(()=>DictionaryDto),
    ValidateNested({
        each: true
    }),
    ArrayMaxSize(1, {
        message: 'At most one dictionary can be changed at once.'
    }),
    IsArray(notSupported('dictionaries')),
    IsOptional(),
    _ts_metadata("design:type", Array)
], UpdateGlossaryDto.prototype, "dictionaries", void 0);
export class DictionaryInfoDto {
}
_ts_decorate([
    ApiProperty({
        example: 'en'
    }),
    _ts_metadata("design:type", String)
], DictionaryInfoDto.prototype, "source_lang", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    _ts_metadata("design:type", String)
], DictionaryInfoDto.prototype, "target_lang", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        example: 12
    }),
    _ts_metadata("design:type", Number)
], DictionaryInfoDto.prototype, "entry_count", void 0);
export class GlossaryDto extends DictionaryInfoDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], GlossaryDto.prototype, "glossary_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'House style'
    }),
    _ts_metadata("design:type", String)
], GlossaryDto.prototype, "name", void 0);
_ts_decorate([
    ApiProperty({
        description: 'Always true: a glossary can be used as soon as it is stored.'
    }),
    _ts_metadata("design:type", Boolean)
], GlossaryDto.prototype, "ready", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], GlossaryDto.prototype, "creation_time", void 0);
export class GlossariesDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            GlossaryDto
        ]
    }),
    _ts_metadata("design:type", Array)
], GlossariesDto.prototype, "glossaries", void 0);
export class MultilingualGlossaryDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], MultilingualGlossaryDto.prototype, "glossary_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'House style'
    }),
    _ts_metadata("design:type", String)
], MultilingualGlossaryDto.prototype, "name", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            DictionaryInfoDto
        ]
    }),
    _ts_metadata("design:type", Array)
], MultilingualGlossaryDto.prototype, "dictionaries", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], MultilingualGlossaryDto.prototype, "creation_time", void 0);
export class MultilingualGlossariesDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            MultilingualGlossaryDto
        ]
    }),
    _ts_metadata("design:type", Array)
], MultilingualGlossariesDto.prototype, "glossaries", void 0);
export class EntriesDto {
}
_ts_decorate([
    ApiProperty({
        example: 'en'
    }),
    _ts_metadata("design:type", String)
], EntriesDto.prototype, "source_lang", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    _ts_metadata("design:type", String)
], EntriesDto.prototype, "target_lang", void 0);
_ts_decorate([
    ApiProperty({
        example: 'house\tcasa'
    }),
    _ts_metadata("design:type", String)
], EntriesDto.prototype, "entries", void 0);
_ts_decorate([
    ApiProperty({
        enum: [
            'tsv'
        ]
    }),
    _ts_metadata("design:type", String)
], EntriesDto.prototype, "entries_format", void 0);
export class DictionaryEntriesDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            EntriesDto
        ],
        description: 'The one that was asked for.'
    }),
    _ts_metadata("design:type", Array)
], DictionaryEntriesDto.prototype, "dictionaries", void 0);
let LanguagePairDto = class LanguagePairDto {
};
_ts_decorate([
    ApiProperty({
        example: 'en'
    }),
    _ts_metadata("design:type", String)
], LanguagePairDto.prototype, "source_lang", void 0);
_ts_decorate([
    ApiProperty({
        example: 'es'
    }),
    _ts_metadata("design:type", String)
], LanguagePairDto.prototype, "target_lang", void 0);
export class LanguagePairsDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            LanguagePairDto
        ]
    }),
    _ts_metadata("design:type", Array)
], LanguagePairsDto.prototype, "supported_languages", void 0);

//# sourceMappingURL=glossary.dto.js.map