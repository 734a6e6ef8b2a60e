import { Body, Controller, HttpCode, Param, Post, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import { toIncoming } from './cloud-event.js';
import { ClassroomEvents } from './classroom-events.js';
import { Registrations } from '../people/registrations.js';
import { requireServiceOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { validated } from '../http/validated.js';
import { RegistrationDto } from '../people/registrations.dto.js';
import { userOf } from '../people/user-of.js';
import { usable } from './usable.js';

/** For other services of the house, with the service token; the gateway has no route here. */
@ApiArea('internal', 'service')
@Controller('internal')
export class InternalController {
  constructor(
    private readonly events: ClassroomEvents,
    private readonly registrations: Registrations,
    private readonly clock: Clock,
  ) {}

  @Post('events')
  @HttpCode(202)
  @ApiOperation({ summary: 'Use an event of the classroom: a CloudEvent 1.0 as JSON' })
  @ApiBody({
    schema: { type: 'object', required: ['specversion', 'id', 'source', 'type', 'data'] },
  })
  async takeEvent(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireServiceOf(request);
    const use = async () => this.events.use(toIncoming(body, this.clock.nowMs()));
    return { notified: await usable(use) };
  }

  @Put('registrations/:user')
  @HttpCode(200)
  @ApiOperation({ summary: "Begin or end a teacher's registration at an academy" })
  @ApiBody({ type: RegistrationDto })
  async register(
    @Req() request: Request,
    @Param('user') user: string,
    @Body() body: unknown,
  ): Promise<object> {
    requireServiceOf(request);
    const id = userOf(user);
    const { academyId, active } = validated(RegistrationDto, body, { dropsOthers: true });
    const registration = { user: id, academyId, active };
    await this.registrations.decide(registration);
    return { registration };
  }
}
