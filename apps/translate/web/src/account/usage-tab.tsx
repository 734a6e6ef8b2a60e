import { type Bar, BarChart, Card, Progress, Shown, useLanguage, useLoaded } from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';

interface Usage {
  readonly character_count: number;
  readonly character_limit: number;
}

interface DayUsage {
  readonly usage_date: string;
  readonly usage: { readonly total_characters: number };
}

const DAYS = 30;
const DAY_MS = 86_400_000;

const dayOf = (instant: number): string => new Date(instant).toISOString().slice(0, 10);

/** How much was used: of this month, and day by day for administrators. */
export function UsageTab({
  service,
  isAdmin,
}: {
  readonly service: Service;
  readonly isAdmin: boolean;
}) {
  const text = useText();
  const { locale } = useLanguage();
  const ask = useCallback(
    async (signal: AbortSignal) => ({
      usage: (await service.api<Usage>('/v2/usage', { signal })).body,
      days: isAdmin ? await daysOf(service, signal) : undefined,
    }),
    [service, isAdmin],
  );
  const { state, reload } = useLoaded(ask);
  const numbers = new Intl.NumberFormat(locale);
  const format = (value: number) => numbers.format(value);
  return (
    <Shown state={state} reload={reload}>
      {({ usage: { character_count: used, character_limit: limit }, days }) => (
        <Card title={text('usage.month')}>
          <Progress
            label={text('usage.of', { used: format(used), limit: format(limit) })}
            value={used / Math.max(1, limit)}
          />
          {days === undefined ? null : (
            <BarChart title={text('usage.days')} bars={days} format={format} />
          )}
        </Card>
      )}
    </Shown>
  );
}

/** All days, those without use too. */
async function daysOf({ api }: Service, signal: AbortSignal): Promise<readonly Bar[]> {
  const now = Date.now();
  const query = new URLSearchParams({
    start_date: dayOf(now - (DAYS - 1) * DAY_MS),
    end_date: dayOf(now),
    group_by: 'key_and_day',
  });
  const { body } = await api<{
    readonly usage_report: { readonly key_and_day_usages?: readonly DayUsage[] };
  }>(`/v2/admin/analytics?${query.toString()}`, { signal });
  const days = new Map(
    Array.from({ length: DAYS }, (_none, at) => [dayOf(now - (DAYS - 1 - at) * DAY_MS), 0]),
  );
  for (const { usage_date: date, usage } of body.usage_report.key_and_day_usages ?? []) {
    const day = date.slice(0, 10);
    days.set(day, (days.get(day) ?? 0) + usage.total_characters);
  }
  return [...days].map(([name, value]) => ({ name, value }));
}
