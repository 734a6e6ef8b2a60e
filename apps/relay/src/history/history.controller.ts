import { Controller, Get, Param, Query, Res, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiOkResponse,
  ApiOperation,
  ApiProduces,
  ApiResponse,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Archive } from './archive.js';
import { RELAY_ERRORS } from '../http/relay-errors.js';
import { AdminGuard } from '../access/admin.guard.js';
import {
  HistoryAnswer,
  HistoryEventAnswer,
  HistoryFilter,
  HistorySearch,
  QueueHistoryAnswer,
  QueueHistoryQuery,
} from './history.dto.js';
import { filterOf, presentDelivery, presentEvent, presentSample } from './history.presenter.js';
import { sendPiece } from '../http/streams.js';

const HOUR_MS = 3_600_000;
/** Each reads the whole database, beside all that is written there. */
const MAX_EXPORTS = 5;

/** What happened, for as long as it is kept. */
@ApiTags('history')
@ApiBearerAuth('admin')
@ApiResponse({ status: 401, description: 'No token, or a wrong one.' })
@UseGuards(AdminGuard)
@Controller('relay/history')
export class HistoryController {
  #exports = 0;

  constructor(private readonly archive: Archive) {}

  @Get()
  @ApiOperation({ summary: 'Events by label, kind, namespace, source, type, text and time' })
  @ApiOkResponse({ type: HistoryAnswer })
  async search(@Query() { limit = 50, before, ...filter }: HistorySearch): Promise<HistoryAnswer> {
    const page = await this.archive.search({ ...filterOf(filter), before, limit });
    return { events: page.events.map(presentEvent), next_before: page.before ?? null };
  }

  @Get('export')
  @ApiOperation({ summary: 'The same events, all of them, as lines of JSON' })
  @ApiProduces('application/x-ndjson')
  @ApiResponse({ status: 503, description: 'Five are under way.' })
  async export(@Query() filter: HistoryFilter, @Res() response: Response): Promise<void> {
    if (this.#exports >= MAX_EXPORTS) {
      throw RELAY_ERRORS.overloaded({
        message: `${MAX_EXPORTS} exports are under way. Ask again when one has ended.`,
        headers: { 'Retry-After': '5' },
      });
    }
    this.#exports += 1;
    try {
      response.setHeader('Content-Disposition', 'attachment; filename="events.ndjson"');
      response.type('application/x-ndjson');
      for await (const events of this.archive.all(filterOf(filter))) {
        const lines = events.map((event) => `${JSON.stringify(presentEvent(event))}\n`);
        if (!(await sendPiece(response, lines.join('')))) return;
      }
      response.end();
    } finally {
      this.#exports -= 1;
    }
  }

  @Get('queues')
  @ApiOperation({ summary: 'How targets did in the last hours' })
  @ApiOkResponse({ type: QueueHistoryAnswer })
  async queues(@Query() { hours = 3 }: QueueHistoryQuery): Promise<QueueHistoryAnswer> {
    const toMs = Date.now();
    const samples = await this.archive.samples(toMs - hours * HOUR_MS, toMs);
    return { samples: samples.map(presentSample) };
  }

  @Get(':id')
  @ApiOperation({ summary: 'An event, and what became of it at each target' })
  @ApiOkResponse({ type: HistoryEventAnswer })
  @ApiResponse({ status: 404, description: 'It is not, or no longer, in the history.' })
  async find(@Param('id') id: string): Promise<HistoryEventAnswer> {
    const found = await this.archive.find(id);
    return { ...presentEvent(found), deliveries: found.deliveries.map(presentDelivery) };
  }
}
