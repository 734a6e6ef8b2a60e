import { Body, Controller, Delete, Get, HttpCode, Post, Query, Req } from '@nestjs/common';
import {
  ApiBody,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiQuery,
} from '@nestjs/swagger';
import type { Request } from 'express';
import { VapidKeys } from './vapid-keys.js';
import { Subscriptions } from './subscriptions.js';
import { callerOf } from '../access/access.middleware.js';
import { ApiArea } from '../http/api-area.js';
import { membersOf, own } from '../http/fields.js';
import { validated } from '../http/validated.js';
import { EndpointDto, SubscriptionDto } from './push.dto.js';

/** Web Push (spec 2, part 4.2; the shapes are the browsers' own). */
@ApiArea('push', 'user')
@Controller('api/notifications/push')
export class PushController {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly keys: VapidKeys,
  ) {}

  @Get('vapid-public-key')
  @ApiOperation({ summary: "The key for the browser's `applicationServerKey`" })
  @ApiOkResponse({ schema: { properties: { publicKey: { type: 'string' } } } })
  vapidPublicKey(@Req() request: Request): object {
    callerOf(request);
    return { publicKey: this.keys.pair.publicKey };
  }

  @Post('subscribe')
  @ApiOperation({ summary: 'Register a browser: its PushSubscription as JSON' })
  @ApiBody({ type: SubscriptionDto })
  @ApiCreatedResponse({ schema: { properties: { endpoint: { type: 'string' } } } })
  async subscribe(@Req() request: Request, @Body() body: unknown): Promise<object> {
    const caller = callerOf(request);
    const subscription = SubscriptionDto.of(body).toSubscription();
    await this.subscriptions.add(caller, subscription);
    return { endpoint: subscription.endpoint };
  }

  @Delete('subscribe')
  @HttpCode(200)
  @ApiOperation({ summary: 'Remove a browser; removing it again changes nothing' })
  @ApiQuery({ name: 'endpoint', required: false, description: 'Instead of the body' })
  @ApiBody({ required: false, schema: { properties: { endpoint: { type: 'string' } } } })
  @ApiOkResponse({ schema: { type: 'object' } })
  async unsubscribe(
    @Req() request: Request,
    @Query('endpoint') query: unknown,
    @Body() body: unknown,
  ): Promise<object> {
    const given = { endpoint: query ?? own(membersOf(body), 'endpoint') };
    const { endpoint } = validated(EndpointDto, given);
    await this.subscriptions.remove(callerOf(request), new URL(endpoint).href);
    return {};
  }

  @Post('test')
  @HttpCode(202)
  @ApiOperation({ summary: 'Send a test message to your browsers; 409 when there is none' })
  async testPush(@Req() request: Request): Promise<object> {
    return { subscriptions: await this.subscriptions.test(callerOf(request)) };
  }
}
