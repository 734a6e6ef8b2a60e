import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { AccountDeletions } from './account-deletion.js';

const AT_ONCE = 100;

@Injectable()
export class PostgresAccountDeletions implements AccountDeletions {
  constructor(private readonly source: DataSource) {}

  async ask(userId: string, due: Date): Promise<void> {
    await this.source.query(
      `INSERT INTO account_deletion (user_id, due_at) VALUES ($1, $2)
       ON CONFLICT (user_id) DO NOTHING`,
      [userId, due],
    );
  }

  async cancel(userId: string): Promise<void> {
    await this.source.query('DELETE FROM account_deletion WHERE user_id = $1', [userId]);
  }

  async dueOf(userId: string): Promise<Date | undefined> {
    const [row] = await this.source.query<{ due_at: Date }[]>(
      'SELECT due_at FROM account_deletion WHERE user_id = $1',
      [userId],
    );
    return row?.due_at;
  }

  /** Who has become an administrator meanwhile stays. */
  async due(now: Date): Promise<readonly string[]> {
    const rows = await this.source.query<{ id: string }[]>(
      `SELECT id FROM account_deletion JOIN auth_user ON id = user_id
       WHERE due_at <= $1 AND NOT is_admin ORDER BY due_at LIMIT ${AT_ONCE}`,
      [now],
    );
    return rows.map(({ id }) => id);
  }

  async hold(userId: string): Promise<void> {
    await this.source.query('SELECT 1 FROM auth_user WHERE id = $1 FOR UPDATE', [userId]);
  }
}
