import { Body, Controller, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { Inbox } from '../notifications/inbox/inbox.js';
import { validated } from '../http/validated.js';
import { SnoozeDto } from './snoozes.dto.js';

/** Snoozes a notification (our addition); `Snoozes` returns it to the inbox. */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class SnoozesController {
  constructor(
    private readonly inbox: Inbox,
    private readonly clock: Clock,
  ) {}

  @Put(':_id/snooze')
  @ApiOperation({
    summary: 'Put one off: until then it shows with view=snoozed; then you are told',
  })
  @ApiParam({ name: '_id', schema: { type: 'string' } })
  @ApiBody({
    schema: {
      required: ['until'],
      properties: { until: { type: 'string', format: 'date-time' } },
    },
  })
  @ApiOkResponse({ schema: { type: 'object' } })
  async snoozeNotification(
    @Req() request: Request,
    @Param('_id') id: string,
    @Body() body: unknown,
  ): Promise<object> {
    const until = validated(SnoozeDto, body).toDate(this.clock.nowMs());
    await this.inbox.mark(callerOf(request), id, { kind: 'snooze', until });
    return {};
  }
}
