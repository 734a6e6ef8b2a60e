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
import { ArrayMaxSize, IsArray, IsDefined, IsIn, IsInt, IsNotEmpty, IsOptional, IsString, Matches, Max, MaxLength, Min, ValidateBy, ValidateNested } from 'class-validator';
import { MAX_INSTRUCTIONS } from '../domain/style-rules.js';
const LANGUAGES = [
    'de',
    'en',
    'es',
    'fr',
    'it',
    'ja',
    'ko',
    'zh'
];
const GROUPS = new Set([
    'dates_and_times',
    'formatting',
    'numbers',
    'punctuation',
    'spelling_and_grammar',
    'style_and_tone',
    'vocabulary'
]);
const MAX_NAME_LENGTH = 1024;
const MAX_LABEL_LENGTH = 100;
const MAX_PROMPT_LENGTH = 300;
const MAX_PAGE_SIZE = 25;
const MAX_PAGE = 1_000_000;
/** Rules and values are identifiers; 159 rules exist, the longest value has 86 characters. */ const IDENTIFIER = /^[a-z0-9_]{1,128}$/;
const MAX_RULES_OF_GROUP = 200;
const notSpecified = (name)=>({
        message: `Parameter '${name}' not specified`
    });
const notSupported = (name)=>({
        message: `Value for '${name}' not supported.`
    });
const digits = ({ value })=>typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value;
/** Known groups of rules, each rule an identifier that is set to an identifier. */ export function isConfiguredRules(value) {
    return isRecord(value) && Object.entries(value).every(([name, group])=>isGroup(name, group));
}
function isGroup(name, group) {
    if (!GROUPS.has(name) || !isRecord(group)) return false;
    const rules = Object.entries(group);
    return rules.length <= MAX_RULES_OF_GROUP && rules.every(([rule, value])=>isRule(rule, value));
}
const isRule = (rule, value)=>IDENTIFIER.test(rule) && typeof value === 'string' && IDENTIFIER.test(value);
const isRecord = (value)=>typeof value === 'object' && value !== null && !Array.isArray(value);
const AreConfiguredRules = ()=>ValidateBy({
        name: 'areConfiguredRules',
        validator: {
            validate: isConfiguredRules
        }
    }, notSupported('configured_rules'));
export class StyleRulesQuery {
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
], StyleRulesQuery.prototype, "page", void 0);
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
], StyleRulesQuery.prototype, "page_size", void 0);
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
        'false',
        '1',
        '0'
    ], notSupported('detailed')),
    _ts_metadata("design:type", String)
], StyleRulesQuery.prototype, "detailed", void 0);
export class InstructionDto {
}
_ts_decorate([
    ApiProperty({
        maxLength: MAX_LABEL_LENGTH,
        example: 'Currency'
    }),
    MaxLength(MAX_LABEL_LENGTH, notSupported('label')),
    IsNotEmpty(notSpecified('label')),
    IsString(notSupported('label')),
    IsDefined(notSpecified('label')),
    _ts_metadata("design:type", String)
], InstructionDto.prototype, "label", void 0);
_ts_decorate([
    ApiProperty({
        maxLength: MAX_PROMPT_LENGTH,
        example: 'Put currency symbols before the number.'
    }),
    MaxLength(MAX_PROMPT_LENGTH, notSupported('prompt')),
    IsNotEmpty(notSpecified('prompt')),
    IsString(notSupported('prompt')),
    IsDefined(notSpecified('prompt')),
    _ts_metadata("design:type", String)
], InstructionDto.prototype, "prompt", void 0);
_ts_decorate([
    ApiPropertyOptional({
        example: 'en'
    }),
    IsOptional(),
    Matches(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/, notSupported('source_language')),
    _ts_metadata("design:type", String)
], InstructionDto.prototype, "source_language", void 0);
export class RenameStyleRulesDto {
}
_ts_decorate([
    ApiProperty({
        example: 'Legal'
    }),
    MaxLength(MAX_NAME_LENGTH, notSupported('name')),
    IsNotEmpty(notSpecified('name')),
    IsString(notSupported('name')),
    IsDefined(notSpecified('name')),
    _ts_metadata("design:type", String)
], RenameStyleRulesDto.prototype, "name", void 0);
export class CreateStyleRulesDto extends RenameStyleRulesDto {
}
_ts_decorate([
    ApiProperty({
        enum: LANGUAGES
    }),
    IsIn(LANGUAGES, notSupported('language')),
    IsDefined(notSpecified('language')),
    _ts_metadata("design:type", typeof LanguageTag === "undefined" ? Object : LanguageTag)
], CreateStyleRulesDto.prototype, "language", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'object',
        additionalProperties: true
    }),
    IsOptional(),
    AreConfiguredRules(),
    _ts_metadata("design:type", typeof ConfiguredRules === "undefined" ? Object : ConfiguredRules)
], CreateStyleRulesDto.prototype, "configured_rules", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            InstructionDto
        ],
        maxItems: MAX_INSTRUCTIONS
    }),
    IsOptional(),
    Type(()=>InstructionDto),
    ValidateNested({
        each: true
    }),
    ArrayMaxSize(MAX_INSTRUCTIONS, notSupported('custom_instructions')),
    IsArray(notSupported('custom_instructions')),
    _ts_metadata("design:type", Array)
], CreateStyleRulesDto.prototype, "custom_instructions", void 0);
export class CustomInstructionDto extends InstructionDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], CustomInstructionDto.prototype, "id", void 0);
export class StyleRuleListDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], StyleRuleListDto.prototype, "style_id", void 0);
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", String)
], StyleRuleListDto.prototype, "name", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], StyleRuleListDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], StyleRuleListDto.prototype, "updated_time", void 0);
_ts_decorate([
    ApiProperty({
        enum: LANGUAGES
    }),
    _ts_metadata("design:type", String)
], StyleRuleListDto.prototype, "language", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], StyleRuleListDto.prototype, "version", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'object',
        additionalProperties: true
    }),
    _ts_metadata("design:type", typeof ConfiguredRules === "undefined" ? Object : ConfiguredRules)
], StyleRuleListDto.prototype, "configured_rules", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            CustomInstructionDto
        ]
    }),
    _ts_metadata("design:type", Array)
], StyleRuleListDto.prototype, "custom_instructions", void 0);
export class StyleRuleListsDto {
}
_ts_decorate([
    ApiProperty({
        type: [
            StyleRuleListDto
        ]
    }),
    _ts_metadata("design:type", Array)
], StyleRuleListsDto.prototype, "style_rules", void 0);

//# sourceMappingURL=style-rules.dto.js.map