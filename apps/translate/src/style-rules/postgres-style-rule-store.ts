import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { LanguageTag } from '../languages/language.js';
import type {
  ConfiguredRules,
  CustomInstruction,
  StyleRuleList,
  StyleRuleStore,
} from './style-rules.js';
import { isUuid } from '../database/uuid.js';

interface Row {
  readonly id: string;
  readonly name: string;
  readonly language: LanguageTag;
  readonly version: number;
  readonly configured_rules: ConfiguredRules;
  readonly instructions: readonly CustomInstruction[];
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Keeps style rule lists in the service's own database. */
@Injectable()
export class PostgresStyleRuleStore implements StyleRuleStore {
  constructor(private readonly source: DataSource) {}

  insert(owner: string, list: StyleRuleList, limit: number): Promise<boolean> {
    return this.source.transaction(async (manager) => {
      // One creation of an owner at a time, so that two cannot both take the last place.
      await manager.query('SELECT pg_advisory_xact_lock(2, hashtext($1))', [owner]);
      const rows = await manager.query<unknown[]>(
        `INSERT INTO style_rules (owner, id, name, language, version, configured_rules,
                                  instructions, created_at, updated_at)
         SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9
         WHERE (SELECT count(*) FROM style_rules WHERE owner = $1) < $10 RETURNING id`,
        [
          owner,
          list.id,
          list.name,
          list.language,
          list.version,
          ...jsonOf(list),
          list.createdAt,
          list.updatedAt,
          limit,
        ],
      );
      return rows.length === 1;
    });
  }

  async find(owner: string, id: string): Promise<StyleRuleList | undefined> {
    if (!isUuid(id)) return undefined;
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM style_rules WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return row && toList(row);
  }

  async page(owner: string, offset: number, limit: number): Promise<readonly StyleRuleList[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT * FROM style_rules WHERE owner = $1 ORDER BY created_at, id OFFSET $2 LIMIT $3',
      [owner, offset, limit],
    );
    return rows.map(toList);
  }

  async change(
    owner: string,
    id: string,
    change: (list: StyleRuleList) => StyleRuleList,
  ): Promise<StyleRuleList | undefined> {
    if (!isUuid(id)) return undefined;
    return this.source.transaction(async (manager) => {
      const [row] = await manager.query<Row[]>(
        'SELECT * FROM style_rules WHERE owner = $1 AND id = $2 FOR UPDATE',
        [owner, id],
      );
      if (row === undefined) return undefined;
      const changed = change(toList(row));
      await manager.query(
        `UPDATE style_rules SET name = $2, version = $3, configured_rules = $4, instructions = $5,
                                updated_at = $6 WHERE id = $1`,
        [row.id, changed.name, changed.version, ...jsonOf(changed), changed.updatedAt],
      );
      return changed;
    });
  }

  async delete(owner: string, id: string): Promise<boolean> {
    if (!isUuid(id)) return false;
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM style_rules WHERE owner = $1 AND id = $2',
      [owner, id],
    );
    return count === 1;
  }
}

const jsonOf = ({ configuredRules, instructions }: StyleRuleList): readonly string[] => [
  JSON.stringify(configuredRules),
  JSON.stringify(instructions),
];

const toList = (row: Row): StyleRuleList => ({
  id: row.id,
  name: row.name,
  language: row.language,
  version: row.version,
  configuredRules: row.configured_rules,
  instructions: row.instructions,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});
