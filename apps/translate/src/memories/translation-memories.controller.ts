import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiConsumes,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
} from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Request, Response } from 'express';
import { TranslationMemories } from './translation-memories.js';
import { MAX_TMX_BYTES } from './memory-errors.js';
import { Owner } from '../access/caller.decorator.js';
import { FileBodies } from './file-body.js';
import { sendTmx, TMX_TYPES } from './tmx-answer.presenter.js';
import {
  ChangeMemoryDto,
  ImportedMemoryDto,
  MemoriesDto,
  MemoryDto,
  NameQuery,
  SegmentsDto,
  SegmentsQuery,
} from './translation-memories.dto.js';
import { fromCursor, presentMemory, presentSegments } from './translation-memories.presenter.js';
import { ApiArea } from '../http/api-area.js';
import { PageQuery } from '../http/page-query.dto.js';

@ApiArea('translation memories')
@Controller('v3/translation_memories')
export class TranslationMemoriesController {
  constructor(
    private readonly memories: TranslationMemories,
    private readonly files: FileBodies,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Lists translation memories.' })
  @ApiOkResponse({ type: MemoriesDto })
  async list(
    @Owner() owner: string,
    @Query() { page = 0, page_size: size = 10 }: PageQuery,
  ): Promise<MemoriesDto> {
    const { memories, total } = await this.memories.list(owner, page, size);
    return { translation_memories: memories.map(presentMemory), total_count: total };
  }

  @Post()
  @ApiOperation({ summary: 'Extension: creates a memory from the TMX document in the body.' })
  @ApiConsumes(...TMX_TYPES)
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  @ApiCreatedResponse({ type: ImportedMemoryDto })
  async upload(
    @Owner() owner: string,
    @Query() { name = 'Translation memory' }: NameQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ImportedMemoryDto> {
    if (!request.is([...TMX_TYPES])) {
      throw HTTP_PROBLEMS.unsupportedMediaType({
        message: `Content-Type must be one of ${TMX_TYPES.join(', ')}.`,
      });
    }
    const signal = abortSignalOf(response);
    const { memory, skippedSegments } = await this.files.use(
      { owner, request, signal, maxBytes: MAX_TMX_BYTES },
      (tmx) => this.memories.import({ owner, name, tmx }),
    );
    return { ...presentMemory(memory), skipped_segment_count: skippedSegments };
  }

  @Get(':translation_memory_id')
  @ApiOperation({ summary: 'Shows a memory without its segments.' })
  @ApiOkResponse({ type: MemoryDto })
  async get(
    @Owner() owner: string,
    @Param('translation_memory_id') id: string,
  ): Promise<MemoryDto> {
    return presentMemory(await this.memories.get(owner, id));
  }

  @Patch(':translation_memory_id')
  @ApiOperation({ summary: 'Extension: renames a memory, or takes corrections in.' })
  @ApiOkResponse({ type: MemoryDto })
  async change(
    @Owner() owner: string,
    @Param('translation_memory_id') id: string,
    @Body() { name, segments }: ChangeMemoryDto,
  ): Promise<MemoryDto> {
    const changed = await this.memories.change(owner, id, {
      name,
      segments: segments?.map((segment) => ({
        source: segment.source_text,
        targets: new Map([[segment.target_language, segment.target_text]]),
      })),
    });
    return presentMemory(changed);
  }

  @Delete(':translation_memory_id')
  @HttpCode(204)
  @ApiOperation({ summary: 'Deletes a memory.' })
  @ApiNoContentResponse()
  async delete(@Owner() owner: string, @Param('translation_memory_id') id: string): Promise<void> {
    await this.memories.delete(owner, id);
  }

  @Get(':translation_memory_id/segments')
  @ApiOperation({ summary: 'Lists the segments of a memory, page by page.' })
  @ApiOkResponse({ type: SegmentsDto })
  async segments(
    @Owner() owner: string,
    @Param('translation_memory_id') id: string,
    @Query() query: SegmentsQuery,
  ): Promise<SegmentsDto> {
    const afterPosition = query.page_cursor === undefined ? 0 : fromCursor(query.page_cursor);
    if (afterPosition === undefined) {
      throw HTTP_PROBLEMS.badRequest({ message: "Value for 'page_cursor' not supported." });
    }
    const isCaseSensitive = query.filter_case_sensitive === 'true';
    const filter =
      query.filter_text === undefined ? undefined : { text: query.filter_text, isCaseSensitive };
    const size = query.page_size ?? 50;
    const page = await this.memories.segments(owner, id, { afterPosition, size, filter });
    return presentSegments(page, page.memory);
  }

  @Get(':translation_memory_id/tmx')
  @ApiOperation({ summary: 'Extension: downloads a memory as TMX.' })
  @ApiProduces(TMX_TYPES[0])
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async download(
    @Owner() owner: string,
    @Param('translation_memory_id') id: string,
    @Res() response: Response,
  ): Promise<void> {
    await sendTmx(response, await this.memories.export(owner, id));
  }
}
