import { Body, Controller, Get, HttpCode, Param, Post, Put, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiSecurity,
} from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { MemoryJobs } from './memory-jobs.js';
import { Owner } from '../../access/caller.decorator.js';
import { FileBodies } from '../file-body.js';
import { presentImport, presentJob } from './memory-transfers.presenter.js';
import { ImportJobDto, MemoryJobDto } from './memory-transfers.dto.js';
import { PublicUrl } from '../../http/public-url.js';
import { sendTmx, TMX_TYPES } from '../tmx-answer.presenter.js';
import { ImportDto } from '../translation-memories.dto.js';
import { ApiArea } from '../../http/api-area.js';

/** Transfers of memories in the way of the official clients: a job, then its file. */
@ApiArea('translation memories')
@Controller('v3/translation_memories')
export class MemoryTransfersController {
  constructor(
    private readonly jobs: MemoryJobs,
    private readonly files: FileBodies,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Post('import')
  @ApiOperation({ summary: 'Announces a TMX file that becomes a memory.' })
  @ApiCreatedResponse({ type: ImportJobDto })
  async startImport(
    @Owner() owner: string,
    @Body() { source_file: file, parameters }: ImportDto,
    @Req() request: Request,
  ): Promise<ImportJobDto> {
    const job = await this.jobs.startImport({
      owner,
      fileName: file.file_name,
      contentLength: file.content_length,
      contentType: file.content_type,
      displayName: parameters?.display_name,
    });
    return presentImport(job, this.publicUrl.of(request));
  }

  @Post(':translation_memory_id/export')
  @HttpCode(202)
  @ApiOperation({ summary: 'Makes a memory ready to be downloaded.' })
  @ApiResponse({ status: 200, type: MemoryJobDto, description: 'An earlier export is as good.' })
  @ApiResponse({ status: 202, type: MemoryJobDto })
  async startExport(
    @Owner() owner: string,
    @Param('translation_memory_id') id: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryJobDto> {
    const { job, isReused } = await this.jobs.startExport(owner, id);
    if (isReused) response.status(200);
    return presentJob(job, this.publicUrl.of(request));
  }

  @Get('jobs/:job_id')
  @ApiOperation({ summary: 'Shows how a transfer stands.' })
  @ApiOkResponse({ type: MemoryJobDto })
  async job(
    @Owner() owner: string,
    @Param('job_id') id: string,
    @Req() request: Request,
  ): Promise<MemoryJobDto> {
    return presentJob(await this.jobs.get(owner, id), this.publicUrl.of(request));
  }

  @Put('files/:job_id/:token')
  @ApiSecurity({})
  @ApiOperation({ summary: 'Takes the file of an import. The address is the permission.' })
  @ApiConsumes(...TMX_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiOkResponse({ description: 'The memory is stored.' })
  async upload(
    @Param('job_id') jobId: string,
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    const { owner, maxBytes } = await this.jobs.expected({ jobId, token });
    await this.files.use({ owner, request, maxBytes, signal: abortSignalOf(response) }, (file) =>
      this.jobs.upload({ jobId, token }, file),
    );
  }

  @Get('files/:job_id/:token')
  @ApiSecurity({})
  @ApiOperation({ summary: 'Gives the file of an export. The address is the permission.' })
  @ApiProduces(TMX_TYPES[0])
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async download(
    @Param('job_id') jobId: string,
    @Param('token') token: string,
    @Res() response: Response,
  ): Promise<void> {
    await sendTmx(response, await this.jobs.download({ jobId, token }));
  }
}
