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
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Query, UseInterceptors } from '@nestjs/common';
import { ApiConsumes, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { Glossaries } from '../domain/glossaries.js';
import { FormDictionariesInterceptor } from './form-dictionaries.interceptor.js';
import { CreateMultilingualGlossaryDto, DictionaryDto, DictionaryEntriesDto, DictionaryInfoDto, MultilingualGlossariesDto, MultilingualGlossaryDto, PairQuery, UpdateGlossaryDto } from './glossary.dto.js';
import { presentEntries, presentInfo, presentMultilingual, toInput } from './glossary.presenter.js';
import { Owner } from './caller.js';
import { ErrorDto } from './error.dto.js';
const BODIES = [
    'application/json',
    'application/x-www-form-urlencoded'
];
export class GlossariesV3Controller {
    constructor(glossaries){
        this.glossaries = glossaries;
    }
    async create(owner, { name, dictionaries }) {
        return presentMultilingual(await this.glossaries.create(owner, name, dictionaries.map(toInput)));
    }
    async list(owner) {
        return {
            glossaries: (await this.glossaries.list(owner)).map(presentMultilingual)
        };
    }
    async get(owner, id) {
        return presentMultilingual(await this.glossaries.get(owner, id));
    }
    async update(owner, id, { name, dictionaries = [] }) {
        const [dictionary] = dictionaries.map(toInput);
        return presentMultilingual(await this.glossaries.update(owner, id, {
            name,
            ...dictionary && {
                dictionary
            }
        }));
    }
    async delete(owner, id) {
        await this.glossaries.delete(owner, id);
    }
    async entries(owner, id, { source_lang: source, target_lang: target }) {
        const dictionary = await this.glossaries.dictionary(owner, id, {
            source,
            target
        });
        return {
            dictionaries: [
                presentEntries(dictionary)
            ]
        };
    }
    async replaceDictionary(owner, id, dictionary) {
        return presentInfo(await this.glossaries.replaceDictionary(owner, id, toInput(dictionary)));
    }
    async deleteDictionary(owner, id, { source_lang: source, target_lang: target }) {
        await this.glossaries.deleteDictionary(owner, id, {
            source,
            target
        });
    }
}
_ts_decorate([
    Post(),
    UseInterceptors(FormDictionariesInterceptor),
    ApiOperation({
        summary: 'Creates a glossary of one or more language pairs.'
    }),
    ApiConsumes(...BODIES),
    ApiCreatedResponse({
        type: MultilingualGlossaryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof CreateMultilingualGlossaryDto === "undefined" ? Object : CreateMultilingualGlossaryDto
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "create", null);
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists all glossaries.'
    }),
    ApiOkResponse({
        type: MultilingualGlossariesDto
    }),
    _ts_param(0, Owner()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "list", null);
_ts_decorate([
    Get(':glossary_id'),
    ApiOperation({
        summary: 'Shows a glossary without its entries.'
    }),
    ApiOkResponse({
        type: MultilingualGlossaryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "get", null);
_ts_decorate([
    Patch(':glossary_id'),
    UseInterceptors(FormDictionariesInterceptor),
    ApiOperation({
        summary: 'Renames a glossary, adds a dictionary or merges entries into one.'
    }),
    ApiConsumes(...BODIES),
    ApiOkResponse({
        type: MultilingualGlossaryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof UpdateGlossaryDto === "undefined" ? Object : UpdateGlossaryDto
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "update", null);
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
], GlossariesV3Controller.prototype, "delete", null);
_ts_decorate([
    Get(':glossary_id/entries'),
    ApiOperation({
        summary: 'Shows the entries of one dictionary.'
    }),
    ApiOkResponse({
        type: DictionaryEntriesDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_param(2, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof PairQuery === "undefined" ? Object : PairQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "entries", null);
_ts_decorate([
    Put(':glossary_id/dictionaries'),
    UseInterceptors(FormDictionariesInterceptor),
    ApiOperation({
        summary: 'Replaces a dictionary, or adds it.'
    }),
    ApiConsumes(...BODIES),
    ApiOkResponse({
        type: DictionaryInfoDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof DictionaryDto === "undefined" ? Object : DictionaryDto
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "replaceDictionary", null);
_ts_decorate([
    Delete(':glossary_id/dictionaries'),
    HttpCode(204),
    ApiOperation({
        summary: 'Deletes a dictionary.'
    }),
    ApiNoContentResponse(),
    _ts_param(0, Owner()),
    _ts_param(1, Param('glossary_id')),
    _ts_param(2, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof PairQuery === "undefined" ? Object : PairQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], GlossariesV3Controller.prototype, "deleteDictionary", null);
GlossariesV3Controller = _ts_decorate([
    ApiTags('glossaries'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v3/glossaries'),
    _ts_param(0, Inject(Glossaries)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof Glossaries === "undefined" ? Object : Glossaries
    ])
], GlossariesV3Controller);

//# sourceMappingURL=glossaries-v3.controller.js.map