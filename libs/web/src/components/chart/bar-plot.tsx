import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { BarStack } from '@visx/shape';
import { useState, type PointerEvent } from 'react';
import { textOfBar, type Bar, type BarChartProps } from './bar.js';
import { useWidth } from './use-width.js';

const HEIGHT = 180;
const MARGIN = { top: 8, right: 12, bottom: 24 };
/** Of a letter in an axis, in pixels: a little more than it takes, so that names do not touch. */
const LETTER = 8;
/** Of the numbers: what is counted has no halves, so that the scale ends at 4 at least. */
const TICKS = 4;
const KINDS = ['value', 'more'] as const;
const CLASS_NAMES = { value: 'sx-chart-bar', more: 'sx-chart-bar sx-chart-more' };

export type BarPlotProps = Pick<BarChartProps, 'bars' | 'kinds' | 'summary'> &
  Required<Pick<BarChartProps, 'format'>>;

/** Bars between their axes; what one of them stands for is shown where the pointer is. */
export default function BarPlot(props: BarPlotProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div className="sx-chart-plot" ref={box}>
      {width === 0 ? null : <Plot {...props} width={width} />}
    </div>
  );
}

function Plot({ bars, kinds, format, summary, width }: BarPlotProps & { readonly width: number }) {
  const [shown, setShown] = useState<Bar>();
  const scales = scalesOf(bars, format, width);
  const { x, left } = scales;
  const show = ({ clientX, currentTarget }: PointerEvent<SVGElement>): void => {
    const at = clientX - currentTarget.getBoundingClientRect().left - left;
    const index = Math.min(Math.floor(at / x.step()), bars.length - 1);
    setShown(bars[index]);
  };
  return (
    <>
      <svg
        {...{ width, height: HEIGHT }}
        {...(summary === undefined
          ? { 'aria-hidden': true }
          : { role: 'img', 'aria-label': summary })}
        onPointerMove={show}
        onPointerDown={show}
        onPointerLeave={() => setShown(undefined)}
      >
        <Lines {...{ scales, width }} />
        <Bars {...{ bars, scales, shown }} />
        <Axes {...{ bars, format, scales }} />
      </svg>
      {shown === undefined ? null : (
        <p className="sx-tip sx-chart-tip" aria-hidden="true" style={placeOf(x(shown.name), width)}>
          {textOfBar(shown, format, kinds)}
        </p>
      )}
    </>
  );
}

interface Scaled {
  readonly scales: Scales;
}

const Lines = ({ scales: { y, left }, width }: Scaled & { readonly width: number }) =>
  y
    .ticks(TICKS)
    .map((value) => (
      <line
        key={value}
        className="sx-chart-line"
        x1={left}
        x2={width}
        y1={y(value)}
        y2={y(value)}
      />
    ));

const Bars = ({
  bars,
  scales: { x, y },
  shown,
}: Scaled & Pick<BarPlotProps, 'bars'> & { readonly shown: Bar | undefined }) => (
  <BarStack
    data={[...bars]}
    keys={[...KINDS]}
    value={(bar, kind) => bar[kind] ?? 0}
    x={({ name }) => name}
    xScale={x}
    yScale={y}
    color={(kind) => kind}
  >
    {(stacks) =>
      stacks.flatMap(({ key, bars: ofKind }) =>
        ofKind.map(({ index, x: at, y: top, width, height }) => (
          <rect
            key={`${key} ${index}`}
            className={`${CLASS_NAMES[key]}${bars[index] === shown ? ' sx-chart-shown' : ''}`}
            {...{ x: at, y: top, width, height }}
          />
        )),
      )
    }
  </BarStack>
);

const Axes = ({
  bars,
  format,
  scales: { x, y, left, bottom },
}: Scaled & Pick<BarPlotProps, 'bars' | 'format'>) => (
  <>
    <AxisLeft
      {...{ scale: y, left, numTicks: TICKS, hideTicks: true, hideAxisLine: true }}
      tickFormat={(value) => format(Number(value))}
      tickLabelProps={{ className: 'sx-chart-name' }}
    />
    <AxisBottom
      {...{ scale: x, top: bottom, axisLineClassName: 'sx-chart-axis', hideTicks: true }}
      tickValues={namesThatFit(bars, x.step())}
      tickLabelProps={{ className: 'sx-chart-name' }}
    />
  </>
);

type Scales = ReturnType<typeof scalesOf>;

function scalesOf(bars: readonly Bar[], format: (value: number) => string, width: number) {
  const most = Math.max(...bars.map(({ value, more = 0 }) => value + more), TICKS);
  const bottom = HEIGHT - MARGIN.bottom;
  const y = scaleLinear<number>({ domain: [0, most], range: [bottom, MARGIN.top], nice: TICKS });
  const longest = Math.max(...y.ticks(TICKS).map((value) => format(value).length));
  const left = longest * LETTER + 2 * LETTER;
  const x = scaleBand<string>({
    domain: bars.map(({ name }) => name),
    range: [left, width - MARGIN.right],
    padding: 0.2,
  });
  return { x, y, left, bottom };
}

/** Every name, or every second, third and so on: those that do not stand in one another. */
function namesThatFit(bars: readonly Bar[], step: number): string[] {
  const longest = Math.max(...bars.map(({ name }) => name.length), 1);
  const every = Math.max(1, Math.ceil(((longest + 1) * LETTER) / step));
  return bars.filter((_bar, at) => at % every === 0).map(({ name }) => name);
}

/** Beside the bar, on the side with more room. */
const placeOf = (at = 0, width: number) =>
  at < width / 2 ? { left: at + LETTER } : { right: width - at };
