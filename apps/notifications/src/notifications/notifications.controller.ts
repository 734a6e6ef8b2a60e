import { Body, Controller, Get, Post, Put, Query, Req, Res } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Inbox } from './inbox/inbox.js';
import { VIEWS } from './notification-store.js';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { validated } from '../http/validated.js';
import { Creations } from './creation/creations.js';
import { ListPages } from './inbox/list-pages.js';
import { BulkCheckDto, CreatedDto, CreateNotificationDto, ListDto } from './notification.dto.js';
import { PAGE } from './notification.parser.js';
import { presentCreation, presentNotification } from './notification.presenter.js';

/** All notifications of one person (spec 2, part 4.2). */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class NotificationsController {
  constructor(
    private readonly inbox: Inbox,
    private readonly creations: Creations,
    private readonly pages: ListPages,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Notify users' })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Once for 24 hours' })
  @ApiBody({ type: CreateNotificationDto })
  @ApiCreatedResponse({ type: CreatedDto })
  async createNotification(@Req() request: Request, @Body() body: unknown): Promise<object> {
    const key = request.headers['idempotency-key'];
    const { creation, unknown } = await this.creations.create(
      callerOf(request),
      () => validated(CreateNotificationDto, body).toMessage(),
      key === undefined ? key : String(key),
    );
    return presentCreation(creation, unknown);
  }

  @Get()
  @ApiOperation({ summary: 'List your own, newest first, without descriptions' })
  @ApiQuery({ name: 'type', enum: ['received', 'sent'] })
  @ApiQuery({ name: 'checked', enum: ['true', 'false'], required: false })
  @ApiQuery({ name: 'view', enum: VIEWS, required: false, description: 'inbox. An extension.' })
  @ApiQuery({ name: 'q', required: false, description: 'Words to look for. An extension.' })
  @ApiQuery({ name: 'limit', type: 'integer', required: false, description: `1 to ${PAGE.max}` })
  @ApiQuery({ name: 'cursor', required: false, description: 'From the header Link' })
  @ApiOkResponse({ type: ListDto })
  async listNotifications(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query() query: unknown,
  ): Promise<object> {
    const { records, link } = await this.pages.page(callerOf(request), query, request.url);
    if (link !== undefined) response.setHeader('Link', link);
    return { notifications: records.map(presentNotification) };
  }

  @Put('bulk-check')
  @ApiOperation({ summary: 'Check all that you received and have not checked' })
  @ApiOkResponse({ type: BulkCheckDto })
  async checkAllNotifications(@Req() request: Request): Promise<object> {
    return this.inbox.checkAll(callerOf(request));
  }
}
