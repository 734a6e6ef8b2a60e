import { ServerSettings } from '../http/server.settings.js';
import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiProduces, ApiQuery, ApiTags } from '@nestjs/swagger';
import { problem } from '@sextant/platform-http/errors';
import { abortSignalOf } from '@sextant/platform-http';
import type { Request, Response } from 'express';
import { parseCid } from './cid.js';
import { ContentStore, type StoredContent } from './content-store.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { AddressTurns } from './address-turns.js';
import { isKnown, rangeOf, sendContent, type ByteRange } from './content-answer.js';
import { mediaTypeOf } from '../http/media-type.js';

const RAW = 'application/vnd.ipld.raw';
const CAR = 'application/vnd.ipld.car';
type Format = 'file' | 'raw' | 'car';

/** The gateway's specification wants 400; what is wrong with arguments is 422 elsewhere. */
const noCid = problem('INVALID_INPUT', 400, 'This is not a CID.');

/** Each that is read holds about a block (1 MiB) in memory; a page of pictures asks for dozens at once (our choice). */
const TURNS = { atOnce: 32, waiting: 128 };

interface Call {
  readonly request: Request;
  readonly response: Response;
  /** Aborts when the caller has gone. */
  readonly signal: AbortSignal;
}

/** A trustless gateway (specs.ipfs.tech/http-gateways/trustless-gateway) to what is stored here, read only. */
@ApiTags('content')
@Controller('ipfs')
export class IpfsController {
  readonly #turns = new AddressTurns(TURNS);

  constructor(
    private readonly content: ContentStore,
    private readonly server: ServerSettings,
  ) {}

  @Get(':cid')
  @ApiOperation({ summary: 'A file, or with `format` its block (raw) or all of its blocks (car).' })
  @ApiQuery({ name: 'format', required: false, enum: ['raw', 'car'] })
  @ApiProduces(RAW, CAR, '*/*')
  async read(
    @Param('cid') text: string,
    @Req() request: Request,
    @Res() response: Response,
    @Query('format') format?: string,
  ): Promise<void> {
    const cid = parseCid(text)?.toV1().toString();
    if (cid === undefined) throw noCid();
    const signal = abortSignalOf(response);
    response.setTimeout(this.server.requestTimeoutMs, () => response.destroy());
    try {
      await this.#turns.take(request.ip ?? 'unknown', async () => {
        signal.throwIfAborted();
        await this.answer(cid, formatOf(request, format), { request, response, signal });
      });
    } catch (error) {
      // Nobody is there to be told.
      if (!signal.aborted) throw error;
    }
  }

  private async answer(cid: string, format: Format, call: Call): Promise<void> {
    const { request, response, signal } = call;
    const content = await this.content.open(cid, format === 'file' ? 'file' : 'block');
    const car = format === 'car' ? await this.content.car(cid) : undefined;
    if (content === undefined) {
      throw IPT_ERRORS.notFound({ message: 'This content is not stored here.' });
    }
    const etag = `"${cid}.${format}"`;
    const common = { ...COMMON_HEADERS, Etag: etag, 'X-Ipfs-Path': `/ipfs/${cid}` };
    if (isKnown(request, etag)) {
      response.status(304).set(common).end();
      return;
    }
    const { status, headers, parts } =
      car === undefined
        ? partOf(content, rangeOf(request, etag, content.sizeBytes))
        : { status: 200, headers: { 'Accept-Ranges': 'none' }, parts: car };
    const type = { 'Content-Type': typeOf(format, content) };
    const answer = { headers: { ...common, ...type, ...headers }, parts };
    await sendContent(response, answer, { status, signal });
  }
}

function formatOf(request: Request, format: string | undefined): Format {
  const accept = request.get('accept') ?? '';
  if (format !== undefined) return format === 'raw' || format === 'car' ? format : 'file';
  return accept.includes(CAR) ? 'car' : accept.includes(RAW) ? 'raw' : 'file';
}

function typeOf(format: Format, { start }: StoredContent): string {
  if (format === 'car') return `${CAR}; version=1`;
  return format === 'raw' ? RAW : mediaTypeOf(start);
}

/** Content never changes under its CID, and whatever it is, it may not run anything here. */
const COMMON_HEADERS = {
  'Cache-Control': 'public, max-age=29030400, immutable',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

function partOf(content: StoredContent, range: ByteRange | undefined) {
  const { sizeBytes } = content;
  const { first, last } = range ?? { first: 0, last: sizeBytes - 1 };
  const length = { 'Accept-Ranges': 'bytes', 'Content-Length': String(last - first + 1) };
  const part =
    range === undefined ? {} : { 'Content-Range': `bytes ${first}-${last}/${sizeBytes}` };
  return {
    status: range === undefined ? 200 : 206,
    headers: { ...length, ...part },
    parts: content.read(first, last),
  };
}
