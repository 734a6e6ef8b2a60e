import type { TagReport, UsageReport } from './analytics.js';
import type { DateRange, KeyUsage, OperationCharacters, TagUsage } from './usage-reports.js';
import type {
  AnalyticsQuery,
  TagReportDto,
  TagUsageDto,
  UsageBreakdownDto,
  UsageReportDto,
} from './analytics.dto.js';

export const toRange = (query: Pick<AnalyticsQuery, 'start_date' | 'end_date'>): DateRange => ({
  startDate: query.start_date,
  endDate: query.end_date,
});

export function presentUsageReport(
  { total, byKey }: UsageReport,
  range: DateRange,
  groupBy: 'key' | 'key_and_day' | undefined,
): UsageReportDto {
  return {
    usage_report: {
      total_usage: breakdown(total),
      ...presentRange(range),
      ...(groupBy === undefined ? {} : { group_by: groupBy }),
      ...(groupBy === 'key' ? { key_usages: byKey?.map(presentKey) ?? [] } : {}),
      ...(groupBy === 'key_and_day' ? { key_and_day_usages: byKey?.map(presentDay) ?? [] } : {}),
    },
  };
}

export function presentTagReport(
  { rows, nextPage }: TagReport,
  range: DateRange,
  isByDay: boolean,
): TagReportDto {
  return {
    custom_tag_usage_report: {
      aggregate_by: isByDay ? 'day' : 'period',
      ...presentRange(range),
      next_page: nextPage,
      usage: rows.map(presentTag),
    },
  };
}

const SHOWN = 4;

const presentRange = ({ startDate, endDate }: DateRange) => ({
  start_date: `${startDate}T00:00:00`,
  end_date: `${endDate}T00:00:00`,
});

const presentKey = ({ maskedKey, label, characters }: KeyUsage) => ({
  api_key: asPublished(maskedKey),
  api_key_label: label,
  usage: breakdown(characters),
});

/** Like `dc88****3a2c`, the published example. */
const asPublished = (masked: string) =>
  masked === '' ? '' : `${masked.slice(0, SHOWN)}****${masked.slice(-SHOWN)}`;

const presentDay = (usage: KeyUsage) => ({
  ...presentKey(usage),
  usage_date: `${usage.day ?? ''}T00:00:00Z`,
});

function presentTag({ customTag, day, characters }: TagUsage): TagUsageDto {
  const { total_characters, text_translation_characters, text_improvement_characters } =
    breakdown(characters);
  return {
    custom_tag: customTag,
    ...(day === undefined ? {} : { usage_date: `${day}T00:00:00Z` }),
    breakdown: { total_characters, text_translation_characters, text_improvement_characters },
  };
}

function breakdown(characters: OperationCharacters): UsageBreakdownDto {
  const {
    text_translation: text = 0,
    document_translation: documents = 0,
    text_improvement: improvement = 0,
  } = characters;
  return {
    total_characters: text + documents + improvement,
    text_translation_characters: text,
    document_translation_characters: documents,
    text_improvement_characters: improvement,
    speech_to_text_minutes: 0,
  };
}
