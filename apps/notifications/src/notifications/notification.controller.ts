import { Controller, Delete, Get, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { Inbox } from './inbox/inbox.js';
import { DetailDto } from './notification.dto.js';
import { presentNotification } from './notification.presenter.js';

/** One notification (spec 2, part 4.2). `:_id` would take fixed paths for ids: its routes come after theirs. */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class NotificationController {
  constructor(private readonly inbox: Inbox) {}

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
