import { ContentSettings } from '../content.settings.js';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StorageAccounts } from './archive.js';
import { IPT_ERRORS } from '../../errors/ipt-errors.js';

/** Items and their sum in PostgreSQL: of two charges at once the second waits for the first. */
@Injectable()
export class PostgresStorageAccounts implements StorageAccounts {
  constructor(
    private readonly source: DataSource,
    /** What one tenant may store. */
    private readonly settings: ContentSettings,
  ) {}

  async charge(tenant: string, item: string, bytes: number): Promise<void> {
    const { source } = this;
    const { maxTenantBytes: maxBytes } = this.settings;
    const [known] = await source.query<object[]>(
      'SELECT 1 FROM stored_items WHERE tenant = $1 AND item = $2',
      [tenant, item],
    );
    if (known !== undefined) return;
    await source.transaction(async (manager) => {
      const [account] = await manager.query<{ bytes: string }[]>(
        `WITH added AS (
           INSERT INTO stored_items (tenant, item, bytes) VALUES ($1, $2, $3)
           ON CONFLICT DO NOTHING RETURNING bytes
         )
         INSERT INTO storage_accounts (tenant, bytes) SELECT $1, bytes FROM added
         ON CONFLICT (tenant) DO UPDATE SET bytes = storage_accounts.bytes + excluded.bytes
         RETURNING bytes`,
        [tenant, item, bytes],
      );
      if (Number(account?.bytes ?? 0) <= maxBytes) return;
      throw IPT_ERRORS.quotaExceeded({
        message: `At most ${maxBytes} bytes may be stored; this would be more.`,
      });
    });
  }
}
