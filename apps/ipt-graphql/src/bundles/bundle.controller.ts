import { pipeline } from 'node:stream/promises';
import { Controller, Get, Param, ParseIntPipe, Req, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { BundleService } from './bundle.js';
import { callerOf } from '../access/caller.middleware.js';

const CAR = 'application/vnd.ipld.car';

/** What proves an IP-NFT, in one file. */
@ApiTags('bundles')
@ApiSecurity('api_key')
@ApiBearerAuth('token')
@Controller('ipt/ipnfts')
export class BundleController {
  constructor(private readonly service: BundleService) {}

  @Get(':chainId/:ipnftId/bundle')
  @ApiOperation({
    summary:
      'All that proves an IP-NFT as one CAR, which `npm run ipt:verify` checks without the service.',
  })
  @ApiProduces(CAR)
  @ApiOkResponse({ schema: { type: 'string', format: 'binary' } })
  async read(
    @Req() request: Request,
    @Res() response: Response,
    @Param('chainId', ParseIntPipe) chainId: number,
    @Param('ipnftId') ipnftId: string,
  ): Promise<void> {
    const { root, parts } = await this.service.bundle(callerOf(request), { chainId, ipnftId });
    response.set({
      'Content-Type': `${CAR}; version=1`,
      'Content-Disposition': `attachment; filename="ipnft-${chainId}-${ipnftId}.car"`,
      // A mint changes it.
      'Cache-Control': 'private, no-cache',
      Etag: `"${root}"`,
      'X-Content-Type-Options': 'nosniff',
    });
    await pipeline(parts, response.status(200));
  }
}
