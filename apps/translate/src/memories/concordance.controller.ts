import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { HTTP_PROBLEMS } from '@sextant/platform-http/errors';
import { Owner } from '../access/caller.decorator.js';
import { ApiArea } from '../http/api-area.js';
import { parseLanguage, type LanguageTag } from '../languages/language.js';
import { ConcordanceDto, ConcordanceQuery, USUAL_FINDINGS } from './concordance.dto.js';
import { placeFrom, presentConcordance } from './concordance.presenter.js';
import { TranslationMemories } from './translation-memories.js';

const MOST_WORDS = 10;

/** Own extension: how words were translated before. */
@ApiArea('translation memories')
@Controller('v3/translation_memories/concordance')
export class ConcordanceController {
  constructor(private readonly memories: TranslationMemories) {}

  @Get()
  @ApiOperation({
    summary: 'Extension: finds words in all memories, in sources or in translations.',
    description: 'All words stand in one text, in any order; capitals do not matter.',
  })
  @ApiOkResponse({ type: ConcordanceDto })
  async concordance(
    @Owner() owner: string,
    @Query() query: ConcordanceQuery,
  ): Promise<ConcordanceDto> {
    const words = query.text.trim().split(/\s+/);
    if (words.length > MOST_WORDS) throw notSupported('text');
    const { found, memories } = await this.memories.concordance({
      ...{ owner, words, size: query.page_size ?? USUAL_FINDINGS },
      source: languageOf('source_language', query.source_language),
      target: languageOf('target_language', query.target_language),
      after: query.page_cursor === undefined ? undefined : placeOf(query.page_cursor),
    });
    return presentConcordance(found, memories);
  }
}

function languageOf(name: string, code: string | undefined): LanguageTag | undefined {
  if (code === undefined) return undefined;
  const language = parseLanguage(code);
  if (language === undefined) throw notSupported(name);
  return language;
}

function placeOf(cursor: string) {
  const place = placeFrom(cursor);
  if (place === undefined) throw notSupported('page_cursor');
  return place;
}

const notSupported = (name: string): Error =>
  HTTP_PROBLEMS.badRequest({ message: `Value for '${name}' not supported.` });
