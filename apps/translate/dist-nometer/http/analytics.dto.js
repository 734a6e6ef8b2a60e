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
import { Transform } from 'class-transformer';
import { IsDefined, IsIn, IsInt, IsOptional, Max, Min, ValidateBy } from 'class-validator';
const MAX_PAGE = 1_000_000;
const notSpecified = (name)=>({
        message: `Parameter '${name}' not specified`
    });
const notSupported = (name)=>({
        message: `Value for '${name}' not supported.`
    });
/** A day that exists, as ISO 8601 writes it. */ const IsDay = (name)=>ValidateBy({
        name: 'isDay',
        validator: {
            validate: (value)=>{
                if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false;
                const instant = new Date(`${value}T00:00:00Z`);
                return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(value);
            }
        }
    }, notSupported(name));
let RangeQuery = class RangeQuery {
};
_ts_decorate([
    ApiProperty({
        format: 'date',
        example: '2026-11-01'
    }),
    IsDay('start_date'),
    IsDefined(notSpecified('start_date')),
    _ts_metadata("design:type", String)
], RangeQuery.prototype, "start_date", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date',
        example: '2026-11-30',
        description: 'Belongs to the range.'
    }),
    IsDay('end_date'),
    IsDefined(notSpecified('end_date')),
    _ts_metadata("design:type", String)
], RangeQuery.prototype, "end_date", void 0);
export class AnalyticsQuery extends RangeQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'key',
            'key_and_day'
        ]
    }),
    IsOptional(),
    IsIn([
        '',
        'key',
        'key_and_day'
    ], {
        message: "Value for 'group_by' not supported. Allowed: '', 'key', 'key_and_day'."
    }),
    _ts_metadata("design:type", String)
], AnalyticsQuery.prototype, "group_by", void 0);
export class CustomTagsQuery extends RangeQuery {
}
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'period',
            'day'
        ],
        default: 'period'
    }),
    IsOptional(),
    IsIn([
        '',
        'period',
        'day'
    ], {
        message: "Value for 'aggregate_by' not supported. Allowed: '', 'period', 'day'."
    }),
    _ts_metadata("design:type", String)
], CustomTagsQuery.prototype, "aggregate_by", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        default: 1,
        minimum: 1
    }),
    IsOptional(),
    Transform(({ value })=>typeof value === 'string' && /^\d{1,7}$/.test(value) ? Number(value) : value),
    Max(MAX_PAGE, notSupported('page')),
    Min(1, notSupported('page')),
    IsInt(notSupported('page')),
    _ts_metadata("design:type", Number)
], CustomTagsQuery.prototype, "page", void 0);
export class UsageBreakdownDto {
}
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageBreakdownDto.prototype, "total_characters", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageBreakdownDto.prototype, "text_translation_characters", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageBreakdownDto.prototype, "document_translation_characters", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageBreakdownDto.prototype, "text_improvement_characters", void 0);
_ts_decorate([
    ApiProperty({
        description: 'This service does not transcribe speech: always 0.'
    }),
    _ts_metadata("design:type", Number)
], UsageBreakdownDto.prototype, "speech_to_text_minutes", void 0);
export class KeyUsageDto {
}
_ts_decorate([
    ApiProperty({
        description: 'Masked: first and last characters only.'
    }),
    _ts_metadata("design:type", String)
], KeyUsageDto.prototype, "api_key", void 0);
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", String)
], KeyUsageDto.prototype, "api_key_label", void 0);
_ts_decorate([
    ApiProperty({
        type: UsageBreakdownDto
    }),
    _ts_metadata("design:type", typeof UsageBreakdownDto === "undefined" ? Object : UsageBreakdownDto)
], KeyUsageDto.prototype, "usage", void 0);
export class KeyAndDayUsageDto extends KeyUsageDto {
}
_ts_decorate([
    ApiProperty({
        format: 'date-time',
        example: '2026-11-01T00:00:00Z'
    }),
    _ts_metadata("design:type", String)
], KeyAndDayUsageDto.prototype, "usage_date", void 0);
let UsageReportDataDto = class UsageReportDataDto {
};
_ts_decorate([
    ApiProperty({
        type: UsageBreakdownDto
    }),
    _ts_metadata("design:type", typeof UsageBreakdownDto === "undefined" ? Object : UsageBreakdownDto)
], UsageReportDataDto.prototype, "total_usage", void 0);
_ts_decorate([
    ApiProperty({
        example: '2026-11-01T00:00:00'
    }),
    _ts_metadata("design:type", String)
], UsageReportDataDto.prototype, "start_date", void 0);
_ts_decorate([
    ApiProperty({
        example: '2026-11-30T00:00:00'
    }),
    _ts_metadata("design:type", String)
], UsageReportDataDto.prototype, "end_date", void 0);
_ts_decorate([
    ApiPropertyOptional({
        enum: [
            'key',
            'key_and_day'
        ]
    }),
    _ts_metadata("design:type", String)
], UsageReportDataDto.prototype, "group_by", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            KeyUsageDto
        ]
    }),
    _ts_metadata("design:type", Array)
], UsageReportDataDto.prototype, "key_usages", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            KeyAndDayUsageDto
        ]
    }),
    _ts_metadata("design:type", Array)
], UsageReportDataDto.prototype, "key_and_day_usages", void 0);
export class UsageReportDto {
}
_ts_decorate([
    ApiProperty({
        type: UsageReportDataDto
    }),
    _ts_metadata("design:type", typeof UsageReportDataDto === "undefined" ? Object : UsageReportDataDto)
], UsageReportDto.prototype, "usage_report", void 0);
let TagBreakdownDto = class TagBreakdownDto {
};
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], TagBreakdownDto.prototype, "total_characters", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], TagBreakdownDto.prototype, "text_translation_characters", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], TagBreakdownDto.prototype, "text_improvement_characters", void 0);
export class TagUsageDto {
}
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", String)
], TagUsageDto.prototype, "custom_tag", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], TagUsageDto.prototype, "usage_date", void 0);
_ts_decorate([
    ApiProperty({
        type: TagBreakdownDto
    }),
    _ts_metadata("design:type", typeof TagBreakdownDto === "undefined" ? Object : TagBreakdownDto)
], TagUsageDto.prototype, "breakdown", void 0);
let TagReportDataDto = class TagReportDataDto {
};
_ts_decorate([
    ApiProperty({
        enum: [
            'period',
            'day'
        ]
    }),
    _ts_metadata("design:type", String)
], TagReportDataDto.prototype, "aggregate_by", void 0);
_ts_decorate([
    ApiProperty({
        example: '2026-11-01T00:00:00'
    }),
    _ts_metadata("design:type", String)
], TagReportDataDto.prototype, "start_date", void 0);
_ts_decorate([
    ApiProperty({
        example: '2026-11-30T00:00:00'
    }),
    _ts_metadata("design:type", String)
], TagReportDataDto.prototype, "end_date", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        nullable: true
    }),
    _ts_metadata("design:type", Object)
], TagReportDataDto.prototype, "next_page", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            TagUsageDto
        ]
    }),
    _ts_metadata("design:type", Array)
], TagReportDataDto.prototype, "usage", void 0);
export class TagReportDto {
}
_ts_decorate([
    ApiProperty({
        type: TagReportDataDto
    }),
    _ts_metadata("design:type", typeof TagReportDataDto === "undefined" ? Object : TagReportDataDto)
], TagReportDto.prototype, "custom_tag_usage_report", void 0);

//# sourceMappingURL=analytics.dto.js.map