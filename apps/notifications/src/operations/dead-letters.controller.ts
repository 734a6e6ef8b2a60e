import { Controller, Delete, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import { CursorCodec, nextLink, pageLimit } from '@sextant/platform-http/pagination';
import type { Request, Response } from 'express';
import { DeadLetters } from './dead-letters.js';
import type { DeadLettersQuery } from '../delivery/dead-letter-store.js';
import { CursorKey } from '../notifications/cursor-key.js';
import { requireServiceOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { asField, membersOf, own } from '../http/fields.js';
import { usable } from '../classroom-events/usable.js';

const PAGE = { max: 1000, default: 100 } as const;

/** Events that could not be used, and pushes that were refused, for operators, with the service token. */
@ApiArea('internal', 'service')
@Controller('internal/dead-letters')
export class DeadLettersController {
  constructor(
    private readonly letters: DeadLetters,
    private readonly key: CursorKey,
  ) {}

  @Get()
  @ApiOperation({
    summary:
      'Events that could not be used and pushes that were refused, the newest first, in part',
  })
  @ApiQuery({ name: 'limit', type: 'integer', required: false, description: `1 to ${PAGE.max}` })
  @ApiQuery({ name: 'cursor', required: false, description: 'From the header Link' })
  async listDeadLetters(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query() query: unknown,
  ): Promise<object> {
    requireServiceOf(request);
    const { letters, hasMore } = await this.letters.list(this.#parse(query));
    const last = hasMore ? letters.at(-1) : undefined;
    if (last !== undefined) {
      const cursor = this.#cursors.encode([last.at.getTime(), last.id]);
      response.setHeader('Link', nextLink(request.url, cursor));
    }
    return { deadLetters: letters };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One of them, whole' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async readDeadLetter(@Req() request: Request, @Param('id') id: string): Promise<object> {
    requireServiceOf(request);
    return { deadLetter: await this.letters.read(id) };
  }

  @Post(':id/replay')
  @HttpCode(202)
  @ApiOperation({ summary: 'Use it now, once; it is removed unless it still cannot be used' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  @ApiAcceptedResponse({ schema: { properties: { notified: { type: 'integer' } } } })
  async replayDeadLetter(@Req() request: Request, @Param('id') id: string): Promise<object> {
    requireServiceOf(request);
    return { notified: await usable(() => this.letters.replay(id)) };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Throw it away' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async deleteDeadLetter(@Req() request: Request, @Param('id') id: string): Promise<object> {
    requireServiceOf(request);
    await this.letters.remove(id);
    return {};
  }

  get #cursors(): CursorCodec {
    return new CursorCodec(this.key.bytes, 'dead letters');
  }

  #parse(query: unknown): DeadLettersQuery {
    const members = membersOf(query);
    const limit = asField('limit', () => pageLimit(own(members, 'limit'), PAGE));
    const cursor = own(members, 'cursor');
    if (cursor === undefined) return { limit };
    const [at, id] = asField('cursor', () => this.#cursors.decode(cursor));
    return { limit, after: { at: new Date(Number(at)), id: String(id) } };
  }
}
