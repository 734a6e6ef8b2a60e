import { Card, EmptyState, StatusBadge } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { Answer } from './answer.js';
import { Chart } from './chart.js';
import type { Sample, Status } from './relay.js';
import { useText } from './strings/index.js';
import { useAsked } from './use-asked.js';

const HOURS = 3;
const HOUR_MS = 3_600_000;
const LOOK_MS = 5_000;

/** How targets do now, and how they did. */
export function QueuesPanel({ api }: { readonly api: Api }) {
  const status = useAsked<Status>(api, '/status', LOOK_MS);
  const history = useAsked<{ readonly samples: readonly Sample[] }>(
    api,
    `/history/queues?hours=${HOURS}`,
    LOOK_MS * 3,
  );
  return (
    <Answer asked={status.asked} onRetry={status.again}>
      {(now) => (
        <>
          <Summary status={now} />
          <Answer asked={history.asked} onRetry={history.again}>
            {({ samples }) => <Targets status={now} samples={samples} />}
          </Answer>
        </>
      )}
    </Answer>
  );
}

function Summary({ status }: { readonly status: Status }) {
  const text = useText();
  const { delivering, sinks, unrouted, dead_letters: letters } = status;
  return (
    <p>
      {text(delivering ? 'queues.delivering' : 'queues.waiting')}{' '}
      {text('queues.summary', { sinks: sinks.join(', '), unrouted, letters })}
    </p>
  );
}

function Targets({
  status,
  samples,
}: {
  readonly status: Status;
  readonly samples: readonly Sample[];
}) {
  const text = useText();
  const waiting = new Map(status.queues.map((queue) => [`${queue.sink} ${queue.target}`, queue]));
  const sampled = samples.map(({ sink, target }) => `${sink} ${target}`);
  const names = [...new Set([...waiting.keys(), ...sampled])].toSorted();
  if (names.length === 0) return <EmptyState title={text('queues.none')} />;
  return names.map((name) => (
    <Target
      key={name}
      name={name}
      queue={waiting.get(name)}
      samples={samples.filter(({ sink, target }) => `${sink} ${target}` === name)}
    />
  ));
}

interface TargetProps {
  readonly name: string;
  readonly queue: Status['queues'][number] | undefined;
  readonly samples: readonly Sample[];
}

function Target({ name, queue, samples }: TargetProps) {
  const text = useText();
  const isOpen = (queue?.breaker ?? 'closed') !== 'closed';
  const [sink = '', ...rest] = name.split(' ');
  const title = rest.join(' ') === sink ? sink : name;
  const toMs = Date.now();
  const span = { fromMs: toMs - HOURS * HOUR_MS, toMs, samples };
  const badge = (
    <StatusBadge tone={isOpen ? 'bad' : 'good'}>
      {text(isOpen ? 'queues.paused' : 'queues.open')}
    </StatusBadge>
  );
  return (
    <Card title={title} aside={badge}>
      <p>{text('queues.now', { count: queue?.waiting ?? 0 })}</p>
      <div className="relay-charts">
        <Chart {...span} title={text('chart.waiting')} valueOf={(sample) => sample.waiting} />
        <Chart {...span} title={text('chart.delivered')} valueOf={(sample) => sample.delivered} />
        <Chart {...span} title={text('chart.failed')} valueOf={(sample) => sample.failed} />
      </div>
    </Card>
  );
}
