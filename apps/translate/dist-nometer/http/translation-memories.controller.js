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
import { Body, Controller, Delete, Get, HttpCode, Inject, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiCreatedResponse, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiProduces, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-errors';
import { TranslationMemories } from '../domain/translation-memories.js';
import { MAX_TMX_BYTES } from '../domain/memory-errors.js';
import { Owner } from './caller.js';
import { readFileBody } from './file-body.js';
import { sendTmx, TMX_TYPES } from './tmx-answer.js';
import { ErrorDto } from './error.dto.js';
import { ChangeMemoryDto, ImportedMemoryDto, MemoriesDto, MemoriesQuery, MemoryDto, NameQuery, SegmentsDto, SegmentsQuery } from './translation-memories.dto.js';
import { fromCursor, presentMemory, presentSegments } from './translation-memory.presenter.js';
export class TranslationMemoriesController {
    constructor(memories){
        this.memories = memories;
    }
    async list(owner, { page = 0, page_size: size = 10 }) {
        const { memories, total } = await this.memories.list(owner, page, size);
        return {
            translation_memories: memories.map(presentMemory),
            total_count: total
        };
    }
    async upload(owner, { name = 'Translation memory' }, request) {
        if (!request.is([
            ...TMX_TYPES
        ])) {
            throw HTTP_PROBLEMS.unsupportedMediaType({
                message: `Content-Type must be one of ${TMX_TYPES.join(', ')}.`
            });
        }
        const tmx = await readFileBody(request, MAX_TMX_BYTES);
        const { memory, skippedSegments } = await this.memories.import({
            owner,
            name,
            tmx
        });
        return {
            ...presentMemory(memory),
            skipped_segment_count: skippedSegments
        };
    }
    async get(owner, id) {
        return presentMemory(await this.memories.get(owner, id));
    }
    async change(owner, id, { name, segments }) {
        const changed = await this.memories.change(owner, id, {
            name,
            segments: segments?.map((segment)=>({
                    source: segment.source_text,
                    targets: new Map([
                        [
                            segment.target_language,
                            segment.target_text
                        ]
                    ])
                }))
        });
        return presentMemory(changed);
    }
    async delete(owner, id) {
        await this.memories.delete(owner, id);
    }
    async segments(owner, id, query) {
        const afterPosition = query.page_cursor === undefined ? 0 : fromCursor(query.page_cursor);
        if (afterPosition === undefined) {
            throw HTTP_PROBLEMS.badRequest({
                message: "Value for 'page_cursor' not supported."
            });
        }
        const isCaseSensitive = query.filter_case_sensitive === 'true';
        const filter = query.filter_text === undefined ? undefined : {
            text: query.filter_text,
            isCaseSensitive
        };
        const size = query.page_size ?? 50;
        const page = await this.memories.segments(owner, id, {
            afterPosition,
            size,
            filter
        });
        return presentSegments(page, page.memory);
    }
    async download(owner, id, response) {
        await sendTmx(response, await this.memories.export(owner, id));
    }
}
_ts_decorate([
    Get(),
    ApiOperation({
        summary: 'Lists translation memories.'
    }),
    ApiOkResponse({
        type: MemoriesDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof MemoriesQuery === "undefined" ? Object : MemoriesQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "list", null);
_ts_decorate([
    Post(),
    ApiOperation({
        summary: 'Extension: creates a memory from the TMX document in the body.'
    }),
    ApiConsumes(...TMX_TYPES),
    ApiBody({
        schema: {
            type: 'string',
            format: 'binary'
        }
    }),
    ApiCreatedResponse({
        type: ImportedMemoryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Query()),
    _ts_param(2, Req()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof NameQuery === "undefined" ? Object : NameQuery,
        typeof Request === "undefined" ? Object : Request
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "upload", null);
_ts_decorate([
    Get(':translation_memory_id'),
    ApiOperation({
        summary: 'Shows a memory without its segments.'
    }),
    ApiOkResponse({
        type: MemoryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "get", null);
_ts_decorate([
    Patch(':translation_memory_id'),
    ApiOperation({
        summary: 'Extension: renames a memory, or takes corrections in.'
    }),
    ApiOkResponse({
        type: MemoryDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_param(2, Body()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof ChangeMemoryDto === "undefined" ? Object : ChangeMemoryDto
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "change", null);
_ts_decorate([
    Delete(':translation_memory_id'),
    HttpCode(204),
    ApiOperation({
        summary: 'Deletes a memory.'
    }),
    ApiNoContentResponse(),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "delete", null);
_ts_decorate([
    Get(':translation_memory_id/segments'),
    ApiOperation({
        summary: 'Lists the segments of a memory, page by page.'
    }),
    ApiOkResponse({
        type: SegmentsDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_param(2, Query()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof SegmentsQuery === "undefined" ? Object : SegmentsQuery
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "segments", null);
_ts_decorate([
    Get(':translation_memory_id/tmx'),
    ApiOperation({
        summary: 'Extension: downloads a memory as TMX.'
    }),
    ApiProduces(TMX_TYPES[0]),
    ApiOkResponse({
        schema: {
            type: 'string',
            format: 'binary'
        }
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_param(2, Res()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Response === "undefined" ? Object : Response
    ]),
    _ts_metadata("design:returntype", Promise)
], TranslationMemoriesController.prototype, "download", null);
TranslationMemoriesController = _ts_decorate([
    ApiTags('translation memories'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v3/translation_memories'),
    _ts_param(0, Inject(TranslationMemories)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof TranslationMemories === "undefined" ? Object : TranslationMemories
    ])
], TranslationMemoriesController);

//# sourceMappingURL=translation-memories.controller.js.map