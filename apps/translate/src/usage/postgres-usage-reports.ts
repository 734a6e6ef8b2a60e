import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  DateRange,
  KeyUsage,
  OperationCharacters,
  TagUsage,
  UsageReports,
} from './usage-reports.js';

/** `jsonb_object_agg` of what each operation used. */
interface Row {
  readonly key_id: string;
  readonly masked: string;
  readonly label: string;
  readonly custom_tag: string;
  readonly day: string | null;
  readonly characters: OperationCharacters;
}

/** Reads usage by days of UTC from the service's own database. */
@Injectable()
export class PostgresUsageReports implements UsageReports {
  constructor(private readonly source: DataSource) {}

  async total(owner: string, range: DateRange): Promise<OperationCharacters> {
    const rows = await this.source.query<{ operation: string; characters: string }[]>(
      `SELECT operation, sum(characters) AS characters FROM usage_by_day
       WHERE owner = $1 AND day BETWEEN $2 AND $3 GROUP BY operation`,
      [owner, range.startDate, range.endDate],
    );
    return Object.fromEntries(rows.map((row) => [row.operation, Number(row.characters)]));
  }

  async byKey(owner: string, range: DateRange, isByDay: boolean): Promise<readonly KeyUsage[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT key_id, masked, label, day, jsonb_object_agg(operation, used) AS characters
       FROM (
         SELECT u.key_id, coalesce(k.masked, '') AS masked,
                coalesce(k.label, 'access token') AS label, k.created_at, u.operation,
                CASE WHEN $4 THEN u.day::text END AS day, sum(u.characters) AS used
         FROM usage_by_day u LEFT JOIN api_keys k ON k.id = u.key_id
         WHERE u.owner = $1 AND u.day BETWEEN $2 AND $3
         GROUP BY u.key_id, k.masked, k.label, k.created_at, u.operation, 6) AS used
       GROUP BY key_id, masked, label, created_at, day ORDER BY created_at, key_id, day`,
      [owner, range.startDate, range.endDate, isByDay],
    );
    return rows.map(({ key_id, masked, label, day, characters }) => ({
      keyId: key_id,
      maskedKey: masked,
      label,
      ...(day === null ? {} : { day }),
      characters,
    }));
  }

  async byTag(
    owner: string,
    range: DateRange,
    { isByDay, page, size }: { isByDay: boolean; page: number; size: number },
  ): Promise<{ rows: readonly TagUsage[]; hasMore: boolean }> {
    const rows = await this.source.query<Row[]>(
      `SELECT custom_tag, day, jsonb_object_agg(operation, used) AS characters
       FROM (
         SELECT custom_tag, operation, CASE WHEN $4 THEN day::text END AS day,
                sum(characters) AS used
         FROM usage_by_day
         WHERE owner = $1 AND day BETWEEN $2 AND $3 AND custom_tag <> ''
         GROUP BY custom_tag, operation, 3) AS used
       GROUP BY custom_tag, day ORDER BY custom_tag, day LIMIT $5 OFFSET $6`,
      [owner, range.startDate, range.endDate, isByDay, size + 1, (page - 1) * size],
    );
    const shown = rows.slice(0, size).map(({ custom_tag, day, characters }) => ({
      customTag: custom_tag,
      ...(day === null ? {} : { day }),
      characters,
    }));
    return { rows: shown, hasMore: rows.length > size };
  }
}
