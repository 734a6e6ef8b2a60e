import { Controller, Get, Query, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { CurrentCaller } from '../../access/caller.decorator.js';
import { Needs } from '../../access/scope.guard.js';
import type { Caller } from '../../access/scopes.js';
import { VoiceLibrary } from '../../voices/voice-library.js';
import { previewUrlsOf } from '../../voices/previews.controller.js';
import { VoicePages } from '../../voices/voice-pages.js';
import { presentElevenLabsVoice } from '../../voices/voices.presenter.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import { ElevenLabsVoicePageDto, SearchVoicesQuery } from './elevenlabs-voices.dto.js';

/** As ElevenLabs has it. */
const PAGE_SIZE = '10';

/** ElevenLabs' `voices.search()`. */
@ApiTags('elevenlabs')
@ApiBearerAuth()
@Controller('v2/voices')
export class ElevenLabsVoicesController {
  constructor(
    private readonly library: VoiceLibrary,
    private readonly pages: VoicePages,
  ) {}

  @Get()
  @Needs('voices:read')
  @ApiOperation({ summary: "Searches voices in ElevenLabs' dialect, page by page." })
  @ApiOkResponse({ type: ElevenLabsVoicePageDto })
  async search(
    @Query() query: SearchVoicesQuery,
    @CurrentCaller() { workspace }: Caller,
    @Req() request: Request,
  ): Promise<ElevenLabsVoicePageDto> {
    const all = await this.library.list(workspace, {});
    const found = sorted(
      all.filter((voice) => isWanted(voice, query)),
      query,
    );
    const { voices, nextCursor } = await this.pages.page(workspace, found, {
      limit: query.page_size ?? PAGE_SIZE,
      cursor: query.next_page_token,
    });
    const previewUrlOf = previewUrlsOf(request);
    return {
      voices: voices.map((voice) => presentElevenLabsVoice(voice, previewUrlOf)),
      has_more: nextCursor !== null,
      total_count: found.length,
      next_page_token: nextCursor,
    };
  }
}

function isWanted(voice: Voice, query: SearchVoicesQuery): boolean {
  const { voice_type: type, category, voice_ids: ids, gender, language: languages } = query;
  const isShared = voice.type === 'shared';
  const locale = voice.locale.toLowerCase();
  return [
    hasWords(voice, query.search ?? ''),
    type === undefined || TYPES[type]?.(isShared) !== false,
    category === undefined || category === (isShared ? 'premade' : 'cloned'),
    gender === undefined || voice.gender === gender,
    languages === undefined || languages.some((each) => locale.startsWith(each.toLowerCase())),
    ids === undefined || ids.includes(voice.id),
  ].every(Boolean);
}

function hasWords({ id, displayName, locale, gender, tags }: Voice, search: string): boolean {
  const text = [id, displayName, locale, gender, ...tags].join(' ').toLowerCase();
  const words = search.toLowerCase().split(/\s+/);
  return words.every((word) => text.includes(word));
}

/** Of their kinds there are two here; the others are the same to us. */
const TYPES: Readonly<Record<string, (isShared: boolean) => boolean>> = {
  default: (isShared) => isShared,
  personal: (isShared) => !isShared,
  workspace: (isShared) => !isShared,
  'non-default': (isShared) => !isShared,
};

function sorted(
  voices: readonly Voice[],
  { sort, sort_direction: direction }: SearchVoicesQuery,
): readonly Voice[] {
  if (sort === undefined) return voices;
  const factor = direction === 'desc' ? -1 : 1;
  const timeOf = ({ createdAt }: Voice): number => createdAt?.getTime() ?? 0;
  return voices.toSorted((a, b) =>
    sort === 'name'
      ? factor * a.displayName.localeCompare(b.displayName, 'en')
      : factor * (timeOf(a) - timeOf(b)),
  );
}
