import { Controller, Get, Param, Put, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { Inbox } from './inbox.js';
import type { Mark } from '../notification-store.js';
import { callerOf } from '../../access/access.middleware.js';
import { ApiArea } from '../../http/api-area.js';

/** Counts, unchecks, archives and restores received notifications (our additions). */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class InboxController {
  constructor(private readonly inbox: Inbox) {}

  @Get('unread-count')
  @ApiOperation({ summary: 'How many of your inbox you have not checked' })
  @ApiOkResponse({ schema: { properties: { unreadCount: { type: 'integer' } } } })
  async countUnread(@Req() request: Request): Promise<object> {
    return { unreadCount: await this.inbox.unreadCount(callerOf(request)) };
  }

  @Put(':_id/uncheck')
  @ApiOperation({ summary: 'Mark one as unread' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async uncheckNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    return this.#mark(request, id, { kind: 'uncheck' });
  }

  @Put(':_id/archive')
  @ApiOperation({ summary: 'Put one away: the list shows it with view=archived' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async archiveNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    return this.#mark(request, id, { kind: 'archive' });
  }

  @Put(':_id/restore')
  @ApiOperation({ summary: 'Back into the inbox with one that was put away or off' })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async restoreNotification(@Req() request: Request, @Param('_id') id: string): Promise<object> {
    return this.#mark(request, id, { kind: 'restore' });
  }

  async #mark(request: Request, id: string, mark: Mark): Promise<object> {
    await this.inbox.mark(callerOf(request), id, mark);
    return {};
  }
}
