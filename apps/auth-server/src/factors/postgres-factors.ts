import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Factor,
  FactorKind,
  FactorStore,
  PasskeyCredential,
  TotpFactor,
} from './factor-store.js';
import { uuidOrNull } from '../database/sql.js';

interface Row {
  readonly id: string;
  readonly user_id: string;
  readonly kind: FactorKind;
  readonly name: string;
  readonly sealed_secret: Buffer | null;
  readonly last_step: string;
  readonly credential_id: string | null;
  readonly credential: Omit<PasskeyCredential, 'id' | 'counter'> | null;
  readonly created_at: Date;
  readonly last_used_at: Date | null;
}

@Injectable()
export class PostgresFactors implements FactorStore {
  constructor(private readonly source: DataSource) {}

  async list(userId: string): Promise<readonly Factor[]> {
    const rows = await this.source.query<Row[]>(
      'SELECT * FROM auth_factor WHERE user_id = $1 ORDER BY created_at, id',
      [userId],
    );
    return rows.map(toFactor);
  }

  async add(factor: Factor, { sealedSecret }: { readonly sealedSecret: Buffer }): Promise<void> {
    const { id, userId, kind, name, createdAt, lastUsedAt } = factor;
    await this.source.query(
      `INSERT INTO auth_factor (id, user_id, kind, name, sealed_secret, created_at, last_used_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [id, userId, kind, name, sealedSecret, createdAt, lastUsedAt],
    );
  }

  async totps(userId: string): Promise<readonly TotpFactor[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT * FROM auth_factor WHERE user_id = $1 AND kind = 'totp' ORDER BY created_at, id`,
      [userId],
    );
    return rows.flatMap((row) =>
      row.sealed_secret === null ? [] : [{ ...toFactor(row), sealedSecret: row.sealed_secret }],
    );
  }

  async useStep(id: string, step: number, now: Date): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE auth_factor SET last_step = $2, last_used_at = $3
       WHERE id = $1 AND (last_step < $2 OR last_step > $2 + $4)`,
      [id, step, now, STEPS_AHEAD],
    );
    return count > 0;
  }

  async addPasskey(factor: Factor, credential: PasskeyCredential): Promise<boolean> {
    const { id, userId, kind, name, createdAt } = factor;
    const { id: credentialId, counter, ...rest } = credential;
    const rows = await this.source.query<unknown[]>(
      `INSERT INTO auth_factor (id, user_id, kind, name, credential_id, credential, last_step, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (credential_id) DO NOTHING RETURNING id`,
      [id, userId, kind, name, credentialId, rest, counter, createdAt],
    );
    return rows.length > 0;
  }

  async passkeysOf(userId: string): Promise<readonly PasskeyCredential[]> {
    const rows = await this.source.query<Row[]>(
      `SELECT * FROM auth_factor WHERE user_id = $1 AND kind = 'passkey' ORDER BY created_at, id`,
      [userId],
    );
    return rows.flatMap(toCredential);
  }

  async findPasskey(credentialId: string) {
    const [row] = await this.source.query<Row[]>(
      'SELECT * FROM auth_factor WHERE credential_id = $1',
      [credentialId],
    );
    const [credential] = row === undefined ? [] : toCredential(row);
    if (row === undefined || credential === undefined) return undefined;
    return { factor: toFactor(row), credential };
  }

  async usePasskey(id: string, counter: number, now: Date): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      `UPDATE auth_factor SET last_step = $2, last_used_at = $3
       WHERE id = $1 AND (last_step < $2 OR (last_step = 0 AND $2 = 0))`,
      [id, counter, now],
    );
    return count > 0;
  }

  async rename(userId: string, id: string, name: string): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      'UPDATE auth_factor SET name = $3 WHERE id = $2 AND user_id = $1',
      [userId, uuidOrNull(id), name],
    );
    return count > 0;
  }

  async remove(userId: string, id: string): Promise<Factor | undefined> {
    const [rows] = await this.source.query<[Row[], number]>(
      'DELETE FROM auth_factor WHERE id = $2 AND user_id = $1 RETURNING *',
      [userId, uuidOrNull(id)],
    );
    return rows[0] === undefined ? undefined : toFactor(rows[0]);
  }

  async replaceRecoveryCodes(userId: string, digests: readonly Buffer[]): Promise<void> {
    await this.source.transaction(async (manager) => {
      await manager.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
      await manager.query(
        'INSERT INTO recovery_code (user_id, digest) SELECT $1, unnest($2::bytea[])',
        [userId, digests],
      );
    });
  }

  async useRecoveryCode(userId: string, digest: Buffer): Promise<boolean> {
    const [, count] = await this.source.query<[unknown[], number]>(
      'DELETE FROM recovery_code WHERE user_id = $1 AND digest = $2',
      [userId, digest],
    );
    return count > 0;
  }

  async countRecoveryCodes(userId: string): Promise<number> {
    const [row] = await this.source.query<{ count: string }[]>(
      'SELECT count(*) FROM recovery_code WHERE user_id = $1',
      [userId],
    );
    return Number(row?.count ?? 0);
  }
}

/** Five minutes. A step further ahead was used while this machine's clock was, and would refuse people until then. */
const STEPS_AHEAD = 10;

/** The counter of a passkey is where the step of an app is. */
const toCredential = ({ credential_id, credential, last_step }: Row): PasskeyCredential[] =>
  credential_id === null || credential === null
    ? []
    : [{ ...credential, id: credential_id, counter: Number(last_step) }];

const toFactor = (row: Row): Factor => ({
  id: row.id,
  userId: row.user_id,
  kind: row.kind,
  name: row.name,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
});
