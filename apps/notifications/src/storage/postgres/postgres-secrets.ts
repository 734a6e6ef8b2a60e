import { Injectable } from '@nestjs/common';
import type { SecretStore } from '../../database/secret-store.js';
import { DataSource } from 'typeorm';

@Injectable()
export class PostgresSecretStore implements SecretStore {
  constructor(private readonly source: DataSource) {}

  async getOrMake(name: string, make: () => string): Promise<string> {
    const found = await this.#find(name);
    if (found !== undefined) return found;
    await this.source.query(
      'INSERT INTO secret (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
      [name, make()],
    );
    return this.getOrMake(name, make);
  }

  async #find(name: string): Promise<string | undefined> {
    const [row] = await this.source.query<{ value: string }[]>(
      'SELECT value FROM secret WHERE name = $1',
      [name],
    );
    return row?.value;
  }
}
