import { Body, Controller, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { abortSignalOf } from '@sextant/platform-http';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import type { Response } from 'express';
import { Owner } from '../access/caller.decorator.js';
import { ApiArea } from '../http/api-area.js';
import { notSupported } from '../http/parameter-rules.js';
import { parseLanguage } from '../languages/language.js';
import { MemoryMatchesDto, MemoryMatchesQueryDto, USUAL_LIKENESS } from './memory-matches.dto.js';
import { TranslationMemories } from './translation-memories.js';

/** Own extension: what a memory holds for texts, whether or not a translation would use it. */
@ApiArea('translation memories')
@Controller('v3/translation_memories/:translation_memory_id/matches')
export class MemoryMatchesController {
  constructor(private readonly memories: TranslationMemories) {}

  @Post()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Extension: looks texts up in a memory.',
    description: 'Nothing is translated, and nothing is counted.',
  })
  @ApiOkResponse({ type: MemoryMatchesDto })
  async matches(
    @Owner() owner: string,
    @Param('translation_memory_id') memoryId: string,
    @Body() {
      text: segments,
      target_language: code,
      threshold = USUAL_LIKENESS,
    }: MemoryMatchesQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MemoryMatchesDto> {
    const target = parseLanguage(code);
    if (target === undefined) throw HTTP_PROBLEMS.badRequest(notSupported('target_language'));
    const { sourceLanguage: source } = await this.memories.get(owner, memoryId);
    const signal = abortSignalOf(response);
    const asked = { owner, memoryId, source, target, threshold, segments, signal };
    const found = await this.memories.match(asked);
    return {
      matches: found.flatMap((match, index) =>
        match === undefined
          ? []
          : [
              {
                ...{ index, segment_id: match.segmentId, score: match.score },
                ...{ source: match.source, target: match.target },
                is_suggestion: match.isSuggestion === true,
              },
            ],
      ),
    };
  }
}
