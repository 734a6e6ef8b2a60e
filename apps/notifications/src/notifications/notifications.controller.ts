import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiParam,
  ApiQuery,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Inbox } from './inbox.js';
import { VIEWS } from '../storage/storage.js';
import { callerOf } from '../access/access.js';
import { ApiArea } from '../http/area.js';
import { Creations } from './creations.js';
import { ListPages } from './list-pages.js';
import {
  BulkCheckDto,
  ChangeSettingsDto,
  CreatedDto,
  CreateNotificationDto,
  DetailDto,
  ListDto,
  SettingsDto,
} from './notification.dto.js';
import { PAGE, parseSettings } from './notification.parser.js';
import { presentNotification } from './notification.presenter.js';

/** Spec 2, part 4.2. Fixed paths come before `:_id`, which would take them for ids. */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class NotificationsController {
  constructor(
    @Inject(Inbox) private readonly inbox: Inbox,
    @Inject(Creations) private readonly creations: Creations,
    @Inject(ListPages) private readonly pages: ListPages,
  ) {}

  @Post()
  @ApiOperation({ summary: 'Notify users' })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Once for 24 hours' })
  @ApiBody({ type: CreateNotificationDto })
  @ApiCreatedResponse({ type: CreatedDto })
  async createNotification(@Req() request: Request, @Body() body: unknown): Promise<object> {
    const key = request.headers['idempotency-key'];
    return this.creations.create(callerOf(request), body, key === undefined ? key : String(key));
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
    const { notifications, link } = await this.pages.page(callerOf(request), query, request.url);
    if (link !== undefined) response.setHeader('Link', link);
    return { notifications };
  }

  @Put('bulk-check')
  @ApiOperation({ summary: 'Check all that you received and have not checked' })
  @ApiOkResponse({ type: BulkCheckDto })
  async checkAllNotifications(@Req() request: Request): Promise<object> {
    return this.inbox.checkAll(callerOf(request));
  }

  @Get('settings')
  @ApiOperation({ summary: 'Read your settings; made with the defaults at the first read' })
  @ApiOkResponse({ type: SettingsDto })
  async readSettings(@Req() request: Request): Promise<object> {
    return { settings: await this.inbox.settings(callerOf(request)) };
  }

  @Put('settings')
  @ApiOperation({ summary: 'Change some of your settings' })
  @ApiBody({ type: ChangeSettingsDto })
  @ApiOkResponse({ type: SettingsDto })
  async changeSettings(@Req() request: Request, @Body() body: unknown): Promise<object> {
    const change = parseSettings(body);
    return { settings: await this.inbox.changeSettings(callerOf(request), change) };
  }

  @Get(':_id')
  @ApiOperation({ summary: 'Read one of your own' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ type: DetailDto })
  async readNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    return { notification: presentNotification(await this.inbox.read(callerOf(request), id)) };
  }

  @Put(':_id/check')
  @ApiOperation({ summary: 'Check one of your own; a one-off one is removed' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async checkNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    await this.inbox.check(callerOf(request), id);
    return {};
  }

  @Delete(':_id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Delete one of your own' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async deleteNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    await this.inbox.remove(callerOf(request), id);
    return {};
  }
}
