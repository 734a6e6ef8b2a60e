import {
  Body,
  Controller,
  Get,
  HttpCode,
  Inject,
  Param,
  Post,
  Put,
  Query,
  Req,
} from '@nestjs/common';
import { ApiBody, ApiOperation, ApiProperty } from '@nestjs/swagger';
import { systemClock } from '@sextant/platform-clock';
import { problem } from '@sextant/platform-errors';
import { pageLimit } from '@sextant/platform-pagination';
import type { Request } from 'express';
import { toIncoming } from '../domain/cloud-event.js';
import { ClassroomEvents, UnusableEvent } from '../domain/classroom-events.js';
import { Registrations } from '../domain/registrations.js';
import { STORAGE, type Storage } from '../domain/storage.js';
import { requireServiceOf } from './access.js';
import { ApiArea } from './area.js';
import { asField } from './fields.js';
import { LIMITS, parseRegistration } from './notification.parser.js';

const unusable = problem('unusable_event', 400, 'The event cannot be used.');

const PAGE = { max: 1000, default: 100 } as const;

class RegistrationDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  academyId!: string;

  @ApiProperty()
  active!: boolean;
}

/** For other services of the house, with the service token; the gateway has no route here. */
@ApiArea('internal', 'service')
@Controller('internal')
export class InternalController {
  constructor(
    @Inject(ClassroomEvents) private readonly events: ClassroomEvents,
    @Inject(Registrations) private readonly registrations: Registrations,
    @Inject(STORAGE) private readonly storage: Storage,
  ) {}

  @Post('events')
  @HttpCode(202)
  @ApiOperation({ summary: 'Use an event of the classroom: a CloudEvent 1.0 as JSON' })
  @ApiBody({
    schema: { type: 'object', required: ['specversion', 'id', 'source', 'type', 'data'] },
  })
  async takeEvent(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireServiceOf(request);
    try {
      return { notified: await this.events.use(toIncoming(body, systemClock.nowMs())) };
    } catch (error) {
      if (!(error instanceof UnusableEvent)) throw error;
      throw unusable({ message: error.message, cause: error });
    }
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
    const registration = parseRegistration(user, body);
    await this.registrations.decide(registration);
    return { registration };
  }

  @Get('dead-letters')
  @ApiOperation({ summary: 'Events that could not be used, the newest first' })
  async listDeadLetters(@Req() request: Request, @Query('limit') limit: unknown): Promise<object> {
    requireServiceOf(request);
    const count = asField('limit', () => pageLimit(limit, PAGE));
    return { deadLetters: await this.storage.deadLetters.list(count) };
  }
}
