import { BarChart, useLanguage } from '@sextant/web';

export interface RateSlot {
  readonly from: string;
  readonly counts: Readonly<Partial<Record<string, number>>>;
}

interface RateChartProps {
  readonly slots: readonly RateSlot[];
  readonly step: string;
  readonly label: string;
}

/** Bars of five minutes each. */
export function RateChart({ slots, step, label }: RateChartProps) {
  const { locale } = useLanguage();
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const number = new Intl.NumberFormat(locale);
  const bars = slots.map(({ from, counts }) => ({
    name: time.format(new Date(from)),
    value: counts[step] ?? 0,
  }));
  const total = number.format(bars.reduce((sum, { value }) => sum + value, 0));
  return (
    <BarChart
      title={total}
      summary={`${label}: ${total}`}
      bars={bars}
      format={(value) => number.format(value)}
    />
  );
}
