import type { Happening } from '../operations.js';
import { short } from '../shown.js';
import { useText } from '../strings/index.js';

const [WIDTH, HEIGHT, MARGIN, ROW] = [720, 96, 60, 28];
/** More would not be read: the list below the picture has all. */
const DRAWN = 8;

/** The life of an asset: a line with its steps, and the same in words. */
export function LifePicture({ history }: { readonly history: readonly Happening[] }) {
  const text = useText();
  const drawn = history.slice(-DRAWN);
  const xOf = (index: number) =>
    drawn.length < 2 ? WIDTH / 2 : MARGIN + (index * (WIDTH - 2 * MARGIN)) / (drawn.length - 1);
  return (
    <>
      {/* The list below says the same. */}
      <svg className="ipt-life" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <line x1={MARGIN} x2={WIDTH - MARGIN} y1={ROW} y2={ROW} />
        {drawn.map(({ kind, to, finality }, index) => (
          <g key={index} className={`ipt-life-${finality.toLowerCase()}`}>
            <circle cx={xOf(index)} cy={ROW} r="9" />
            <text x={xOf(index)} y={ROW + 30}>
              {text(`life.${kind}`)}
            </text>
            <text x={xOf(index)} y={ROW + 50} className="ipt-life-who">
              {short(to)}
            </text>
          </g>
        ))}
      </svg>
      <ol className="ipt-lines" aria-label={text('view.life')}>
        {history.map(({ kind, to, blockNumber, finality, transactionHash }, index) => (
          <li key={index}>
            <strong>{text(`life.${kind}`)}</strong> <code title={to}>{short(to)}</code>{' '}
            <span className="sx-muted">
              {text('life.where', { block: blockNumber, hash: short(transactionHash) })},{' '}
              {text(`finality.${finality}`)}
            </span>
          </li>
        ))}
      </ol>
    </>
  );
}
