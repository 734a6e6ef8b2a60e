import { Injectable } from '@nestjs/common';
import { generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Clock } from '@sextant/platform-runtime/clock';
import { DataSource, type EntityManager } from 'typeorm';
import { KeySettings } from './key.settings.js';
import { Sealer } from './sealer.js';
import { AUTH_ERRORS } from '../errors/auth-errors.js';
import {
  LONGEST_SIGNED_TOKEN_MS,
  mayRotate,
  planRotation,
  SIGNING_ALGORITHMS,
  type KeyStage,
  type KeyStep,
  type RotationPolicy,
  type SigningAlgorithm,
  type SigningKey,
  type SigningKeys,
} from './signing-keys.js';
import { PostgresChanges } from '../database/postgres-changes.js';

interface KeyRow {
  readonly kid: string;
  readonly algorithm: SigningAlgorithm;
  readonly stage: KeyStage;
  readonly since: Date;
  readonly sealed_jwk: Buffer;
}

const DAY_MS = 86_400_000;

/** Two replicas must not both rotate. */
const ROTATION_LOCK = 0x5e87a4b;
const STAGES: readonly KeyStage[] = ['current', 'next', 'previous'];

/** Signing keys, sealed, in PostgreSQL. */
@Injectable()
export class PostgresSigningKeys implements SigningKeys {
  readonly #policy: RotationPolicy;

  constructor(
    private readonly source: DataSource,
    private readonly sealer: Sealer,
    private readonly changes: PostgresChanges,
    private readonly clock: Clock,
    { keyLifetimeDays }: KeySettings,
  ) {
    const retentionMs = LONGEST_SIGNED_TOKEN_MS;
    this.#policy = { lifetimeMs: keyLifetimeDays * DAY_MS, retentionMs };
  }

  async list(): Promise<readonly SigningKey[]> {
    const rows = await this.source.query<KeyRow[]>('SELECT * FROM signing_key');
    return rows
      .map((row) => ({
        kid: row.kid,
        algorithm: row.algorithm,
        stage: row.stage,
        since: row.since,
        privateJwk: this.#open(row),
      }))
      .sort((a, b) => rank(a) - rank(b) || b.since.getTime() - a.since.getTime());
  }

  #open({ sealed_jwk, kid }: KeyRow): Record<string, unknown> {
    try {
      return JSON.parse(this.sealer.open(sealed_jwk, kid)) as Record<string, unknown>;
    } catch (cause) {
      throw new Error('KEY_ENCRYPTION_KEY is not the key that the signing keys were sealed with.', {
        cause,
      });
    }
  }

  async rotate({
    atOnce = [],
  }: { readonly atOnce?: readonly SigningAlgorithm[] } = {}): Promise<boolean> {
    const { source, clock, changes } = this;
    const now = new Date(clock.nowMs());
    const changed = await source.transaction(async (manager) => {
      await manager.query('SELECT pg_advisory_xact_lock($1)', [ROTATION_LOCK]);
      const keys = await manager.query<KeyRow[]>(
        'SELECT kid, algorithm, stage, since FROM signing_key',
      );
      const isRefused = atOnce.some((algorithm) => {
        const own = keys.filter((key) => key.algorithm === algorithm);
        return !mayRotate(own, { policy: this.#policy, now });
      });
      if (isRefused) throw AUTH_ERRORS.rotatedTooOften();
      const steps = planRotation(keys, { policy: this.#policy, now, atOnce });
      for (const step of steps) await this.#take(manager, step, now);
      return steps.length > 0;
    });
    if (changed) await changes.announce('keys');
    return changed;
  }

  async #take(manager: EntityManager, step: KeyStep, now: Date): Promise<void> {
    switch (step.kind) {
      case 'remove':
        await manager.query('DELETE FROM signing_key WHERE kid = $1', [step.kid]);
        return;
      case 'move':
        await manager.query('UPDATE signing_key SET stage = $2, since = $3 WHERE kid = $1', [
          step.kid,
          step.stage,
          now,
        ]);
        return;
      case 'create': {
        const kid = randomUUID();
        const jwk = { ...(await newKey(step.algorithm)), kid, alg: step.algorithm, use: 'sig' };
        await manager.query(
          `INSERT INTO signing_key (kid, algorithm, stage, since, sealed_jwk)
           VALUES ($1, $2, $3, $4, $5)`,
          [kid, step.algorithm, step.stage, now, this.sealer.seal(JSON.stringify(jwk), kid)],
        );
      }
    }
  }
}

/** RS256 first: readers of old expect the first key to be RSA. */
const rank = ({ algorithm, stage }: SigningKey): number =>
  SIGNING_ALGORITHMS.indexOf(algorithm) * STAGES.length + STAGES.indexOf(stage);

async function newKey(algorithm: SigningAlgorithm): Promise<object> {
  const pair = await generators[algorithm]();
  return pair.privateKey.export({ format: 'jwk' });
}

const generate = promisify(generateKeyPair);

const generators: Readonly<Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>>> = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generate('ed25519'),
};
