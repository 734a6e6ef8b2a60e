import { Body, Controller, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { Request } from 'express';
import { Registrations } from './registrations.js';
import { adminOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { validated } from '../http/validated.js';
import { userOf } from './user-of.js';
import { OwnRegistrationDto } from './registrations.dto.js';

/** Which teachers may create, for the administrators of an academy (our addition). */
@ApiArea('registrations', 'user')
@Controller('api/notifications/registrations')
export class RegistrationsController {
  constructor(private readonly registrations: Registrations) {}

  @Put(':user')
  @HttpCode(200)
  @ApiOperation({ summary: "Begin or end a teacher's registration at your academy" })
  @ApiParam({ name: 'user', schema: { type: 'string' } })
  @ApiBody({ schema: { required: ['active'], properties: { active: { type: 'boolean' } } } })
  @ApiOkResponse({ schema: { properties: { registration: { type: 'object' } } } })
  async settleRegistration(
    @Req() request: Request,
    @Param('user') user: string,
    @Body() body: unknown,
  ): Promise<object> {
    const { academyId } = adminOf(request);
    const id = userOf(user);
    const { active } = validated(OwnRegistrationDto, body, { dropsOthers: true });
    const registration = { user: id, active, academyId };
    await this.registrations.decide(registration);
    return { registration };
  }
}
