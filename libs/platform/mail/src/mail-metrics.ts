import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { DataSource } from 'typeorm';
import type { MailObserver } from './mail-worker.js';

/** More are not counted: a page of metrics must not read a whole table. */
const MOST_COUNTED = 100_000;

/** Shows at `/metrics` what waits in the queue, of all replicas, and what this process has done about it. */
export function mailMetrics(metrics: Metrics, source: DataSource): MailObserver {
  const mails = metrics.counter(
    'mail_deliveries_total',
    'Mails that were handed over, postponed or given up.',
    'outcome',
  );
  metrics.observed(
    { name: 'mail_queue_waiting', help: `Mails that wait; ${MOST_COUNTED} at most are counted.` },
    async () => {
      const rows = await source.query<{ count: string }[]>(
        `SELECT count(*) FROM
           (SELECT FROM mail_queue WHERE content IS NOT NULL LIMIT ${MOST_COUNTED}) AS waiting`,
      );
      return rows.map(({ count }) => ({ labels: {}, value: Number(count) }));
    },
  );
  return { mail: (outcome) => mails.inc({ outcome }) };
}
