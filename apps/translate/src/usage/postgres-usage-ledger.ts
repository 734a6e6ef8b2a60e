import { Injectable } from '@nestjs/common';
import { QuotaSettings } from './quota.settings.js';
import { PreparedStatements } from '@sextant/platform-data/postgres';
import { DataSource } from 'typeorm';
import type { BalanceRequest, UsageBatch, UsageLedger } from './usage-ledger.js';
import {
  dayOf,
  periodBounds,
  periodOf,
  type KeyLimits,
  type UsageBalance,
  type UsageRecord,
} from './usage.js';

interface LimitsRow {
  readonly key_id: string;
  readonly characters: string | null;
  readonly speech_to_text_milliseconds: string | null;
}

const COUNT = 'SELECT count_usage($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) AS accepted';

const UNIQUE_VIOLATION = '23505';

/** Counts usage in the service's own database. */
@Injectable()
export class PostgresUsageLedger implements UsageLedger {
  readonly #statements: PreparedStatements;

  constructor(
    private readonly source: DataSource,
    private readonly quotas: QuotaSettings,
  ) {
    this.#statements = new PreparedStatements(source);
  }

  async store(batch: UsageBatch): Promise<readonly boolean[]> {
    try {
      return await this.#count(batch);
    } catch (error) {
      // The same batch was under way: its outcome is known by now.
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
      return await this.#count(batch);
    }
  }

  async balance({ owner, keyId, plan, nowMs }: BalanceRequest): Promise<UsageBalance> {
    const [row] = await this.source.query<Record<'key' | 'key_limit' | 'account', string | null>[]>(
      `SELECT
         (SELECT characters FROM usage_by_period WHERE period = $1 AND subject = $2) AS key,
         (SELECT characters FROM key_limits WHERE key_id = $3) AS key_limit,
         (SELECT characters FROM usage_by_period WHERE period = $1 AND subject = $4) AS account`,
      [periodOf(nowMs), keySubject(keyId), keyId, accountSubject({ owner, plan })],
    );
    return {
      keyCharacters: Number(row?.key ?? 0),
      keyLimit: toLimit(row?.key_limit ?? null),
      accountCharacters: Number(row?.account ?? 0),
      accountLimit: this.quotas.planLimits[plan],
      period: periodBounds(nowMs),
    };
  }

  async setKeyLimits(keyId: string, limits: Partial<KeyLimits>): Promise<KeyLimits> {
    const [row] = await this.source.query<LimitsRow[]>(
      `INSERT INTO key_limits (key_id, characters, speech_to_text_milliseconds)
       VALUES ($1, $2, $3)
       ON CONFLICT (key_id) DO UPDATE SET
         characters = CASE WHEN $4 THEN $2 ELSE key_limits.characters END,
         speech_to_text_milliseconds =
           CASE WHEN $5 THEN $3 ELSE key_limits.speech_to_text_milliseconds END
       RETURNING *`,
      [
        keyId,
        limits.characters ?? null,
        limits.speechToTextMilliseconds ?? null,
        limits.characters !== undefined,
        limits.speechToTextMilliseconds !== undefined,
      ],
    );
    return toLimits(row);
  }

  async keyLimits(keyIds: readonly string[]): Promise<ReadonlyMap<string, KeyLimits>> {
    const rows = await this.source.query<LimitsRow[]>(
      'SELECT * FROM key_limits WHERE key_id = ANY($1::uuid[])',
      [keyIds],
    );
    return new Map(rows.map((row) => [row.key_id, toLimits(row)]));
  }

  async sweepBatches(before: Date): Promise<void> {
    await this.source.query('DELETE FROM usage_batches WHERE stored_at < $1', [before]);
  }

  async #count({ id, nowMs, records }: UsageBatch): Promise<readonly boolean[]> {
    const [row] = await this.#statements.rows<{ accepted: boolean[] }>('count_usage', COUNT, [
      id,
      new Date(nowMs),
      periodOf(nowMs),
      dayOf(nowMs),
      this.quotas.planLimits,
      records.map(({ owner }) => owner),
      records.map(({ keyId }) => keyId),
      records.map(({ plan }) => plan),
      records.map(({ operation }) => operation),
      records.map(({ customTag }) => customTag),
      records.map(({ characters }) => characters),
    ]);
    return row?.accepted ?? [];
  }
}

const keySubject = (keyId: string): string => `key:${keyId}`;

const accountSubject = ({ owner, plan }: Pick<UsageRecord, 'owner' | 'plan'>): string =>
  `account:${plan}:${owner}`;

const toLimit = (value: string | null): number | null => (value === null ? null : Number(value));

const toLimits = (row: LimitsRow | undefined): KeyLimits => ({
  characters: toLimit(row?.characters ?? null),
  speechToTextMilliseconds: toLimit(row?.speech_to_text_milliseconds ?? null),
});
