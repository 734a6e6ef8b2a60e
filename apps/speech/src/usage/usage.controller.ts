import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { systemClock } from '@sextant/platform-runtime/clock';
import type { Caller } from '../access/scopes.js';
import { invalid } from '../errors/request-errors.js';
import { UsageLedger, type DayUsage, type UsageSpan } from './usage.js';
import { CurrentCaller, Needs } from '../access/caller.js';
import { UsageDto, UsageQueryDto } from './usage.dto.js';

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;

@ApiTags('usage')
@ApiBearerAuth()
@Controller('v1/audio/usage')
export class UsageController {
  constructor(private readonly ledger: UsageLedger) {}

  @Get()
  @Needs('audio:speech', 'audio:stream')
  @ApiOperation({ summary: 'What the workspace had spoken, by days and routes; at most 366 days.' })
  @ApiOkResponse({ type: UsageDto })
  async usage(
    @Query() query: UsageQueryDto,
    @CurrentCaller() { workspace }: Caller,
  ): Promise<UsageDto> {
    const span = spanOf(query);
    const days = await this.ledger.days(workspace, span);
    return {
      start_date: span.from,
      end_date: span.to,
      total: amountOf(days),
      days: days.map((day) => ({ date: day.day, route: day.route, ...amountOf([day]) })),
    };
  }
}

function spanOf({ start_date, end_date }: UsageQueryDto): UsageSpan {
  const to = end_date ?? dayOf(systemClock.nowMs());
  const from = start_date ?? dayOf(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS);
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1;
  if (days < 1) throw invalid('start_date', 'start_date is after end_date.');
  if (days > MAX_DAYS) throw invalid('start_date', `At most ${MAX_DAYS} days can be asked for.`);
  return { from, to };
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

const amountOf = (days: readonly DayUsage[]) => {
  const sum = (of: (day: DayUsage) => number) => days.reduce((all, day) => all + of(day), 0);
  return {
    syntheses: sum(({ syntheses }) => syntheses),
    characters: sum(({ characters }) => characters),
    audio_duration_ms: Math.round(sum(({ durationMs }) => durationMs)),
  };
};
