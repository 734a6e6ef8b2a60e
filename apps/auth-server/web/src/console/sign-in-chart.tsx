import { BarChart } from '@sextant/web';
import type { Day } from './calls.js';
import { useText } from './strings/index.js';

/** A bar a day, with those that failed on top. */
export function SignInChart({ days }: { readonly days: readonly Day[] }) {
  const text = useText();
  const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const summary = text('chart.summary', { days: days.length, succeeded, failed });
  return (
    <BarChart
      title={summary}
      summary={summary}
      kinds={[text('chart.succeeded'), text('chart.failed')]}
      bars={days.map((day) => ({ name: day.day, value: day.succeeded, more: day.failed }))}
    />
  );
}
