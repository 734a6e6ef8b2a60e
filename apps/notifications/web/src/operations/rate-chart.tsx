import { useLanguage } from '@sextant/web';

export interface RateSlot {
  readonly from: string;
  readonly counts: Readonly<Partial<Record<string, number>>>;
}

interface RateChartProps {
  readonly slots: readonly RateSlot[];
  readonly step: string;
  readonly label: string;
}

const HEIGHT = 80;
const WIDTH = 24;
const GAP = 4;

/** Bars of five minutes each; what they show is said as well. */
export function RateChart({ slots, step, label }: RateChartProps) {
  const { language } = useLanguage();
  const counts = slots.map((slot) => slot.counts[step] ?? 0);
  const most = Math.max(1, ...counts);
  const time = new Intl.DateTimeFormat(language, { timeStyle: 'short' });
  const number = new Intl.NumberFormat(language);
  const total = counts.reduce((sum, count) => sum + count, 0);
  return (
    <figure className="operations-chart">
      <svg
        role="img"
        aria-label={`${label}: ${number.format(total)}`}
        viewBox={`0 0 ${slots.length * (WIDTH + GAP)} ${HEIGHT}`}
      >
        {counts.map((count, index) => {
          const height = Math.round((count / most) * (HEIGHT - 2)) + 1;
          const from = slots[index]?.from ?? '';
          return (
            <rect
              key={from}
              x={index * (WIDTH + GAP)}
              y={HEIGHT - height}
              width={WIDTH}
              height={height}
            >
              <title>{`${time.format(new Date(from))}: ${number.format(count)}`}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="sx-muted">{number.format(total)}</figcaption>
    </figure>
  );
}
