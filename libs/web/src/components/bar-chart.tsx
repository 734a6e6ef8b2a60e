import { useWebText } from '../strings/index.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
}

const HEIGHT = 100;
const SLOT = 20;

/** Values side by side, and as a table for whoever does not see them. */
export function BarChart({ title, bars, format = String }: BarChartProps) {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure className="sx-chart">
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${SLOT * Math.max(1, bars.length)} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {bars.map(({ name, value }, at) => {
          const height = (HEIGHT * value) / highest;
          return (
            <rect key={name} x={at * SLOT + 2} y={HEIGHT - height} width={SLOT - 4} height={height}>
              <title>{`${name}: ${format(value)}`}</title>
            </rect>
          );
        })}
      </svg>
      <p className="sx-chart-ends sx-muted" aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>{format(highest)}</span>
        <span>{bars.at(-1)?.name}</span>
      </p>
      <AsTable {...{ title, bars, format }} />
    </figure>
  );
}

function AsTable({ title, bars, format = String }: BarChartProps) {
  const text = useWebText();
  return (
    <details>
      <summary>{text('chart.table')}</summary>
      <table className="sx-table" aria-label={title}>
        <tbody>
          {bars.map(({ name, value }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
