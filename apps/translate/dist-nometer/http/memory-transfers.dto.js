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
export class ImportJobDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], ImportJobDto.prototype, "job_id", void 0);
_ts_decorate([
    ApiProperty({
        description: 'Where to PUT the file, without a key. Keep it secret.'
    }),
    _ts_metadata("design:type", String)
], ImportJobDto.prototype, "upload_url", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], ImportJobDto.prototype, "expires_at", void 0);
let ExportParametersDto = class ExportParametersDto {
};
_ts_decorate([
    ApiPropertyOptional({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], ExportParametersDto.prototype, "translation_memory_id", void 0);
_ts_decorate([
    ApiPropertyOptional(),
    _ts_metadata("design:type", String)
], ExportParametersDto.prototype, "display_name", void 0);
export class ExportJobDto {
}
_ts_decorate([
    ApiProperty({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], ExportJobDto.prototype, "job_id", void 0);
_ts_decorate([
    ApiProperty({
        type: ExportParametersDto
    }),
    _ts_metadata("design:type", typeof ExportParametersDto === "undefined" ? Object : ExportParametersDto)
], ExportJobDto.prototype, "parameters", void 0);
let StatusMetadataDto = class StatusMetadataDto {
};
_ts_decorate([
    ApiProperty({
        example: 'upload_file'
    }),
    _ts_metadata("design:type", String)
], StatusMetadataDto.prototype, "required_action", void 0);
let JobErrorDto = class JobErrorDto {
};
_ts_decorate([
    ApiProperty(),
    _ts_metadata("design:type", String)
], JobErrorDto.prototype, "message", void 0);
let JobResultDto = class JobResultDto {
};
_ts_decorate([
    ApiProperty({
        enum: [
            'awaiting_input',
            'completed',
            'downloaded',
            'failed',
            'expired'
        ]
    }),
    _ts_metadata("design:type", String)
], JobResultDto.prototype, "status", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: StatusMetadataDto
    }),
    _ts_metadata("design:type", typeof StatusMetadataDto === "undefined" ? Object : StatusMetadataDto)
], JobResultDto.prototype, "status_metadata", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Where to GET the file, without a key. Keep it secret.'
    }),
    _ts_metadata("design:type", String)
], JobResultDto.prototype, "download_url", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], JobResultDto.prototype, "expires_at", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: JobErrorDto
    }),
    _ts_metadata("design:type", typeof JobErrorDto === "undefined" ? Object : JobErrorDto)
], JobResultDto.prototype, "error", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'uuid'
    }),
    _ts_metadata("design:type", String)
], JobResultDto.prototype, "translation_memory_id", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], JobResultDto.prototype, "skipped_segment_count", void 0);
let JobFileDto = class JobFileDto {
};
_ts_decorate([
    ApiPropertyOptional(),
    _ts_metadata("design:type", String)
], JobFileDto.prototype, "file_name", void 0);
_ts_decorate([
    ApiPropertyOptional(),
    _ts_metadata("design:type", String)
], JobFileDto.prototype, "content_type", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], JobFileDto.prototype, "content_length", void 0);
export class MemoryJobDto extends ExportJobDto {
}
_ts_decorate([
    ApiProperty({
        example: 'translation_memory'
    }),
    _ts_metadata("design:type", String)
], MemoryJobDto.prototype, "product", void 0);
_ts_decorate([
    ApiProperty({
        enum: [
            'import',
            'export'
        ]
    }),
    _ts_metadata("design:type", String)
], MemoryJobDto.prototype, "operation", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], MemoryJobDto.prototype, "creation_time", void 0);
_ts_decorate([
    ApiProperty({
        format: 'date-time'
    }),
    _ts_metadata("design:type", String)
], MemoryJobDto.prototype, "updated_time", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: JobFileDto
    }),
    _ts_metadata("design:type", typeof JobFileDto === "undefined" ? Object : JobFileDto)
], MemoryJobDto.prototype, "source_file", void 0);
_ts_decorate([
    ApiProperty({
        type: [
            JobResultDto
        ],
        description: 'Exactly one.'
    }),
    _ts_metadata("design:type", Array)
], MemoryJobDto.prototype, "results", void 0);

//# sourceMappingURL=memory-transfers.dto.js.map