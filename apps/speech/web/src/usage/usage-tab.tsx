import { type Bar, BarChart, Card, Shown, useLanguage, useLoaded } from '@sextant/web';
import { useCallback } from 'react';
import type { Service } from '../service.js';
import { useText } from '../strings/index.js';

interface Usage {
  readonly start_date: string;
  readonly end_date: string;
  readonly total: { readonly characters: number; readonly audio_duration_ms: number };
  readonly days: readonly { readonly date: string; readonly characters: number }[];
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

/** How much was spoken in the last thirty days. */
export function UsageTab({ service }: { readonly service: Service }) {
  const text = useText();
  const { locale } = useLanguage();
  const ask = useCallback(
    async (signal: AbortSignal) => (await service.api<Usage>('/audio/usage', { signal })).body,
    [service],
  );
  const { state, reload } = useLoaded(ask);
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
  const format = (value: number) => numbers.format(value);
  return (
    <Shown state={state} reload={reload}>
      {(usage) => (
        <Card title={text('usage.month')}>
          <p>
            {text('usage.total', {
              characters: format(usage.total.characters),
              minutes: format(usage.total.audio_duration_ms / MINUTE_MS),
            })}
          </p>
          <BarChart title={text('usage.days')} bars={barsOf(usage)} format={format} />
        </Card>
      )}
    </Shown>
  );
}

/** All days, those without use too. */
function barsOf({ start_date: start, end_date: end, days }: Usage): readonly Bar[] {
  const first = Date.parse(start);
  const count = Math.round((Date.parse(end) - first) / DAY_MS) + 1;
  return Array.from({ length: count }, (_none, at) => {
    const name = new Date(first + at * DAY_MS).toISOString().slice(0, 10);
    const ofDay = days.filter(({ date }) => date === name);
    return { name, value: ofDay.reduce((sum, { characters }) => sum + characters, 0) };
  });
}
