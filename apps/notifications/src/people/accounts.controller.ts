import { Body, Controller, Delete, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam, ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import { Accounts } from './accounts.js';
import { LIMITS } from '../http/limits.js';
import { requireServiceOf } from '../access/access.js';
import { parseAccount, parseUser } from './accounts.parser.js';
import { ApiArea } from '../http/api-area.js';

class AccountDto {
  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  academyId!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  userId!: string;

  @ApiProperty({ minLength: 1, maxLength: LIMITS.id })
  userName!: string;

  @ApiPropertyOptional({ description: 'Verified; null or absent: there is none.', nullable: true })
  email?: string | null;

  @ApiPropertyOptional({ description: 'BCP 47', nullable: true, example: 'es-MX' })
  locale?: string | null;

  @ApiPropertyOptional({ description: 'IANA', nullable: true, example: 'America/Mexico_City' })
  timeZone?: string | null;

  @ApiPropertyOptional({ description: 'false: deactivated, and nothing is sent to the person' })
  active?: boolean;

  @ApiPropertyOptional({ format: 'date-time', description: 'Older news changes nothing; now.' })
  changedAt?: string;
}

/** What auth-server tells of accounts, with the service token; the gateway has no route here. */
@ApiArea('internal', 'service')
@Controller('internal/people')
export class AccountsController {
  constructor(
    private readonly accounts: Accounts,
    private readonly clock: Clock,
  ) {}

  @Put(':user')
  @HttpCode(200)
  @ApiOperation({ summary: 'How a person is reached: all of it, each time' })
  @ApiParam({ name: 'user', schema: { type: 'string' } })
  @ApiBody({ type: AccountDto })
  async putPerson(
    @Req() request: Request,
    @Param('user') user: string,
    @Body() body: unknown,
  ): Promise<object> {
    requireServiceOf(request);
    await this.accounts.put(parseAccount(user, body, this.clock.nowMs()));
    return {};
  }

  @Delete(':user')
  @HttpCode(200)
  @ApiOperation({ summary: 'The account is no more: records, wishes, browsers and address go' })
  @ApiParam({ name: 'user', schema: { type: 'string' } })
  async forgetPerson(@Req() request: Request, @Param('user') user: string): Promise<object> {
    requireServiceOf(request);
    await this.accounts.forget(parseUser(user));
    return {};
  }
}
