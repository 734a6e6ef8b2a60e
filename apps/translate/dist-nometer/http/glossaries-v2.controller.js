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
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { Glossaries } from '../domain/glossaries.js';
import { formatEntries } from '../domain/glossary-entries.js';
import { GLOSSARY_ERRORS } from '../domain/glossary-errors.js';
import { FormDictionariesInterceptor } from './form-dictionaries.interceptor.js';
import { CreateGlossaryDto, GlossariesDto, GlossaryDto } from './glossary.dto.js';
import { presentMonolingual, toInput } from './glossary.presenter.js';
import { Owner } from './caller.js';
import { ErrorDto } from './error.dto.js';
const TSV = 'text/tab-separated-values';
export class GlossariesV2Controller {
    constructor(glossaries){
        this.glossaries = glossaries;
    }
    async create(owner, body) {
        return present(await this.glossaries.create(owner, body.name, [
            toInput(body)
        ]));
    }
    async list(owner) {
        return {
            glossaries: (await this.glossaries.list(owner)).flatMap(presentMonolingual)
        };
    }
    async get(owner, id) {
        return present(await this.glossaries.get(owner, id));
    }
    async entries(owner, id, request, response) {
        if (!request.accepts(TSV)) {
            throw HTTP_PROBLEMS.unsupportedMediaType({
                message: `Only ${TSV} can be answered.`
            });
        }
        const [pair] = monolingual(await this.glossaries.get(owner, id)).dictionaries;
        if (pair === undefined) throw GLOSSARY_ERRORS.notFound();
        const { entries } = await this.glossaries.dictionary(owner, id, pair);
        response.type(TSV).send(formatEntries(entries));
    }
    async delete(owner, id) {
        await this.glossaries.delete(owner, id);
    }
}
_ts_decorate([
    Post(),
    UseInterceptors(FormDictionariesInterceptor),
    ApiOperation({
        summary: 'Creates a glossary.'
    }),
    ApiConsumes('application/json', 'application/x-www-form-urlencoded'),
    ApiCreatedResponse({
        type: GlossaryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof CreateGlossaryDto === "undefined" ? Object : CreateGlossaryDto
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV2Controller.prototype, "create", null);
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists the glossaries that hold one language pair.'
    }),
    ApiOkResponse({
        type: GlossariesDto
    }),
    _ts_param(0, Owner()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV2Controller.prototype, "list", null);
_ts_decorate([
    Get(':glossary_id'),
    ApiOperation({
        summary: 'Shows a glossary without its entries.'
    }),
    ApiOkResponse({
        type: GlossaryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV2Controller.prototype, "get", null);
_ts_decorate([
    Get(':glossary_id/entries'),
    ApiOperation({
        summary: 'Shows the entries of a glossary.'
    }),
    ApiProduces(TSV),
    ApiOkResponse({
        schema: {
            type: 'string',
            example: 'house\tcasa'
        }
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_param(2, Req()),
    _ts_param(3, Res()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Request === "undefined" ? Object : Request,
        typeof Response === "undefined" ? Object : Response
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV2Controller.prototype, "entries", null);
_ts_decorate([
    Delete(':glossary_id'),
    HttpCode(204),
    ApiOperation({
        summary: 'Deletes a glossary.'
    }),
    ApiNoContentResponse(),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV2Controller.prototype, "delete", null);
GlossariesV2Controller = _ts_decorate([
    ApiTags('glossaries, version 2'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v2/glossaries'),
    _ts_param(0, Inject(Glossaries)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Glossaries === "undefined" ? Object : Glossaries
    ])
], GlossariesV2Controller);
/** @throws {Problem} `glossary_not_found` for one that version 2 cannot show */ function monolingual(glossary) {
    if (glossary.dictionaries.length !== 1) throw GLOSSARY_ERRORS.notFound();
    return glossary;
}
function present(glossary) {
    const [dto] = presentMonolingual(glossary);
    if (dto === undefined) throw GLOSSARY_ERRORS.notFound();
    return dto;
}

//# sourceMappingURL=glossaries-v2.controller.js.map