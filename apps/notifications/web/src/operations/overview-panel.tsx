import { Card, ErrorState, LoadingState } from '@sextant/web';
import type { Api } from '@sextant/web/api';
import { useText } from '../strings/index.js';
import { RateChart, type RateSlot } from './rate-chart.js';
import { useAnswer } from '../use-answer.js';

interface Queue {
  readonly waiting: number;
  readonly overdueSeconds: number;
}

interface Overview {
  readonly creations: number;
  readonly pushes: Queue;
  readonly mails: Queue;
  readonly deadLetters: number;
  readonly rates: readonly RateSlot[];
}

const EVERY_MS = 10_000;
const STEPS = ['pushed', 'push_failed', 'mailed', 'mail_failed', 'read'] as const;

/** Queues as numbers, what was done in the last hour as bars. */
export function OverviewPanel({ api }: { readonly api: Api }) {
  const text = useText();
  const { body, error, load } = useAnswer<{ readonly overview: Overview }>(api, '', EVERY_MS);
  if (error !== undefined) return <ErrorState error={error} onRetry={load} />;
  if (body === undefined) return <LoadingState lines={6} />;
  const { overview } = body;
  const numbers = [
    [text('queue.creations'), overview.creations],
    [text('queue.pushes'), overview.pushes.waiting],
    [text('queue.pushesOverdue'), Math.round(overview.pushes.overdueSeconds)],
    [text('queue.mails'), overview.mails.waiting],
    [text('queue.mailsOverdue'), Math.round(overview.mails.overdueSeconds)],
    [text('queue.letters'), overview.deadLetters],
  ] as const;
  return (
    <>
      <Card title={text('queue.title')}>
        <dl className="operations-numbers">
          {numbers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </Card>
      {STEPS.map((step) => (
        <Card key={step} title={text(`step.${step}`)}>
          <RateChart slots={overview.rates} step={step} label={text(`step.${step}`)} />
        </Card>
      ))}
    </>
  );
}
