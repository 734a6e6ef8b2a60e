import { roundAbove } from '../round-above.js';
import { useWebText } from '../strings/index.js';

export interface Bar {
  readonly name: string;
  readonly value: number;
  /** Of the second kind, on top of it. */
  readonly more?: number;
}

export interface BarChartProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  readonly format?: (value: number) => string;
  /** What `value` and `more` are, for the legend; absent where there is one kind. */
  readonly kinds?: readonly [string, string];
  /** What the picture says as a whole, for whoever does not see it. */
  readonly summary?: string;
}

const HEIGHT = 100;
const SLOT = 20;

/** Values side by side with their scale, and as a table for whoever does not see them. */
export function BarChart(props: BarChartProps) {
  const { title, bars, format = String, kinds, summary } = props;
  const most = roundAbove(Math.max(...bars.map((bar) => bar.value + (bar.more ?? 0)), 0));
  return (
    <figure className="sx-chart">
      <figcaption>{title}</figcaption>
      {kinds === undefined ? null : <Legend kinds={kinds} />}
      <div className="sx-chart-plot">
        <p className="sx-chart-scale sx-muted" aria-hidden="true">
          {[most, most / 2, 0].map((value) => (
            <span key={value}>{format(value)}</span>
          ))}
        </p>
        <svg
          viewBox={`0 0 ${SLOT * Math.max(1, bars.length)} ${HEIGHT}`}
          preserveAspectRatio="none"
          {...(summary === undefined
            ? { 'aria-hidden': true }
            : { role: 'img', 'aria-label': summary })}
        >
          <path
            className="sx-chart-lines"
            d={`M0 0H${SLOT * bars.length}M0 ${HEIGHT / 2}H${SLOT * bars.length}`}
          />
          {bars.map((bar, at) => (
            <BarPair key={bar.name} {...{ bar, at, most, format, kinds }} />
          ))}
        </svg>
        <Ends bars={bars} />
      </div>
      <AsTable {...props} />
    </figure>
  );
}

interface BarPairProps extends Required<Pick<BarChartProps, 'format'>> {
  readonly bar: Bar;
  readonly at: number;
  readonly most: number;
  readonly kinds: BarChartProps['kinds'];
}

function BarPair({ bar: { name, value, more = 0 }, at, most, format, kinds }: BarPairProps) {
  const [height, above] = [(HEIGHT * value) / most, (HEIGHT * more) / most];
  const place = { x: at * SLOT + 2, width: SLOT - 4 };
  const texts = kinds?.map((kind, index) => `${format(index === 0 ? value : more)} ${kind}`);
  return (
    <g>
      <title>{`${name}: ${texts?.join(', ') ?? format(value)}`}</title>
      <rect {...place} y={HEIGHT - height} height={height} />
      <rect className="sx-chart-more" {...place} y={HEIGHT - height - above} height={above} />
    </g>
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

/** The first, the middle and the last name: more would stand in one another. */
function Ends({ bars }: Pick<BarChartProps, 'bars'>) {
  const middle = bars.length > 2 ? bars[Math.floor(bars.length / 2)]?.name : undefined;
  return (
    <p className="sx-chart-ends sx-muted" aria-hidden="true">
      <span>{bars[0]?.name}</span>
      <span>{middle}</span>
      <span>{bars.length > 1 ? bars.at(-1)?.name : undefined}</span>
    </p>
  );
}

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
          {bars.map(({ name, value, more = 0 }) => (
            <tr key={name}>
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
