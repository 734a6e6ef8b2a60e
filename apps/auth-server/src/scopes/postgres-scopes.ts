import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import type { Scope, ScopeChange, Scopes } from './scope.js';
import { PostgresChanges } from '../database/postgres-changes.js';
import { assignments, isUniqueViolation, uuidOrNull } from '../database/sql.js';

interface ScopeRow {
  readonly id: string;
  readonly scope_name: string;
  readonly description: string;
  readonly is_default: boolean;
  readonly is_active: boolean;
  readonly roles: string[];
  readonly created_at: Date;
}

const COLUMNS: Readonly<Record<string, string>> = {
  description: 'description',
  isDefault: 'is_default',
  isActive: 'is_active',
  roles: 'roles',
};

@Injectable()
export class PostgresScopes implements Scopes {
  constructor(
    private readonly source: DataSource,
    private readonly changes: PostgresChanges,
  ) {}

  async list(): Promise<readonly Scope[]> {
    const rows = await this.source.query<ScopeRow[]>(
      'SELECT * FROM oauth_scope ORDER BY created_at, scope_name',
    );
    return rows.map(toScope);
  }

  async find(id: string): Promise<Scope | undefined> {
    const [row] = await this.source.query<ScopeRow[]>(
      'SELECT * FROM oauth_scope WHERE scope_name = $1 OR id = $2::uuid',
      [id, uuidOrNull(id)],
    );
    return row === undefined ? undefined : toScope(row);
  }

  async add(scope: Scope): Promise<void> {
    try {
      await this.source.query(
        `INSERT INTO oauth_scope (id, scope_name, description, is_default, is_active, created_at, roles)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
        [
          scope.id,
          scope.name,
          scope.description,
          scope.isDefault,
          scope.isActive,
          scope.createdAt,
          scope.roles,
        ],
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw AUTH_ERRORS.scopeExists({ cause: error });
      throw error;
    }
    await this.changes.announce('scopes');
  }

  async change(id: string, change: ScopeChange): Promise<Scope | undefined> {
    const { sql, values } = assignments(change, COLUMNS);
    if (sql.length === 0) return this.find(id);
    const [rows] = await this.source.query<[ScopeRow[], number]>(
      `UPDATE oauth_scope SET ${sql.join(', ')} WHERE scope_name = $1 OR id = $${values.length + 2}::uuid RETURNING *`,
      [id, ...values, uuidOrNull(id)],
    );
    await this.changes.announce('scopes');
    return rows[0] === undefined ? undefined : toScope(rows[0]);
  }
}

const toScope = (row: ScopeRow): Scope => ({
  id: row.id,
  name: row.scope_name,
  description: row.description,
  isDefault: row.is_default,
  isActive: row.is_active,
  roles: row.roles,
  createdAt: row.created_at,
});
