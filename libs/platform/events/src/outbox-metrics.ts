import type { Metrics, Sample } from '@sextant/platform-runtime/telemetry';
import type { DataSource } from 'typeorm';
import { LANES } from './outbox.js';

/** More are not counted: a page of metrics must not read a whole table. */
const MOST_COUNTED = 100_000;

/** What a worker tells of its own work. */
export interface OutboxCounters {
  published(events: number): void;
  rejected(): void;
  failed(): void;
}

interface Waiting {
  readonly pending: string;
  readonly oldestSeconds: string;
}

/**
 * Shows at `/metrics` what waits in the outbox, of all replicas, as they share the table, and what this
 * process has done about it.
 */
export function outboxMetrics(metrics: Metrics, source: DataSource): OutboxCounters {
  const read = async (of: (waiting: Waiting) => string): Promise<Sample<never>[]> => {
    const rows = await source.query<Waiting[]>(WAITING);
    return rows.map((waiting) => ({ labels: {}, value: Number(of(waiting)) }));
  };
  metrics.observed(
    {
      name: 'outbox_pending_events',
      help: `Events that the broker has not taken yet; ${MOST_COUNTED} at most are counted.`,
    },
    () => read(({ pending }) => pending),
  );
  metrics.observed(
    { name: 'outbox_oldest_pending_seconds', help: 'Age of the oldest of them; 0 without any.' },
    () => read(({ oldestSeconds }) => oldestSeconds),
  );
  const published = metrics.counter('outbox_published_total', 'Events that the broker took.');
  const rejected = metrics.counter(
    'outbox_rejected_total',
    'Events that the broker refused for good; they are kept with the reason.',
  );
  const failures = metrics.counter(
    'outbox_failures_total',
    'Attempts to publish that failed and are made again.',
  );
  return {
    published: (events) => published.inc(events),
    rejected: () => rejected.inc(),
    failed: () => failures.inc(),
  };
}

const PENDING = 'published_at IS NULL AND rejected_at IS NULL';

/** The oldest of each lane is found by the index of what is pending. */
const WAITING = `
  SELECT
    (SELECT count(*) FROM (SELECT FROM outbox WHERE ${PENDING} LIMIT ${MOST_COUNTED}) AS waiting) AS pending,
    (SELECT greatest(0, coalesce(extract(epoch FROM now() - min(first.created_at)), 0))
     FROM generate_series(0, ${LANES - 1}) AS numbers (lane),
       LATERAL (SELECT created_at FROM outbox WHERE outbox.lane = numbers.lane AND ${PENDING}
                ORDER BY sequence LIMIT 1) AS first) AS "oldestSeconds"`;
