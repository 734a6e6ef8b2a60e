import type { Day } from './calls.js';
import { useText } from './strings/index.js';

const [BAR, GAP, HEIGHT] = [16, 4, 120];

/** A bar a day, with those that failed on top; the numbers are there for who cannot see it. */
export function SignInChart({ days }: { readonly days: readonly Day[] }) {
  const text = useText();
  const most = Math.max(1, ...days.map(({ succeeded, failed }) => succeeded + failed));
  const succeeded = days.reduce((sum, day) => sum + day.succeeded, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  const scale = (count: number) => (count / most) * HEIGHT;
  const label = text('chart.summary', { days: days.length, succeeded, failed });
  return (
    <figure className="console-chart">
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${days.length * (BAR + GAP)} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {days.map((day, index) => {
          const good = scale(day.succeeded);
          const bad = scale(day.failed);
          const x = index * (BAR + GAP);
          return (
            <g key={day.day}>
              <title>{text('chart.day', { ...day })}</title>
              <rect className="console-good" x={x} y={HEIGHT - good} width={BAR} height={good} />
              <rect
                className="console-bad"
                x={x}
                y={HEIGHT - good - bad}
                width={BAR}
                height={bad}
              />
            </g>
          );
        })}
      </svg>
      <figcaption>
        {label} {days[0]?.day} – {days.at(-1)?.day}
      </figcaption>
    </figure>
  );
}
