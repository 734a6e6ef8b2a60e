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
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Post, Put } from '@nestjs/common';
import { ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { StyleRules } from '../domain/style-rules.js';
import { Owner } from './caller.js';
import { CustomInstructionDto, InstructionDto } from './style-rules.dto.js';
import { presentInstruction, toInstruction } from './style-rules.presenter.js';
import { ErrorDto } from './error.dto.js';
export class CustomInstructionsController {
    constructor(styleRules){
        this.styleRules = styleRules;
    }
    async create(owner, id, body) {
        return presentInstruction(await this.styleRules.addInstruction(owner, id, toInstruction(body)));
    }
    async get(owner, id, instructionId) {
        return presentInstruction(await this.styleRules.instruction(owner, id, instructionId));
    }
    async replace(owner, { style_id: id, instruction_id: instructionId }, body) {
        const instruction = {
            ...toInstruction(body),
            id: instructionId ?? ''
        };
        return presentInstruction(await this.styleRules.replaceInstruction(owner, id ?? '', instruction));
    }
    async delete(owner, id, instructionId) {
        await this.styleRules.deleteInstruction(owner, id, instructionId);
    }
}
_ts_decorate([
    Post(),
    ApiOperation({
        summary: 'Adds an instruction to a style rule list.'
    }),
    ApiCreatedResponse({
        type: CustomInstructionDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof InstructionDto === "undefined" ? Object : InstructionDto
    ]),
    _ts_metadata("design:returntype", Promise)
], CustomInstructionsController.prototype, "create", null);
_ts_decorate([
    Get(':instruction_id'),
    ApiOperation({
        summary: 'Shows an instruction.'
    }),
    ApiOkResponse({
        type: CustomInstructionDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_param(2, Param('instruction_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], CustomInstructionsController.prototype, "get", null);
_ts_decorate([
    Put(':instruction_id'),
    ApiOperation({
        summary: 'Replaces an instruction.'
    }),
    ApiOkResponse({
        type: CustomInstructionDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param()),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof Record === "undefined" ? Object : Record,
        typeof InstructionDto === "undefined" ? Object : InstructionDto
    ]),
    _ts_metadata("design:returntype", Promise)
], CustomInstructionsController.prototype, "replace", null);
_ts_decorate([
    Delete(':instruction_id'),
    HttpCode(204),
    ApiOperation({
        summary: 'Deletes an instruction.'
    }),
    ApiNoContentResponse(),
    _ts_param(0, Owner()),
    _ts_param(1, Param('style_id')),
    _ts_param(2, Param('instruction_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], CustomInstructionsController.prototype, "delete", null);
CustomInstructionsController = _ts_decorate([
    ApiTags('style rules'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v3/style_rules/:style_id/custom_instructions'),
    _ts_param(0, Inject(StyleRules)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof StyleRules === "undefined" ? Object : StyleRules
    ])
], CustomInstructionsController);

//# sourceMappingURL=custom-instructions.controller.js.map