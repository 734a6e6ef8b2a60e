import { Injectable } from '@nestjs/common';
import { problem } from '@sextant/platform-http/errors';
import {
  UsageReports,
  type DateRange,
  type KeyUsage,
  type OperationCharacters,
  type TagUsage,
} from './usage-reports.js';

/** Spec 1, part 8. */
export const MAX_RANGE_DAYS = 366;
/** Rows of one page of the report by tag (our choice). */
export const TAG_PAGE_SIZE = 100;

const DAY_MS = 24 * 60 * 60 * 1000;

export const ANALYTICS_ERRORS = {
  rangeTooLong: problem(
    'date_range_too_long',
    400,
    `Bad request. Reason: Date range cannot exceed ${MAX_RANGE_DAYS} days`,
  ),
  rangeReversed: problem(
    'date_range_reversed',
    400,
    'Bad request. Reason: Start date must not be after end date',
  ),
} as const;

export interface UsageReport {
  readonly total: OperationCharacters;
  readonly byKey?: readonly KeyUsage[];
}

export interface TagReport {
  readonly rows: readonly TagUsage[];
  readonly nextPage: number | null;
}

/** What an organization has used (spec 1, part 4). */
@Injectable()
export class Analytics {
  constructor(private readonly reports: UsageReports) {}

  /** @throws {Problem} `date_range_too_long`, `date_range_reversed` */
  async usage(
    owner: string,
    range: DateRange,
    groupBy: 'key' | 'key_and_day' | undefined,
  ): Promise<UsageReport> {
    requireRange(range);
    const total = await this.reports.total(owner, range);
    if (groupBy === undefined) return { total };
    return { total, byKey: await this.reports.byKey(owner, range, groupBy === 'key_and_day') };
  }

  /** @param page from 1 @throws {Problem} as `usage` */
  async usageByTag(
    owner: string,
    range: DateRange,
    { isByDay, page }: { readonly isByDay: boolean; readonly page: number },
  ): Promise<TagReport> {
    requireRange(range);
    const options = { isByDay, page, size: TAG_PAGE_SIZE };
    const { rows, hasMore } = await this.reports.byTag(owner, range, options);
    return { rows, nextPage: hasMore ? page + 1 : null };
  }
}

/** The length is the distance of the two days (our choice). */
function requireRange({ startDate, endDate }: DateRange): void {
  const days = (Date.parse(endDate) - Date.parse(startDate)) / DAY_MS;
  if (days < 0) throw ANALYTICS_ERRORS.rangeReversed();
  if (days > MAX_RANGE_DAYS) throw ANALYTICS_ERRORS.rangeTooLong();
}
