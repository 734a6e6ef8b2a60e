import { Controller, Get, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { problem } from '@sextant/platform-errors';
import type { Response } from 'express';
import { parseCid } from '../domain/cid.js';
import { CONTENT_STORE, type ContentStore } from '../domain/content-store.js';
import { IPT_ERRORS } from '../domain/ipt-errors.js';
import { mediaTypeOf } from './media-type.js';

const RAW = 'application/vnd.ipld.raw';
const CAR = 'application/vnd.ipld.car';

/** The gateway's specification wants 400; what is wrong with arguments is 422 elsewhere. */
const noCid = problem('INVALID_INPUT', 400, 'This is not a CID.');

/** A trustless gateway (specs.ipfs.tech/http-gateways/trustless-gateway) to what is stored here, read only. */
@ApiTags('content')
@Controller('ipfs')
export class IpfsController {
  constructor(@Inject(CONTENT_STORE) private readonly content: ContentStore) {}

  @Get(':cid')
  @ApiOperation({ summary: 'A file, or with `format` its block (raw) or all of its blocks (car).' })
  @ApiQuery({ name: 'format', required: false, enum: ['raw', 'car'] })
  @ApiProduces(RAW, CAR, '*/*')
  async read(
    @Param('cid') text: string,
    @Res() response: Response,
    @Headers('accept') accept = '',
    @Query('format') format?: string,
  ): Promise<void> {
    const cid = parseCid(text)?.toV1().toString();
    if (cid === undefined) throw noCid();
    const wanted = format ?? (accept.includes(CAR) ? 'car' : accept.includes(RAW) ? 'raw' : 'file');
    const { bytes, type } = await this.find(cid, wanted);
    // Content never changes under its CID, and whatever it is, it may not run anything here.
    response.set({
      'Content-Type': type,
      'Cache-Control': 'public, max-age=29030400, immutable',
      Etag: `"${cid}.${wanted}"`,
      'X-Ipfs-Path': `/ipfs/${cid}`,
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; sandbox",
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    response.status(200).end(bytes);
  }

  private async find(cid: string, wanted: string): Promise<{ bytes: Uint8Array; type: string }> {
    const bytes =
      wanted === 'car'
        ? await this.content.car(cid)
        : wanted === 'raw'
          ? await this.content.block(cid)
          : await this.content.read(cid);
    if (bytes === undefined)
      throw IPT_ERRORS.notFound({ message: 'This content is not stored here.' });
    if (wanted === 'car') return { bytes, type: `${CAR}; version=1` };
    return { bytes, type: wanted === 'raw' ? RAW : mediaTypeOf(bytes) };
  }
}
