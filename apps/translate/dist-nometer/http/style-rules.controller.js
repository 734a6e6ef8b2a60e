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
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { StyleRules } from '../domain/style-rules.js';
import { Owner } from './caller.js';
import { CreateStyleRulesDto, isConfiguredRules, RenameStyleRulesDto, StyleRuleListDto, StyleRuleListsDto, StyleRulesQuery } from './style-rules.dto.js';
import { presentBrief, presentDetailed, toInstruction } from './style-rules.presenter.js';
import { ErrorDto } from './error.dto.js';
export class StyleRulesController {
    constructor(styleRules){
        this.styleRules = styleRules;
    }
    async list(owner, { page = 0, page_size: size = 10, detailed }) {
        const isDetailed = detailed === 'true' || detailed === '1';
        const lists = await this.styleRules.list(owner, page, size);
        return {
            style_rules: lists.map((list)=>isDetailed ? presentDetailed(list) : presentBrief(list))
        };
    }
    async create(owner, body) {
        const list = await this.styleRules.create(owner, {
            name: body.name,
            language: body.language,
            configuredRules: body.configured_rules ?? {},
            instructions: (body.custom_instructions ?? []).map(toInstruction)
        });
        return presentDetailed(list);
    }
    async get(owner, id) {
        return presentDetailed(await this.styleRules.get(owner, id));
    }
    async rename(owner, id, { name }) {
        return presentDetailed(await this.styleRules.rename(owner, id, name));
    }
    async delete(owner, id) {
        await this.styleRules.delete(owner, id);
    }
    /** The names of its members are the caller's own, so that no DTO describes the body. */ async configure(owner, id, rules) {
        if (!isConfiguredRules(rules)) {
            throw HTTP_PROBLEMS.badRequest({
                message: "Value for 'configured_rules' not supported."
            });
        }
        return presentDetailed(await this.styleRules.configure(owner, id, rules));
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists style rule lists.'
    }),
    ApiOkResponse({
        type: StyleRuleListsDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof StyleRulesQuery === "undefined" ? Object : StyleRulesQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "list", null);
_ts_decorate([
    Post(),
    ApiOperation({
        summary: 'Creates a style rule list.'
    }),
    ApiCreatedResponse({
        type: StyleRuleListDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof CreateStyleRulesDto === "undefined" ? Object : CreateStyleRulesDto
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "create", null);
_ts_decorate([
    Get(':style_id'),
    ApiOperation({
        summary: 'Shows a style rule list.'
    }),
    ApiOkResponse({
        type: StyleRuleListDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "get", null);
_ts_decorate([
    Patch(':style_id'),
    ApiOperation({
        summary: 'Renames a style rule list.'
    }),
    ApiOkResponse({
        type: StyleRuleListDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof RenameStyleRulesDto === "undefined" ? Object : RenameStyleRulesDto
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "rename", null);
_ts_decorate([
    Delete(':style_id'),
    HttpCode(204),
    ApiOperation({
        summary: 'Deletes a style rule list.'
    }),
    ApiNoContentResponse(),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "delete", null);
_ts_decorate([
    Put(':style_id/configured_rules'),
    ApiOperation({
        summary: 'Replaces the configured rules of a list.'
    }),
    ApiBody({
        schema: {
            type: 'object',
            additionalProperties: true
        }
    }),
    ApiOkResponse({
        type: StyleRuleListDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        Object
    ]),
    _ts_metadata("design:returntype", Promise)
], StyleRulesController.prototype, "configure", null);
StyleRulesController = _ts_decorate([
    ApiTags('style rules'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v3/style_rules'),
    _ts_param(0, Inject(StyleRules)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof StyleRules === "undefined" ? Object : StyleRules
    ])
], StyleRulesController);

//# sourceMappingURL=style-rules.controller.js.map