import { Body, Controller, HttpCode, Param, ParseIntPipe, Post, Req } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProperty,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsIn } from 'class-validator';
import type { Request } from 'express';
import { DevelopmentWallets, WALLET_METHODS } from './development-wallet.js';
import { callerOf } from '../access/caller.middleware.js';

export class WalletRequestDto {
  @ApiProperty({ enum: WALLET_METHODS })
  @IsIn(WALLET_METHODS)
  method!: string;

  @ApiProperty({ type: 'array', items: {}, description: 'As JSON-RPC of Ethereum has them.' })
  @IsArray()
  @ArrayMaxSize(3)
  params!: unknown[];
}

/** The development account of a chain, for the page: wherever `DEVELOPMENT_WALLET_<chain>` names one. */
@ApiTags('wallet')
@ApiSecurity('api_key')
@ApiBearerAuth('token')
@Controller('ipt/wallet')
export class WalletController {
  constructor(private readonly wallets: DevelopmentWallets) {}

  @Post(':chainId')
  @HttpCode(200)
  @ApiOperation({ summary: 'Asks the development account of a chain (EIP-1193); 404 without one.' })
  @ApiOkResponse({ schema: { type: 'object', properties: { result: {} } } })
  async request(
    @Req() request: Request,
    @Param('chainId', ParseIntPipe) chainId: number,
    @Body() body: WalletRequestDto,
  ): Promise<{ result: unknown }> {
    return { result: await this.wallets.request(callerOf(request), chainId, body) };
  }
}
