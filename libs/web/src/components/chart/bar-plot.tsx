import { AxisBottom, AxisLeft } from '@visx/axis';
import { BarStack } from '@visx/shape';
import { useState, type PointerEvent } from 'react';
import { textOfBar, type BarChartProps } from './bar.js';
import { HEIGHT, LETTER, namesThatFit, scalesOf, TICKS, type Scales } from './scales.js';
import { useWidth } from './use-width.js';

const KINDS = ['value', 'more'] as const;
const CLASS_NAMES = { value: 'sx-chart-bar', more: 'sx-chart-bar sx-chart-more' };

export type BarPlotProps = Pick<BarChartProps, 'bars' | 'kinds' | 'summary'> &
  Required<Pick<BarChartProps, 'format'>>;

/** Bars between their axes; what one of them stands for is shown where the pointer is. */
export function BarPlot(props: BarPlotProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  return (
    <div className="sx-chart-plot" ref={box}>
      {width === 0 ? null : <Plot {...props} width={width} />}
    </div>
  );
}

function Plot({ bars, kinds, format, summary, width }: BarPlotProps & { readonly width: number }) {
  /** Index of a bar. */
  const [shown, setShown] = useState<number>();
  const scales = scalesOf(bars, format, width);
  const { x, left } = scales;
  const show = ({ clientX, currentTarget }: PointerEvent<SVGElement>): void => {
    const at = clientX - currentTarget.getBoundingClientRect().left - left;
    setShown(Math.min(Math.floor(at / x.step()), bars.length - 1));
  };
  const bar = shown === undefined ? undefined : bars[shown];
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
      {shown === undefined || bar === undefined ? null : (
        <p className="sx-tip sx-chart-tip" aria-hidden="true" style={placeOf(x(shown), width)}>
          {textOfBar(bar, format, kinds)}
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
}: Scaled & Pick<BarPlotProps, 'bars'> & { readonly shown: number | undefined }) => (
  <BarStack
    data={bars.map((bar, at) => ({ ...bar, at }))}
    keys={[...KINDS]}
    value={(bar, kind) => bar[kind] ?? 0}
    x={({ at }) => at}
    xScale={x}
    yScale={y}
    color={(kind) => kind}
  >
    {(stacks) =>
      stacks.flatMap(({ key, bars: ofKind }) =>
        ofKind.map(({ index, x: at, y: top, width, height }) => (
          <rect
            key={`${key} ${index}`}
            className={`${CLASS_NAMES[key]}${index === shown ? ' sx-chart-shown' : ''}`}
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
      tickFormat={(at) => bars[at]?.name ?? ''}
      tickLabelProps={{ className: 'sx-chart-name' }}
    />
  </>
);

/** Beside the bar, on the side with more room. */
const placeOf = (at = 0, width: number) =>
  at < width / 2 ? { left: at + LETTER } : { right: width - at };
