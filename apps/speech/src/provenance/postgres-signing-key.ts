import { Injectable } from '@nestjs/common';
import { lazily } from '@sextant/platform-runtime/promises';
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { DataSource } from 'typeorm';
import type { SigningKey } from './signing-key.js';

/** The key that statements of consent are signed with: made when it is first needed, the same for all replicas. */
@Injectable()
export class PostgresSigningKey implements SigningKey {
  readonly get = lazily(() => this.load());

  constructor(private readonly source: DataSource) {}

  private async load(): Promise<KeyObject> {
    const made = generateKeyPairSync('ed25519').privateKey;
    await this.source.query(
      `INSERT INTO service_secret (name, value) VALUES ('consents', $1) ON CONFLICT (name) DO NOTHING`,
      [made.export({ type: 'pkcs8', format: 'der' })],
    );
    const [row] = await this.source.query<{ readonly value: Buffer }[]>(
      `SELECT value FROM service_secret WHERE name = 'consents'`,
    );
    if (row === undefined) throw new Error('The key of consents is gone.');
    return createPrivateKey({ key: row.value, type: 'pkcs8', format: 'der' });
  }
}
