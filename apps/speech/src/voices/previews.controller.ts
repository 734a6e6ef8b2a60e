import { Controller, Get, Header, Param, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Previews } from './previews.js';

/** What players fetch without a key. */
@ApiTags('voices')
@Controller('v1/voices')
export class PreviewsController {
  constructor(private readonly previews: Previews) {}

  @Get(':voice_id/preview')
  @Header('Cache-Control', 'public, max-age=86400')
  @ApiOperation({ summary: 'One sentence of a shared voice, as MP3. Needs no key.' })
  @ApiProduces('audio/mpeg')
  async preview(@Param('voice_id') id: string): Promise<StreamableFile> {
    const bytes = await this.previews.of(id);
    return new StreamableFile(bytes, { type: 'audio/mpeg', length: bytes.length });
  }
}

/** The address of a shared voice's preview by its id. */
export type PreviewUrls = (id: string) => string;

/** As the caller reaches this service. */
export function previewUrlsOf(request: Request): PreviewUrls {
  const voices = `${request.protocol}://${request.get('host') ?? 'localhost'}/v1/voices`;
  return (id) => `${voices}/${encodeURIComponent(id)}/preview`;
}
