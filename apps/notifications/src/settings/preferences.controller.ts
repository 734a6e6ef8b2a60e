import { Body, Controller, Get, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Request } from 'express';
import { OwnPreferences } from './own-preferences.js';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { ChangePreferencesDto, PreferencesDto } from './preferences.dto.js';
import { requireObject, validated } from '../http/validated.js';

/** How people want to be told (our addition to the settings of spec 2, which say whether). */
@ApiArea('preferences', 'user')
@Controller('api/notifications/preferences')
export class PreferencesController {
  constructor(private readonly own: OwnPreferences) {}

  @Get()
  @ApiOperation({ summary: 'Read how you are told, by kind and channel' })
  @ApiOkResponse({ type: PreferencesDto })
  async readPreferences(@Req() request: Request): Promise<object> {
    return this.own.read(callerOf(request).user);
  }

  @Put()
  @ApiOperation({ summary: 'Change some of it; what is not sent stays' })
  @ApiBody({ type: ChangePreferencesDto })
  @ApiOkResponse({ type: PreferencesDto })
  async changePreferences(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireObject(body);
    const change = validated(ChangePreferencesDto, body).toChange();
    return this.own.change(callerOf(request).user, change);
  }
}
