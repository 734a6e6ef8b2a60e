import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
} from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiParam, ApiQuery } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Bounces } from './bounces.js';
import { NOTIFICATION_TYPES } from '../notifications/notification.js';
import { fieldInvalid } from '../http/field-errors.js';
import { exampleMail } from './example-mail.js';
import { TemplateMailer } from './template-mailer.js';
import { requireServiceOf } from '../access/access.middleware.js';
import { validated } from '../http/validated.js';
import { BounceDto } from './bounces.dto.js';
import { ApiArea } from '../http/api-area.js';
import { membersOf, own } from '../http/fields.js';
import { messageOf } from './mail-report.middleware.js';

const KINDS: readonly string[] = [...NOTIFICATION_TYPES, 'digest'];
const LOCALE = /^[A-Za-z0-9-]{2,35}$/;

/** E-mail, for operators and mail servers, with the service token. */
@ApiArea('internal', 'service')
@Controller('internal/mail')
export class MailController {
  constructor(
    private readonly bounces: Bounces,
    private readonly mailer: TemplateMailer,
  ) {}

  @Post('bounces')
  @HttpCode(200)
  @ApiOperation({
    summary: 'A mail did not reach an address: as any provider can say it',
    description:
      'Without `messageId` it is 400 `FIELD_REQUIRED(messageId)`: many may hold the token, and only what names a mail ' +
      'that went to that address is believed. `{suppressed, ignored}` says whether it was.',
  })
  @ApiBody({
    schema: {
      required: ['address', 'kind', 'messageId'],
      properties: {
        address: { type: 'string' },
        kind: { type: 'string', enum: ['permanent', 'temporary', 'complaint'] },
        reason: { type: 'string', maxLength: 500 },
        messageId: {
          type: 'string',
          maxLength: 500,
          description:
            'Message-ID of the mail, as it was sent, with or without its brackets: it counts if that mail went to that address',
          example: '<0b1d7a52-3c0e-4b57-9d62-1f0f6f1f2a11@school.example.org>',
        },
      },
    },
  })
  async takeBounce(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireServiceOf(request);
    const told = validated(BounceDto, body);
    return this.bounces.take(told.toBounce(), told.messageId);
  }

  @Post('reports')
  @HttpCode(200)
  @ApiOperation({
    summary: 'A delivery status notification (RFC 3464), whole, as the mail that it is',
    description:
      'It counts if the mail that it returns, by its Message-ID, was sent by the service to the address that it names.',
  })
  @ApiConsumes('message/rfc822')
  @ApiBody({ schema: { type: 'string', format: 'binary' } })
  async takeReport(@Req() request: Request, @Body() body: unknown): Promise<object> {
    requireServiceOf(request);
    const taken = await this.bounces.takeReport(messageOf(body));
    if (taken === undefined) throw fieldInvalid('body');
    return taken;
  }

  @Get('suppressions')
  @ApiOperation({ summary: 'Addresses that nothing is sent to, the newest first' })
  async listSuppressions(@Req() request: Request): Promise<object> {
    requireServiceOf(request);
    return { suppressions: await this.bounces.list() };
  }

  @Delete('suppressions/:address')
  @HttpCode(200)
  @ApiOperation({ summary: 'Send to it again' })
  @ApiParam({ name: 'address', schema: { type: 'string' } })
  async allowAddress(@Req() request: Request, @Param('address') address: string): Promise<object> {
    requireServiceOf(request);
    await this.bounces.allow(address);
    return {};
  }

  @Get('preview')
  @ApiOperation({ summary: 'An example of a mail, as HTML, or as text' })
  @ApiQuery({ name: 'kind', enum: KINDS })
  @ApiQuery({ name: 'locale', required: false, description: 'BCP 47; en' })
  @ApiQuery({ name: 'as', enum: ['html', 'text'], required: false })
  previewMail(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Query() query: unknown,
  ): string {
    requireServiceOf(request);
    const members = membersOf(query);
    const [kind, locale] = [own(members, 'kind'), own(members, 'locale') ?? 'en'];
    if (!this.mailer.isOn || !KINDS.includes(String(kind))) throw fieldInvalid('kind');
    if (typeof locale !== 'string' || !LOCALE.test(locale)) throw fieldInvalid('locale');
    const { subject, text, html } = this.mailer.word(exampleMail(String(kind), locale));
    const isText = own(members, 'as') === 'text';
    response.type(isText ? 'text/plain' : 'text/html');
    return isText ? `Subject: ${subject}\n\n${text}` : html;
  }
}
