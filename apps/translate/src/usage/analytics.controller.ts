import { Controller, Get, Query, UseGuards } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Analytics } from './analytics.js';
import { AdminGuard } from '../access/admin.guard.js';
import { AnalyticsQuery, CustomTagsQuery, TagReportDto, UsageReportDto } from './analytics.dto.js';
import { presentTagReport, presentUsageReport, toRange } from './analytics.presenter.js';
import { Owner } from '../access/caller.decorator.js';
import { ApiArea } from '../http/api-area.js';

@ApiArea('administration')
@UseGuards(AdminGuard)
@Controller('v2/admin/analytics')
export class AnalyticsController {
  constructor(private readonly analytics: Analytics) {}

  @Get()
  @ApiOperation({ summary: 'Reports the usage of the organization, at most 366 days of it.' })
  @ApiOkResponse({ type: UsageReportDto })
  async usage(@Owner() owner: string, @Query() query: AnalyticsQuery): Promise<UsageReportDto> {
    const groupBy = query.group_by === '' ? undefined : query.group_by;
    const report = await this.analytics.usage(owner, toRange(query), groupBy);
    return presentUsageReport(report, toRange(query), groupBy);
  }

  @Get('custom-tags')
  @ApiOperation({ summary: 'Reports the usage by the header X-DeepL-Reporting-Tag.' })
  @ApiOkResponse({ type: TagReportDto })
  async usageByTag(@Owner() owner: string, @Query() query: CustomTagsQuery): Promise<TagReportDto> {
    const isByDay = query.aggregate_by === 'day';
    const page = query.page ?? 1;
    const report = await this.analytics.usageByTag(owner, toRange(query), { isByDay, page });
    return presentTagReport(report, toRange(query), isByDay);
  }
}
