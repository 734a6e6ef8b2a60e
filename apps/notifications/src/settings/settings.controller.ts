import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { OwnSettings } from './own-settings.js';
import { ChangeSettingsDto, SettingsDto } from './settings.dto.js';
import { requireObject, validated } from '../http/validated.js';

/** Which notifications people want (spec 2, part 4.2). */
@ApiArea('notifications', 'user')
@Controller('api/notifications')
export class SettingsController {
  constructor(private readonly own: OwnSettings) {}

  @Get('settings')
  @ApiOperation({ summary: 'Read your settings; made with the defaults at the first read' })
  @ApiOkResponse({ type: SettingsDto })
  async readSettings(@Req() request: Request): Promise<object> {
    return { settings: await this.own.read(callerOf(request)) };
  }

  @Put('settings')
  @ApiOperation({ summary: 'Change some of your settings' })
  @ApiBody({ type: ChangeSettingsDto })
  @ApiOkResponse({ type: SettingsDto })
  async changeSettings(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireObject(body);
    const change = validated(ChangeSettingsDto, body).toChange();
    return { settings: await this.own.change(callerOf(request), change) };
  }
}
