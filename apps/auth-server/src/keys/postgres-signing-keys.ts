import { Injectable } from '@nestjs/common';
import { generateKeyPair, randomUUID, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { Clock } from '@sextant/platform-runtime/clock';
import { ConfigError } from '@sextant/platform-runtime/config';
import { DataSource } from 'typeorm';
import { UnitOfWork } from '../database/unit-of-work.js';
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
    private readonly unit: UnitOfWork,
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
      throw new ConfigError(
        ['KEY_ENCRYPTION_KEY: is not the key that sealed the signing keys. Set that key.'],
        { cause },
      );
    }
  }

  async rotate({
    atOnce = [],
    alongside,
  }: { readonly atOnce?: readonly SigningAlgorithm[] } & Alongside = {}): Promise<boolean> {
    const now = new Date(this.clock.nowMs());
    // Making keys takes its time: it holds no transaction open. Whoever comes first changes the plan.
    for (const made: NewKey[] = []; ;) {
      const missing = missingFor(await this.#plan(atOnce, now), made);
      made.push(...(await Promise.all(missing.map(newKey))));
      const changed = await this.unit.run(() => this.#change(made, { atOnce, now, alongside }));
      if (changed !== undefined) return changed;
    }
  }

  /** @returns `undefined` when a key is missing that the plan by now wants */
  async #change(
    made: readonly NewKey[],
    { atOnce, now, alongside }: { atOnce: readonly SigningAlgorithm[]; now: Date } & Alongside,
  ): Promise<boolean | undefined> {
    await this.source.query('SELECT pg_advisory_xact_lock($1)', [ROTATION_LOCK]);
    const steps = await this.#plan(atOnce, now);
    if (missingFor(steps, made).length > 0) return undefined;
    const left = [...made];
    for (const step of steps) await this.#take(step, now, left);
    await alongside?.();
    if (steps.length > 0) await this.changes.announce('keys');
    return steps.length > 0;
  }

  /** @throws {Problem} `rotated_too_often` */
  async #plan(atOnce: readonly SigningAlgorithm[], now: Date): Promise<readonly KeyStep[]> {
    const keys = await this.source.query<KeyRow[]>(
      'SELECT kid, algorithm, stage, since FROM signing_key',
    );
    const isRefused = atOnce.some((algorithm) => {
      const own = keys.filter((key) => key.algorithm === algorithm);
      return !mayRotate(own, { policy: this.#policy, now });
    });
    if (isRefused) throw AUTH_ERRORS.rotatedTooOften();
    return planRotation(keys, { policy: this.#policy, now, atOnce });
  }

  async #take(step: KeyStep, now: Date, made: NewKey[]): Promise<void> {
    if (step.kind === 'remove') {
      await this.source.query('DELETE FROM signing_key WHERE kid = $1', [step.kid]);
    } else if (step.kind === 'move') {
      await this.source.query('UPDATE signing_key SET stage = $2, since = $3 WHERE kid = $1', [
        ...[step.kid, step.stage, now],
      ]);
    } else {
      const at = made.findIndex(({ algorithm }) => algorithm === step.algorithm);
      const kid = randomUUID();
      const jwk = { ...made.splice(at, 1)[0]?.jwk, kid, alg: step.algorithm, use: 'sig' };
      await this.source.query(
        `INSERT INTO signing_key (kid, algorithm, stage, since, sealed_jwk)
         VALUES ($1, $2, $3, $4, $5)`,
        [kid, step.algorithm, step.stage, now, this.sealer.seal(JSON.stringify(jwk), kid)],
      );
    }
  }
}

/** RS256 first: readers of old expect the first key to be RSA. */
const rank = ({ algorithm, stage }: SigningKey): number =>
  SIGNING_ALGORITHMS.indexOf(algorithm) * STAGES.length + STAGES.indexOf(stage);

interface NewKey {
  readonly algorithm: SigningAlgorithm;
  readonly jwk: object;
}

interface Alongside {
  readonly alongside?: (() => Promise<void>) | undefined;
}

/** Which keys the steps create beyond those that are made. */
function missingFor(steps: readonly KeyStep[], made: readonly NewKey[]): SigningAlgorithm[] {
  const left = made.map(({ algorithm }) => algorithm);
  const wanted = steps.flatMap((step) => (step.kind === 'create' ? [step.algorithm] : []));
  return wanted.filter((algorithm) => {
    const at = left.indexOf(algorithm);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

async function newKey(algorithm: SigningAlgorithm): Promise<NewKey> {
  const pair = await generators[algorithm]();
  return { algorithm, jwk: pair.privateKey.export({ format: 'jwk' }) };
}

const generate = promisify(generateKeyPair);

const generators: Readonly<Record<SigningAlgorithm, () => Promise<{ privateKey: KeyObject }>>> = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generate('ed25519'),
};
