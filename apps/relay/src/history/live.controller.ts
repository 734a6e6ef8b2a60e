import { Controller, Get, Res, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiProduces, ApiResponse, ApiTags } from '@nestjs/swagger';
import { Readiness } from '@sextant/platform-runtime/health';
import type { Response } from 'express';
import { LiveFeed, type Happening } from './live-feed.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { AdminGuard } from '../access/admin.guard.js';
import { beginEvents, sendPiece } from '../http/streams.js';

const MAX_LISTENERS = 50;
/** What waits for one reader; more is passed over, and said. */
const MAX_WAITING = 200;
const TURN_MS = 250;
/** Proxies end what is silent for a minute. */
const TURNS_OF_SILENCE = 60;

/** Everything that happens, as it happens. */
@ApiTags('history')
@ApiBearerAuth('admin')
@ApiResponse({ status: 401, description: 'No token, or a wrong one.' })
@UseGuards(AdminGuard)
@Controller('relay')
export class LiveController {
  constructor(
    private readonly feed: LiveFeed,
    private readonly readiness: Readiness,
  ) {}

  @Get('live')
  @ApiOperation({
    summary: 'What happens, as server-sent events',
    description:
      'Events `happening` ({what, at, id, source, type, subject, labels, sink, target, reason}) and, for a reader that is too slow or when too much happens, `skipped` ({count}).',
  })
  @ApiProduces('text/event-stream')
  @ApiResponse({ status: 503, description: 'Too many look on already.' })
  async live(@Res() response: Response): Promise<void> {
    if (this.feed.listeners >= MAX_LISTENERS) throw RELAY_ERRORS.overloaded();
    beginEvents(response);
    let waiting: Happening[] = [];
    let skipped = 0;
    const stop = this.feed.listen((happening) => {
      if (waiting.length < MAX_WAITING) waiting.push(happening);
      else skipped += 1;
    });
    let isRead = await sendPiece(response, ': here\n\n');
    for (let silent = 0; isRead && !this.readiness.isDraining; silent += 1) {
      const lines = waiting.map((happening) => eventOf('happening', happening));
      if (skipped > 0) lines.push(eventOf('skipped', { count: skipped }));
      [waiting, skipped] = [[], 0];
      if (lines.length === 0 && silent >= TURNS_OF_SILENCE) lines.push(': still here\n\n');
      if (lines.length > 0) {
        isRead = await sendPiece(response, lines.join(''));
        silent = 0;
      }
      await new Promise((resolve) => setTimeout(resolve, TURN_MS));
      isRead &&= !response.destroyed;
    }
    stop();
    response.end();
  }
}

const eventOf = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
