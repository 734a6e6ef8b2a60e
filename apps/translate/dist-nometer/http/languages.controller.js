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
import { Controller, Get, Inject, Query } from '@nestjs/common';
import { ApiSecurity, ApiOkResponse, ApiOperation, ApiProperty, ApiPropertyOptional, ApiResponse, ApiTags } from '@nestjs/swagger';
import { IsIn, IsOptional } from 'class-validator';
import { englishName, requestableTargets, upperCaseCode } from '../domain/language.js';
import { Translator } from '../domain/translator.js';
import { ErrorDto } from './error.dto.js';
const TYPES = [
    'source',
    'target'
];
let LanguagesQuery = class LanguagesQuery {
};
_ts_decorate([
    ApiPropertyOptional({
        enum: TYPES,
        default: 'source'
    }),
    IsOptional(),
    IsIn(TYPES, {
        message: "Value for 'type' not supported. Allowed values: source, target."
    }),
    _ts_metadata("design:type", Object)
], LanguagesQuery.prototype, "type", void 0);
let LanguageDto = class LanguageDto {
};
_ts_decorate([
    ApiProperty({
        example: 'ES'
    }),
    _ts_metadata("design:type", String)
], LanguageDto.prototype, "language", void 0);
_ts_decorate([
    ApiProperty({
        example: 'Spanish'
    }),
    _ts_metadata("design:type", String)
], LanguageDto.prototype, "name", void 0);
_ts_decorate([
    ApiPropertyOptional({
        description: 'Target languages only.'
    }),
    _ts_metadata("design:type", Boolean)
], LanguageDto.prototype, "supports_formality", void 0);
export class LanguagesController {
    constructor(translator){
        this.translator = translator;
    }
    listLanguages({ type = 'source' }) {
        const routes = this.translator.routes();
        if (type === 'source') return routes.sources().map(present);
        return requestableTargets(routes.targets()).map(presentTarget);
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists the languages that can be translated from or into.'
    }),
    ApiOkResponse({
        type: [
            LanguageDto
        ]
    }),
    _ts_param(0, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof LanguagesQuery === "undefined" ? Object : LanguagesQuery
    ]),
    _ts_metadata("design:returntype", Array)
], LanguagesController.prototype, "listLanguages", null);
LanguagesController = _ts_decorate([
    ApiTags('meta information'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v2/languages'),
    _ts_param(0, Inject(Translator)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Translator === "undefined" ? Object : Translator
    ])
], LanguagesController);
const present = (tag)=>({
        language: upperCaseCode(tag),
        name: englishName(tag)
    });
/** No engine of this service can choose between formal and informal yet. */ const presentTarget = (tag)=>({
        language: upperCaseCode(tag),
        name: englishName(tag),
        supports_formality: false
    });

//# sourceMappingURL=languages.controller.js.map