import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type {
  Creation,
  CreationState,
  StoredCreation,
} from '../../notifications/creation/creation.js';
import { isEventKey } from '../../notifications/creation/event-key.js';
import type { CreationLog, FinishedCreation } from '../../notifications/creation/creation-log.js';
import { ADD_WHOLE, wholeValues } from './postgres-notification-inserts.js';
import { REMEMBER } from './postgres-events.js';
import { bytes, hex } from './postgres-rows.js';

interface Row {
  readonly id: Buffer;
  readonly key: string;
  readonly state: CreationState;
  readonly body: Omit<Creation, 'id' | 'key' | 'createdAt'>;
  readonly created_at: Date;
}

type Changed<Found = unknown> = readonly [Found[], number];

/** More would keep others with the same key waiting for too long. */
const RECORDED_AT_ONCE = 1000;

const ADD = `INSERT INTO creation (id, key, state, body, created_at, lease_until)
   VALUES ($1, $2, 'new', $3, $4, $5) ON CONFLICT (key) DO NOTHING RETURNING 1`;

/**
 * Without a wait for the disk: a crash of the database that takes this back has the signals sent
 * again, which may be, and takes back what is remembered with it.
 */
const DONE = `UPDATE creation SET state = 'done'
  WHERE set_config('synchronous_commit', 'off', true) = 'off' AND id =`;
const DONE_WITH_EVENT = `WITH remembered AS (${REMEMBER}) ${DONE} $3`;

const COLUMNS = 'id, key, state, body, created_at';

@Injectable()
export class PostgresCreationLog implements CreationLog {
  readonly #prepared: PreparedStatements;

  constructor(private readonly source: DataSource) {
    this.#prepared = new PreparedStatements(source);
  }

  async begin(creation: Creation, leaseUntil: Date): Promise<StoredCreation> {
    const added = await this.#add(creation, leaseUntil);
    if (added !== undefined) return { ...creation, ...added };
    const { key } = creation;
    const [row] = await this.source.query<Row[]>(`SELECT ${COLUMNS} FROM creation WHERE key = $1`, [
      key,
    ]);
    return row === undefined ? this.begin(creation, leaseUntil) : toCreation(row);
  }

  /** Small ones are recorded in the same statement: one wait for the disk instead of four. */
  async #add(
    creation: Creation,
    leaseUntil: Date,
  ): Promise<Pick<StoredCreation, 'state' | 'isForInboxOnly'> | undefined> {
    const { id, key, createdAt, ...rest } = creation;
    const body = JSON.stringify(rest);
    if (creation.recipients.length > RECORDED_AT_ONCE) {
      const values = [bytes(id), key, body, createdAt, leaseUntil];
      const rows = await this.source.query<unknown[]>(ADD, values);
      return rows.length > 0 ? { state: 'new' } : undefined;
    }
    const [row] = await this.#prepared.rows<{ is_reachable: boolean }>(
      'creation_whole',
      ADD_WHOLE,
      wholeValues(creation, body, leaseUntil),
    );
    if (row === undefined) return undefined;
    return { state: 'recorded', ...(row.is_reachable ? {} : { isForInboxOnly: true }) };
  }

  async find(id: string): Promise<StoredCreation | undefined> {
    const [row] = await this.source.query<Row[]>(`SELECT ${COLUMNS} FROM creation WHERE id = $1`, [
      bytes(id),
    ]);
    return row === undefined ? undefined : toCreation(row);
  }

  async recorded(id: string): Promise<void> {
    await this.source.query(
      `UPDATE creation SET state = 'recorded' WHERE id = $1 AND state = 'new'`,
      [bytes(id)],
    );
  }

  async done({ id, key, createdAt }: FinishedCreation): Promise<void> {
    if (isEventKey(key)) {
      await this.source.query(DONE_WITH_EVENT, [key, createdAt, bytes(id)]);
    } else {
      await this.#prepared.rows('creation_done', `${DONE} $1`, [bytes(id)]);
    }
  }

  async renew(id: string, leaseUntil: Date): Promise<void> {
    await this.source.query(
      `UPDATE creation SET lease_until = $2 WHERE id = $1 AND state <> 'done'`,
      [bytes(id), leaseUntil],
    );
  }

  async claim(now: Date, leaseUntil: Date): Promise<StoredCreation | undefined> {
    const [[row]] = await this.source.query<Changed<Row>>(
      `UPDATE creation SET lease_until = $2 WHERE id IN
         (SELECT id FROM creation WHERE state <> 'done' AND lease_until <= $1
          ORDER BY lease_until LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [now, leaseUntil],
    );
    return row === undefined ? undefined : toCreation(row);
  }

  async pending(): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(
      `SELECT count(*) FROM creation WHERE state <> 'done'`,
    );
    return Number(row?.count ?? 0);
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM creation WHERE id IN
         (SELECT id FROM creation WHERE state = 'done' AND created_at < $1 LIMIT 10000)`,
      [before],
    );
    return count;
  }
}

const toCreation = ({ id, key, state, body, created_at }: Row): StoredCreation => ({
  ...body,
  id: hex(id),
  key,
  state,
  createdAt: created_at,
});
