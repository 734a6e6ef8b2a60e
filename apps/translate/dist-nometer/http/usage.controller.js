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
function _ts_param(paramIndex, decorator) {
    return function(target, key) {
        decorator(target, key, paramIndex);
    };
}
import { Controller, Get, Inject } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { planOf } from '../domain/developer-keys.js';
import { Meter } from '../domain/meter.js';
import { CallerKey } from './caller.js';
import { ErrorDto } from './error.dto.js';
let ProductUsageDto = class ProductUsageDto {
};
_ts_decorate([
    ApiProperty({
        example: 'translate'
    }),
    _ts_metadata("design:type", String)
], ProductUsageDto.prototype, "product_type", void 0);
_ts_decorate([
    ApiProperty({
        enum: [
            'characters',
            'minutes'
        ]
    }),
    _ts_metadata("design:type", String)
], ProductUsageDto.prototype, "billing_unit", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], ProductUsageDto.prototype, "api_key_unit_count", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], ProductUsageDto.prototype, "account_unit_count", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        deprecated: true
    }),
    _ts_metadata("design:type", Number)
], ProductUsageDto.prototype, "api_key_character_count", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer',
        deprecated: true
    }),
    _ts_metadata("design:type", Number)
], ProductUsageDto.prototype, "character_count", void 0);
let UsageDto = class UsageDto {
};
_ts_decorate([
    ApiProperty({
        type: 'integer',
        description: 'Of all keys of the plan, in this period.'
    }),
    _ts_metadata("design:type", Number)
], UsageDto.prototype, "character_count", void 0);
_ts_decorate([
    ApiProperty({
        type: 'integer'
    }),
    _ts_metadata("design:type", Number)
], UsageDto.prototype, "character_limit", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: [
            ProductUsageDto
        ],
        description: 'Paid plan only.'
    }),
    _ts_metadata("design:type", Array)
], UsageDto.prototype, "products", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        description: 'Paid plan only.'
    }),
    _ts_metadata("design:type", Number)
], UsageDto.prototype, "api_key_character_count", void 0);
_ts_decorate([
    ApiPropertyOptional({
        type: 'integer',
        description: 'Paid plan only.'
    }),
    _ts_metadata("design:type", Number)
], UsageDto.prototype, "api_key_character_limit", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'date-time',
        description: 'Paid plan only.'
    }),
    _ts_metadata("design:type", String)
], UsageDto.prototype, "start_time", void 0);
_ts_decorate([
    ApiPropertyOptional({
        format: 'date-time',
        description: 'Paid plan only.'
    }),
    _ts_metadata("design:type", String)
], UsageDto.prototype, "end_time", void 0);
export class UsageController {
    constructor(meter){
        this.meter = meter;
    }
    async usage(caller) {
        const plan = planOf(caller);
        const balance = await this.meter.balance(caller.owner, caller.id, plan);
        return {
            ...presentAccount(balance),
            ...plan === 'pro' ? presentPaid(balance) : {}
        };
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Shows what was used in this calendar month, and what may be.'
    }),
    ApiOkResponse({
        type: UsageDto
    }),
    _ts_param(0, CallerKey()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof ApiKey === "undefined" ? Object : ApiKey
    ]),
    _ts_metadata("design:returntype", Promise)
], UsageController.prototype, "usage", null);
UsageController = _ts_decorate([
    ApiTags('meta information'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v2/usage'),
    _ts_param(0, Inject(Meter)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Meter === "undefined" ? Object : Meter
    ])
], UsageController);
const presentAccount = (balance)=>({
        character_count: balance.accountCharacters,
        character_limit: balance.accountLimit
    });
function presentPaid(balance) {
    const { keyCharacters, keyLimit, accountCharacters, accountLimit } = balance;
    const { start, end } = balance.period;
    return {
        products: [
            {
                product_type: 'translate',
                billing_unit: 'characters',
                api_key_unit_count: keyCharacters,
                account_unit_count: accountCharacters,
                api_key_character_count: keyCharacters,
                character_count: accountCharacters
            }
        ],
        api_key_character_count: keyCharacters,
        api_key_character_limit: keyLimit ?? accountLimit,
        start_time: start.toISOString(),
        end_time: end.toISOString()
    };
}

//# sourceMappingURL=usage.controller.js.map