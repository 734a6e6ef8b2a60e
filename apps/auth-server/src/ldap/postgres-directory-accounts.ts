import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DirectoryAccount, DirectoryAccounts } from './directory.js';

@Injectable()
export class PostgresDirectoryAccounts implements DirectoryAccounts {
  constructor(private readonly source: DataSource) {}

  async ofUser(userId: string): Promise<DirectoryAccount | undefined> {
    const [row] = await this.source.query<{ directory: string; person_id: string }[]>(
      'SELECT directory, person_id FROM ldap_account WHERE user_id = $1',
      [userId],
    );
    return row && { directory: row.directory, personId: row.person_id, userId };
  }

  async userOf(directory: string, personId: string): Promise<string | undefined> {
    const [row] = await this.source.query<{ user_id: string }[]>(
      'SELECT user_id FROM ldap_account WHERE directory = $1 AND person_id = $2',
      [directory, personId],
    );
    return row?.user_id;
  }

  async add({ directory, personId, userId }: DirectoryAccount): Promise<boolean> {
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO ldap_account (directory, person_id, user_id) VALUES ($1, $2, $3)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [directory, personId, userId],
    );
    return rows.length > 0;
  }
}
