import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiCreatedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { CalendarFeeds } from './calendar-feeds.js';
import { PublicUrl } from '../access/public-url.js';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { FEED_PATH } from './calendar-feed.middleware.js';

/** The address of one's own calendar feed (our addition). */
@ApiArea('calendar', 'user')
@Controller('api/notifications/calendar')
export class CalendarController {
  constructor(
    private readonly feeds: CalendarFeeds,
    private readonly publicUrl: PublicUrl,
  ) {}

  @Get()
  @ApiOperation({ summary: 'Since when you have a feed; null: you have none' })
  @ApiOkResponse({
    schema: { properties: { since: { type: 'string', format: 'date-time', nullable: true } } },
  })
  async readCalendar(@Req() request: Request): Promise<object> {
    return { since: await this.feeds.since(callerOf(request)) };
  }

  @Post()
  @ApiOperation({ summary: 'A new secret address, told once; the earlier one leads nowhere then' })
  @ApiCreatedResponse({ schema: { properties: { url: { type: 'string', format: 'uri' } } } })
  async openCalendar(@Req() request: Request): Promise<object> {
    const url = new URL(FEED_PATH, this.publicUrl.href);
    url.searchParams.set('token', await this.feeds.open(callerOf(request)));
    return { url: url.href };
  }

  @Delete()
  @HttpCode(200)
  @ApiOperation({ summary: 'Revoke the address' })
  @ApiOkResponse({ schema: { type: 'object' } })
  async closeCalendar(@Req() request: Request): Promise<object> {
    await this.feeds.close(callerOf(request));
    return {};
  }
}
