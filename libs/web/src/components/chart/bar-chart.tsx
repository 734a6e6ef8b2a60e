import { Suspense } from 'react';
import { useWebText } from '../../strings/index.js';
import { late } from '../../views/late.js';
import type { BarChartProps } from './bar.js';

/** With the axes and their library, when the first chart is shown. */
const BarPlot = late(async () => (await import('./bar-plot.js')).BarPlot);

/** Values side by side between their axes, and as a table for whoever does not see them. */
export function BarChart(props: BarChartProps) {
  const { title, bars, format = String, kinds, summary } = props;
  return (
    <figure className="sx-chart">
      <figcaption>{title}</figcaption>
      {kinds === undefined ? null : <Legend kinds={kinds} />}
      <Suspense fallback={<div className="sx-chart-plot" />}>
        <BarPlot {...{ bars, format, kinds, summary }} />
      </Suspense>
      <AsTable {...props} />
    </figure>
  );
}

const Legend = ({ kinds }: { readonly kinds: readonly [string, string] }) => (
  <p className="sx-chart-legend">
    {kinds.map((kind, index) => (
      <span key={kind} className={index === 0 ? 'sx-chart-kind' : 'sx-chart-kind sx-chart-other'}>
        {kind}
      </span>
    ))}
  </p>
);

function AsTable({ title, bars, format = String, kinds }: BarChartProps) {
  const text = useWebText();
  return (
    <details>
      <summary>{text('chart.table')}</summary>
      <table className="sx-table" aria-label={title}>
        {kinds === undefined ? null : (
          <thead>
            <tr>
              <td />
              {kinds.map((kind) => (
                <th key={kind} scope="col">
                  {kind}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {bars.map(({ name, value, more = 0 }, at) => (
            <tr key={at}>
              <th scope="row">{name}</th>
              <td>{format(value)}</td>
              {kinds === undefined ? null : <td>{format(more)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
