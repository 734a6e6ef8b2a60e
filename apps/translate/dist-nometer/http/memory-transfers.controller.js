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
import { Body, Controller, Get, HttpCode, Inject, Param, Post, Put, Req, Res } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiResponse, ApiSecurity, ApiTags } from '@nestjs/swagger';
import { MemoryJobs } from '../domain/memory-jobs.js';
import { Owner } from './caller.js';
import { readFileBody } from './file-body.js';
import { presentImport, presentJob } from './memory-job.presenter.js';
import { ExportJobDto, ImportJobDto, MemoryJobDto } from './memory-transfers.dto.js';
import { PublicUrl } from './public-url.js';
import { sendTmx } from './tmx-answer.js';
import { ErrorDto } from './error.dto.js';
import { ImportDto } from './translation-memories.dto.js';
export class MemoryTransfersController {
    constructor(jobs, publicUrl){
        this.jobs = jobs;
        this.publicUrl = publicUrl;
    }
    async startImport(owner, { source_file: file, parameters }, request) {
        const job = await this.jobs.startImport({
            owner,
            fileName: file.file_name,
            contentLength: file.content_length,
            contentType: file.content_type,
            displayName: parameters?.display_name
        });
        return presentImport(job, this.publicUrl.of(request));
    }
    async startExport(owner, id, request, response) {
        const { job, isReused } = await this.jobs.startExport(owner, id);
        if (isReused) response.status(200);
        return presentJob(job, this.publicUrl.of(request));
    }
    async job(owner, id, request) {
        return presentJob(await this.jobs.get(owner, id), this.publicUrl.of(request));
    }
    async upload(jobId, token, request) {
        const maxBytes = await this.jobs.expectedBytes({
            jobId,
            token
        });
        await this.jobs.upload({
            jobId,
            token
        }, await readFileBody(request, maxBytes));
    }
    async download(jobId, token, response) {
        await sendTmx(response, await this.jobs.download({
            jobId,
            token
        }));
    }
}
_ts_decorate([
    Post('import'),
    ApiOperation({
        summary: 'Announces a TMX file that becomes a memory.'
    }),
    ApiCreatedResponse({
        type: ImportJobDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Body()),
    _ts_param(2, Req()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        typeof ImportDto === "undefined" ? Object : ImportDto,
        typeof Request === "undefined" ? Object : Request
    ]),
    _ts_metadata("design:returntype", Promise)
], MemoryTransfersController.prototype, "startImport", null);
_ts_decorate([
    Post(':translation_memory_id/export'),
    HttpCode(202),
    ApiOperation({
        summary: 'Makes a memory ready to be downloaded.'
    }),
    ApiResponse({
        status: 200,
        type: ExportJobDto,
        description: 'An earlier export is as good.'
    }),
    ApiResponse({
        status: 202,
        type: ExportJobDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('translation_memory_id')),
    _ts_param(2, Req()),
    _ts_param(3, Res({
        passthrough: true
    })),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Request === "undefined" ? Object : Request,
        typeof Response === "undefined" ? Object : Response
    ]),
    _ts_metadata("design:returntype", Promise)
], MemoryTransfersController.prototype, "startExport", null);
_ts_decorate([
    Get('jobs/:job_id'),
    ApiOperation({
        summary: 'Shows how a transfer stands.'
    }),
    ApiOkResponse({
        type: MemoryJobDto
    }),
    _ts_param(0, Owner()),
    _ts_param(1, Param('job_id')),
    _ts_param(2, Req()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Request === "undefined" ? Object : Request
    ]),
    _ts_metadata("design:returntype", Promise)
], MemoryTransfersController.prototype, "job", null);
_ts_decorate([
    Put('files/:job_id/:token'),
    ApiSecurity({}),
    ApiOperation({
        summary: 'Takes the file of an import. The address is the permission.'
    }),
    ApiOkResponse({
        description: 'The memory is stored.'
    }),
    _ts_param(0, Param('job_id')),
    _ts_param(1, Param('token')),
    _ts_param(2, Req()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Request === "undefined" ? Object : Request
    ]),
    _ts_metadata("design:returntype", Promise)
], MemoryTransfersController.prototype, "upload", null);
_ts_decorate([
    Get('files/:job_id/:token'),
    ApiSecurity({}),
    ApiOperation({
        summary: 'Gives the file of an export. The address is the permission.'
    }),
    ApiOkResponse({
        schema: {
            type: 'string',
            format: 'binary'
        }
    }),
    _ts_param(0, Param('job_id')),
    _ts_param(1, Param('token')),
    _ts_param(2, Res()),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        String,
        String,
        typeof Response === "undefined" ? Object : Response
    ]),
    _ts_metadata("design:returntype", Promise)
], MemoryTransfersController.prototype, "download", null);
MemoryTransfersController = _ts_decorate([
    ApiTags('translation memories'),
    ApiSecurity('auth_header'),
    ApiResponse({
        status: '4XX',
        type: ErrorDto
    }),
    Controller('v3/translation_memories'),
    _ts_param(0, Inject(MemoryJobs)),
    _ts_param(1, Inject(PublicUrl)),
    _ts_metadata("design:type", Function),
    _ts_metadata("design:paramtypes", [
        typeof MemoryJobs === "undefined" ? Object : MemoryJobs,
        typeof PublicUrl === "undefined" ? Object : PublicUrl
    ])
], MemoryTransfersController);

//# sourceMappingURL=memory-transfers.controller.js.map