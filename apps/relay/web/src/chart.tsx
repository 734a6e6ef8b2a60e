import type { Sample } from './relay.js';

const WIDTH = 320;
const HEIGHT = 48;

export interface ChartProps {
  readonly title: string;
  readonly samples: readonly Sample[];
  readonly valueOf: (sample: Sample) => number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** A line over time. What it says is in its title, too: colours and lines tell nothing alone. */
export function Chart({ title, samples, valueOf, fromMs, toMs }: ChartProps) {
  const most = Math.max(1, ...samples.map(valueOf));
  const points = samples.map((sample) => {
    const x = ((Date.parse(sample.at) - fromMs) / (toMs - fromMs)) * WIDTH;
    return `${x.toFixed(1)},${(HEIGHT - (valueOf(sample) / most) * (HEIGHT - 4) - 2).toFixed(1)}`;
  });
  return (
    <figure className="relay-chart">
      <figcaption>
        {title} <span className="sx-muted">≤ {Math.max(0, ...samples.map(valueOf))}</span>
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={title}>
        <polyline points={points.join(' ')} />
        {points.map((point) => (
          <circle key={point} cx={point.split(',')[0]} cy={point.split(',')[1]} r={1.5} />
        ))}
      </svg>
    </figure>
  );
}
