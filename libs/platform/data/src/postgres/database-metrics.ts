import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { DataSource } from 'typeorm';

interface Seen {
  readonly schema: string | null;
  readonly now: string;
}

/** Shows at `/metrics` what an operator compares between replicas: the newest migration and the server's clock. */
export function observeDatabase(source: DataSource, metrics: Metrics): void {
  metrics.observed(
    {
      name: 'database_schema_info',
      help: 'Always 1; the newest migration of the database, and whether this process knows it.',
      labels: ['migration', 'known'],
    },
    async () => {
      const { schema } = await look(source);
      if (schema === null) return [];
      const known = source.migrations.some(
        (migration) => (migration.name ?? migration.constructor.name) === schema,
      );
      return [{ labels: { migration: schema, known: String(known) }, value: 1 }];
    },
  );
  metrics.observed(
    {
      name: 'database_clock_ahead_seconds',
      help: "How far PostgreSQL's clock is ahead of this process's at least; negative when it is behind.",
    },
    async () => {
      const askedMs = Date.now();
      const { now } = await look(source);
      return [{ labels: {}, value: aheadOf(Number(now), askedMs / 1000, Date.now() / 1000) }];
    },
  );
}

/** It was read some time between the question and the answer, which a busy pool brings apart: 0 within that. */
function aheadOf(now: number, asked: number, answered: number): number {
  if (now > answered) return now - answered;
  return now < asked ? now - asked : 0;
}

async function look(source: DataSource): Promise<Seen> {
  const [row] = await source.query<Seen[]>(
    `SELECT (SELECT name FROM migrations ORDER BY id DESC LIMIT 1) AS schema,
       extract(epoch FROM clock_timestamp()) AS now`,
  );
  if (row === undefined) throw new Error('PostgreSQL answers no row.');
  return row;
}
