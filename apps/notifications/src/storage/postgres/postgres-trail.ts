import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { lastRecordId } from '../../access/object-id.js';
import type { TrailCounts, TrailStep, TrailStepName } from '../../delivery/trail.js';
import type { TrailPage, TrailStore } from '../../delivery/trail-store.js';
import { bytes, hex } from './postgres-rows.js';

interface Row {
  readonly record: Buffer;
  readonly what: TrailStepName;
  readonly detail: string;
  readonly at: Date;
}

type Changed = readonly [unknown[], number];

const SWEEP = 10_000;
const OF_CREATION = 'record > $1 AND record <= $2';

/** Notes that the changed records of the rows named so were read. */
export const READ_STEP = (changed: string, now: string): string =>
  `INSERT INTO delivery_step (record, what, detail, at) SELECT id, 'read', '', ${now} FROM ${changed}
   ON CONFLICT (record, what, detail) DO NOTHING`;

@Injectable()
export class PostgresTrailStore implements TrailStore {
  constructor(private readonly source: DataSource) {}

  async add(steps: readonly TrailStep[]): Promise<void> {
    await this.source.query(
      `INSERT INTO delivery_step (record, what, detail, at)
       SELECT * FROM unnest($1::bytea[], $2::text[], $3::text[], $4::timestamptz[])
       ON CONFLICT (record, what, detail) DO NOTHING`,
      [
        steps.map(({ record }) => bytes(record)),
        steps.map(({ what }) => what),
        steps.map(({ detail }) => detail),
        steps.map(({ at }) => at),
      ],
    );
  }

  async of(creationId: string, { limit, after }: TrailPage): Promise<readonly TrailStep[]> {
    const values: unknown[] = [...rangeOf(creationId), limit];
    const isAfter = after === undefined ? '' : 'AND (record, what, detail) > ($4, $5, $6)';
    if (after !== undefined) values.push(bytes(after.record), after.what, after.detail);
    const rows = await this.source.query<Row[]>(
      `SELECT record, what, detail, at FROM delivery_step WHERE ${OF_CREATION} ${isAfter}
       ORDER BY record, what, detail LIMIT $3`,
      values,
    );
    return rows.map(({ record, ...step }) => ({ record: hex(record), ...step }));
  }

  async counts(creationIds: readonly string[]): Promise<TrailCounts> {
    const rows = await this.source.query<{ what: TrailStepName; count: string }[]>(
      `SELECT what, sum(records) AS count
       FROM unnest($1::bytea[], $2::bytea[]) AS creation (first, last)
       CROSS JOIN LATERAL (
         SELECT what, count(DISTINCT record) AS records FROM delivery_step
         WHERE record > first AND record <= last GROUP BY what) AS part
       GROUP BY what`,
      [creationIds.map(bytes), creationIds.map((id) => bytes(lastRecordId(id)))],
    );
    return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]));
  }

  async countsBetween(from: Date, until: Date): Promise<TrailCounts> {
    const rows = await this.source.query<{ what: TrailStepName; count: string }[]>(
      'SELECT what, count(*) FROM delivery_step WHERE at >= $1 AND at < $2 GROUP BY what',
      [from, until],
    );
    return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]));
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM delivery_step WHERE ctid IN
         (SELECT ctid FROM delivery_step WHERE at < $1 LIMIT ${SWEEP})`,
      [before],
    );
    return count;
  }
}

const rangeOf = (creationId: string): unknown[] => [
  bytes(creationId),
  bytes(lastRecordId(creationId)),
];
