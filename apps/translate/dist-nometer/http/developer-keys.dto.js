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
import { IsDefined, IsIn, IsInt, IsOptional, IsString, Max, MaxLength, Min, ValidateIf } from 'class-validator';
const MAX_LABEL_LENGTH = 255;
const MAX_KEY_ID_LENGTH = 100;
const PLANS = [
    'pro',
    'free'
];
const notSpecified = (name)=>({
        message: `Parameter '${name}' not specified`
    });
const notSupported = (name)=>({
        message: `Value for '${name}' not supported.`
    });
export class CreateKeyDto {
}
_ts_decorate([
    ApiPropertyOptional({
        default: 'DeepL API Key',
        example: 'developer key prod'
    }),
    IsOptional(),
    MaxLength(MAX_LABEL_LENGTH, notSupported('label')),
    IsString(notSupported('label')),
    _ts_metadata("design:type", String)
], CreateKeyDto.prototype, "label", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: PLANS,
        default: 'pro',
        description: 'Extension: a key of the free plan ends in `:fx` and has the free quota.'
    }),
    IsOptional(),
    IsIn(PLANS, notSupported('plan')),
    _ts_metadata("design:type", typeof Plan === "undefined" ? Object : Plan)
], CreateKeyDto.prototype, "plan", void 0);
export class KeyIdDto {
}
_ts_decorate([
    ApiProperty({
        description: 'Two GUIDs separated by a colon.'
    }),
    MaxLength(MAX_KEY_ID_LENGTH, notSupported('key_id')),
    IsString(notSupported('key_id')),
    IsDefined(notSpecified('key_id')),
    _ts_metadata("design:type", String)
], KeyIdDto.prototype, "key_id", void 0);
export class RenameKeyDto extends KeyIdDto {
}
_ts_decorate([
    ApiProperty({
        example: 'developer key prod'
    }),
    MaxLength(MAX_LABEL_LENGTH, notSupported('label')),
    IsString(notSupported('label')),
    IsDefined(notSpecified('label')),
    _ts_metadata("design:type", String)
], RenameKeyDto.prototype, "label", void 0);
/** Present and not `null`: `null` takes a limit away. */ const IsGiven = (name)=>ValidateIf((dto)=>dto[name] !== undefined && dto[name] !== null);
export class LimitKeyDto extends KeyIdDto {
}
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        nullable: true,
        description: 'Characters in a calendar month; 0 for none, `null` for no limit.'
    }),
    IsGiven('characters'),
    Max(Number.MAX_SAFE_INTEGER, notSupported('characters')),
    Min(0, notSupported('characters')),
    IsInt(notSupported('characters')),
    _ts_metadata("design:type", Object)
], LimitKeyDto.prototype, "characters", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        nullable: true
    }),
    IsGiven('speech_to_text_milliseconds'),
    Max(Number.MAX_SAFE_INTEGER, notSupported('speech_to_text_milliseconds')),
    Min(0, notSupported('speech_to_text_milliseconds')),
    IsInt(notSupported('speech_to_text_milliseconds')),
    _ts_metadata("design:type", Object)
], LimitKeyDto.prototype, "speech_to_text_milliseconds", void 0);
let UsageLimitsDto = class UsageLimitsDto {
};
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        description: 'Absent when there is no limit.'
    }),
    _ts_metadata("design:type", Number)
], UsageLimitsDto.prototype, "characters", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageLimitsDto.prototype, "speech_to_text_milliseconds", void 0);
export class DeveloperKeyDto {
}
_ts_decorate([
    ApiProperty({
        description: 'Two GUIDs separated by a colon.'
    }),
    _ts_metadata("design:type", String)
], DeveloperKeyDto.prototype, "key_id", void 0);
_ts_decorate([
    ApiProperty({
        example: 'developer key prod'
    }),
    _ts_metadata("design:type", String)
], DeveloperKeyDto.prototype, "label", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], DeveloperKeyDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'date-time',
        description: 'Of deactivated keys only.'
    }),
    _ts_metadata("design:type", String)
], DeveloperKeyDto.prototype, "deactivated_time", void 0);
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", Boolean)
], DeveloperKeyDto.prototype, "is_deactivated", void 0);
_ts_decorate([
    ApiProperty({
        type: UsageLimitsDto
    }),
    _ts_metadata("design:type", typeof UsageLimitsDto === "undefined" ? Object : UsageLimitsDto)
], DeveloperKeyDto.prototype, "usage_limits", void 0);
export class IssuedKeyDto extends DeveloperKeyDto {
}
_ts_decorate([
    ApiProperty({
        description: 'Extension: the secret, shown this once.',
        example: 'sxt_...'
    }),
    _ts_metadata("design:type", String)
], IssuedKeyDto.prototype, "api_key", void 0);

//# sourceMappingURL=developer-keys.dto.js.map