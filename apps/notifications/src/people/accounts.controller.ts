import { Body, Controller, Delete, HttpCode, Param, Put, Req } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam } from '@nestjs/swagger';
import { Clock } from '@sextant/platform-runtime/clock';
import type { Request } from 'express';
import { Accounts } from './accounts.js';
import { requireServiceOf } from '../access/access.middleware.js';
import { validated } from '../http/validated.js';
import { AccountDto } from './accounts.dto.js';
import { userOf } from './user-of.js';
import { ApiArea } from '../http/api-area.js';

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
    const id = userOf(user);
    await this.accounts.put(validated(AccountDto, body).toAccount(id, this.clock.nowMs()));
    return {};
  }

  @Delete(':user')
  @HttpCode(200)
  @ApiOperation({ summary: 'The account is no more: records, wishes, browsers and address go' })
  @ApiParam({ name: 'user', schema: { type: 'string' } })
  async forgetPerson(@Req() request: Request, @Param('user') user: string): Promise<object> {
    requireServiceOf(request);
    await this.accounts.forget(userOf(user));
    return {};
  }
}
