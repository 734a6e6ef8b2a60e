import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EventMemory } from '../../classroom-events/event-memory.js';
import type {
  DeadLetter,
  DeadLetterStore,
  DeadLettersFilter,
  DeadLettersQuery,
} from '../../delivery/dead-letter-store.js';

type Changed = readonly [unknown[], number];

const SWEEP = 10_000;

/** Values: key and time. */
export const REMEMBER =
  'INSERT INTO used_event (key, used_at) VALUES ($1, $2) ON CONFLICT (key) DO NOTHING';

@Injectable()
export class PostgresEventMemory implements EventMemory {
  constructor(private readonly source: DataSource) {}

  async has(key: string): Promise<boolean> {
    const rows = await this.source.query<unknown[]>('SELECT 1 FROM used_event WHERE key = $1', [
      key,
    ]);
    return rows.length > 0;
  }

  async remember(key: string, at: Date): Promise<void> {
    await this.source.query(REMEMBER, [key, at]);
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM used_event WHERE key IN
         (SELECT key FROM used_event WHERE used_at < $1 LIMIT ${SWEEP})`,
      [before],
    );
    return count;
  }
}

/** Where which words have to stand. */
const wordsOf = ({ user, host, reason }: DeadLettersFilter) =>
  [
    ['event', user === undefined ? undefined : `"user":"${user}"`],
    ['event', host === undefined ? undefined : `"host":${JSON.stringify(host)}`],
    ['reason', reason],
  ].filter((entry): entry is [string, string] => entry[1] !== undefined);

const LISTED = 'id, at, reason, left(event, 4096) AS event';

@Injectable()
export class PostgresDeadLetterStore implements DeadLetterStore {
  constructor(private readonly source: DataSource) {}

  async bury({ id, at, reason, event }: DeadLetter): Promise<void> {
    await this.source.query(
      `INSERT INTO dead_letter (id, at, reason, event) VALUES ($1, $2, $3, $4)
       ON CONFLICT (id) DO UPDATE SET at = $2, reason = $3`,
      [id, at, reason, event],
    );
  }

  async list({ limit, after, ...filter }: DeadLettersQuery): Promise<readonly DeadLetter[]> {
    const values: unknown[] = [limit];
    const placeholder = (value: unknown) => `$${values.push(value)}`;
    const conditions = wordsOf(filter).map(
      ([column, word]) => `strpos(lower(${column}), lower(${placeholder(word)})) > 0`,
    );
    if (after !== undefined) {
      const at = placeholder(after.at);
      conditions.push(`(at < ${at} OR (at = ${at} AND id > ${placeholder(after.id)}))`);
    }
    const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
    return this.source.query<DeadLetter[]>(
      `SELECT ${LISTED} FROM dead_letter ${where} ORDER BY at DESC, id LIMIT $1`,
      values,
    );
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    const [letter] = await this.source.query<DeadLetter[]>(
      'SELECT id, at, reason, event FROM dead_letter WHERE id = $1',
      [id],
    );
    return letter;
  }

  async remove(id: string): Promise<boolean> {
    const [, count] = await this.source.query<Changed>('DELETE FROM dead_letter WHERE id = $1', [
      id,
    ]);
    return count > 0;
  }

  async count(): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>('SELECT count(*) FROM dead_letter');
    return Number(row?.count ?? 0);
  }

  async sweep(before: Date): Promise<number> {
    const [, count] = await this.source.query<Changed>(
      `DELETE FROM dead_letter WHERE id IN
         (SELECT id FROM dead_letter WHERE at < $1 LIMIT ${SWEEP})`,
      [before],
    );
    return count;
  }
}
