import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { DeadLetters } from './dead-letters.js';
import { Operations } from './operations.js';
import { OperationsSettings } from './operations.settings.js';
import { adminOf } from '../access/access.middleware.js';
import { ACCESS_ERRORS } from '../access/access-errors.js';
import { ApiArea } from '../http/api-area.js';
import { validated } from '../http/validated.js';
import { FilterDto } from './operations.dto.js';
import { PAGE, parseTrailQuery } from './operations.parser.js';
import { usable } from '../classroom-events/usable.js';

const FILTERS = {
  user: { name: 'user', required: false, description: 'ObjectId of the person' },
  host: { name: 'host', required: false, description: 'Of the push service' },
  reason: { name: 'reason', required: false, description: 'Words of the reason' },
} as const;

const REPLAY = {
  properties: {
    user: { type: 'string' },
    host: { type: 'string' },
    reason: { type: 'string' },
  },
} as const;

/** For operators: administrators of the academies that the settings name. */
@ApiArea('operations', 'user')
@Controller('api/notifications/operations')
export class OperationsController {
  constructor(
    private readonly operations: Operations,
    private readonly letters: DeadLetters,
    private readonly settings: OperationsSettings,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Queues, dead letters, and what was done in the last hour' })
  @ApiOkResponse({ schema: { type: 'object' } })
  async readOverview(@Req() request: Request): Promise<object> {
    this.#requireOperator(request);
    return { overview: await this.operations.overview() };
  }

  @Get('pushes')
  @ApiOperation({ summary: 'Pushes that wait, by person, host and reason; 1,000 at most' })
  @ApiQuery(FILTERS.user)
  @ApiQuery(FILTERS.host)
  @ApiQuery(FILTERS.reason)
  async listPushes(@Req() request: Request, @Query() query: unknown): Promise<object> {
    this.#requireOperator(request);
    const filter = { ...validated(FilterDto, query).toFilter(), limit: PAGE.max };
    return { pushes: await this.operations.waitingPushes(filter) };
  }

  @Post('pushes/:id/retry')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send one now' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async retryPush(@Req() request: Request, @Param('id') id: string): Promise<object> {
    this.#requireOperator(request);
    await this.operations.retryPush(id);
    return {};
  }

  @Delete('pushes/:id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Drop one; its record stays' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async dropPush(@Req() request: Request, @Param('id') id: string): Promise<object> {
    this.#requireOperator(request);
    await this.operations.dropPush(id);
    return {};
  }

  @Get('dead-letters')
  @ApiOperation({ summary: 'Events that could not be used, pushes and mails that were given up' })
  @ApiQuery(FILTERS.user)
  @ApiQuery(FILTERS.host)
  @ApiQuery(FILTERS.reason)
  async listLetters(@Req() request: Request, @Query() query: unknown): Promise<object> {
    this.#requireOperator(request);
    const { letters } = await this.letters.list({
      ...validated(FilterDto, query).toFilter(),
      limit: PAGE.default,
    });
    return { deadLetters: letters };
  }

  @Post('dead-letters/replay')
  @HttpCode(200)
  @ApiOperation({ summary: 'Use all of them again that the members name, 1,000 at most' })
  @ApiBody({ schema: REPLAY })
  async replayLetters(@Req() request: Request, @Body() body: unknown): Promise<object> {
    this.#requireOperator(request);
    return this.operations.replay(validated(FilterDto, body).toFilter());
  }

  @Post('dead-letters/:id/replay')
  @HttpCode(202)
  @ApiOperation({ summary: 'Use one of them again' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async replayLetter(@Req() request: Request, @Param('id') id: string): Promise<object> {
    this.#requireOperator(request);
    return { notified: await usable(() => this.letters.replay(id)) };
  }

  @Delete('dead-letters/:id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Throw one of them away' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  async dropLetter(@Req() request: Request, @Param('id') id: string): Promise<object> {
    this.#requireOperator(request);
    await this.letters.remove(id);
    return {};
  }

  /** Administrators of any academy see what became of their own academy's. */
  @Get('notifications/:_id')
  @ApiOperation({ summary: 'What became of a notification, recipient by recipient' })
  @ApiParam({ name: '_id', description: 'Of any of its records', schema: { type: 'string' } })
  @ApiQuery({ name: 'offset', type: 'integer', required: false })
  @ApiQuery({ name: 'limit', type: 'integer', required: false, description: '1 to 1,000' })
  async readTrail(
    @Req() request: Request,
    @Param('_id') id: string,
    @Query() query: unknown,
  ): Promise<object> {
    const { academyId } = adminOf(request);
    const own = this.settings.operatorAcademies.includes(academyId) ? undefined : academyId;
    return { trail: await this.operations.trail(id, own, parseTrailQuery(query)) };
  }

  #requireOperator(request: Request): void {
    if (this.settings.operatorAcademies.includes(adminOf(request).academyId)) return;
    throw ACCESS_ERRORS.permissionDenied();
  }
}
