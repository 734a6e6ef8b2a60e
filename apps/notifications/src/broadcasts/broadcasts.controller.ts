import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Put,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Clock } from '@sextant/platform-runtime/clock';
import { fingerprintOf, Idempotency } from '@sextant/platform-data/idempotency';
import type { Request, Response } from 'express';
import { Broadcasts } from './broadcasts.js';
import { BroadcastDelivery } from './broadcast-delivery.js';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { validated } from '../http/validated.js';
import { AudienceMessageDto, JobDto, JobsDto, TargetsDto } from './broadcasts.dto.js';
import { presentBroadcast } from './broadcasts.presenter.js';

/** Messages to a class, a year or the whole academy (our addition). */
@ApiArea('audiences', 'user')
@Controller('api/notifications/audiences')
export class BroadcastsController {
  constructor(
    private readonly desk: Broadcasts,
    private readonly jobs: BroadcastDelivery,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  @Post()
  @HttpCode(202)
  @ApiOperation({ summary: 'Send to an audience, now or later; with dryRun only count (200)' })
  @ApiHeader({ name: 'Idempotency-Key', required: false, description: 'Once for 24 hours' })
  @ApiBody({ type: AudienceMessageDto })
  @ApiOkResponse({ schema: { properties: { recipients: { type: 'integer' } } } })
  async sendToAudience(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() body: unknown,
  ): Promise<object> {
    const caller = callerOf(request);
    const asked = validated(AudienceMessageDto, body);
    const message = asked.toMessage(this.clock.nowMs());
    if (asked.isDryRun) {
      response.status(200);
      return { recipients: await this.desk.count(caller, message.audience) };
    }
    const add = async (own?: string) => {
      const job = await this.desk.add(caller, message, own);
      this.jobs.wake();
      return presentBroadcast({ job, counts: {} });
    };
    const key = request.headers['idempotency-key'];
    if (key === undefined) return { job: await add() };
    const scope = `${caller.user} POST /api/notifications/audiences`;
    const fingerprint = fingerprintOf(caller.academyId, body);
    const own = `request:${fingerprintOf(scope, String(key), fingerprint)}`;
    const entry = { scope, key: String(key), fingerprint };
    return { job: (await this.idempotency.run(entry, () => add(own))).result };
  }

  @Get()
  @ApiOperation({
    summary: 'Your messages to audiences, the newest 100, or of a million characters',
  })
  @ApiOkResponse({ type: JobsDto })
  async listJobs(@Req() request: Request): Promise<object> {
    const jobs = await this.desk.list(callerOf(request));
    return { jobs: jobs.map((job) => presentBroadcast({ job })) };
  }

  @Get('targets')
  @ApiOperation({ summary: 'Whom you may write to: nobody, if you may not send' })
  @ApiOkResponse({ type: TargetsDto })
  async listTargets(@Req() request: Request): Promise<object> {
    return { targets: await this.desk.targets(callerOf(request)) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'One of them, with how many were reached and have read it' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  @ApiOkResponse({ type: JobDto })
  async readJob(@Req() request: Request, @Param('id') id: string): Promise<object> {
    return { job: presentBroadcast(await this.desk.read(callerOf(request), id)) };
  }

  @Put(':id')
  @ApiOperation({ summary: 'Change one before it goes; 409 after that' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  @ApiBody({ type: AudienceMessageDto })
  @ApiOkResponse({ type: JobDto })
  async changeJob(
    @Req() request: Request,
    @Param('id') id: string,
    @Body() body: unknown,
  ): Promise<object> {
    const message = validated(AudienceMessageDto, body).toMessage(this.clock.nowMs());
    const job = await this.desk.change(callerOf(request), id, message);
    this.jobs.wake();
    return { job: presentBroadcast({ job }) };
  }

  @Delete(':id')
  @HttpCode(200)
  @ApiOperation({ summary: 'Cancel one before it goes; 409 after that' })
  @ApiParam({ name: 'id', schema: { type: 'string' } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async cancelJob(@Req() request: Request, @Param('id') id: string): Promise<object> {
    await this.desk.cancel(callerOf(request), id);
    return {};
  }
}
