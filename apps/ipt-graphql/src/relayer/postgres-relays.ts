import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type {
  Assignment,
  Attempt,
  NewAttempt,
  NewRelay,
  Relay,
  RelayChange,
  RelayFilter,
  RelayStore,
  SafeTransaction,
  TenantLimits,
} from './relayer.js';
import type { Slice, Window } from '../explorer/search.js';
import { Conditions, sliceOf } from '../explorer/postgres-search.js';

/** Advisory locks of the relayer are pairs: one of these numbers and a hash of what is locked. */
const LOCKS = { account: 0x5e1a, tenant: 0x5e1b } as const;

const COLUMNS = `id, sequence, tenant, chain_id AS "chainId", safe, call, transaction, signatures,
  safe_tx_hash AS "safeTxHash", state, reason, problem, account, nonce, gas_limit AS "gasLimit",
  transaction_hash AS "transactionHash", block_number AS "blockNumber", cancel_reason AS "cancelReason",
  lost_block AS "lostBlock", created_at AS "createdAt", updated_at AS "updatedAt", expires_at AS "expiresAt"`;

type Numbers = 'nonce' | 'blockNumber' | 'lostBlock';

interface Row extends Omit<Relay, 'transaction' | 'gasLimit' | Numbers> {
  readonly sequence: string;
  readonly bodyHash: string;
  readonly gasLimit: string;
  readonly nonce: string | null;
  readonly blockNumber: string | null;
  readonly lostBlock: string | null;
  readonly transaction: Readonly<Record<keyof SafeTransaction, string>>;
}

interface AttemptRow extends Omit<Attempt, 'fee'> {
  readonly maxFeeWei: string;
  readonly tipWei: string;
}

const maybe = (value: string | null): number | null => (value === null ? null : Number(value));

function toRelay(row: Row): Relay {
  const { transaction: stored, gasLimit, nonce, blockNumber, lostBlock, ...rest } = row;
  const { to, data, gasToken, refundReceiver } = stored;
  return {
    ...rest,
    gasLimit: BigInt(gasLimit),
    nonce: maybe(nonce),
    blockNumber: maybe(blockNumber),
    lostBlock: maybe(lostBlock),
    transaction: {
      ...{ to, data, gasToken, refundReceiver },
      value: BigInt(stored.value),
      safeTxGas: BigInt(stored.safeTxGas),
      baseGas: BigInt(stored.baseGas),
      gasPrice: BigInt(stored.gasPrice),
      nonce: BigInt(stored.nonce),
    },
  };
}

/** Keeps what is relayed in PostgreSQL. */
@Injectable()
export class PostgresRelays implements RelayStore {
  constructor(private readonly source: DataSource) {}

  async find(tenant: string, key: string) {
    const [row] = await this.source.query<Row[]>(
      `SELECT ${COLUMNS}, body_hash AS "bodyHash" FROM relayed_transactions
       WHERE tenant = $1 AND idempotency_key = $2`,
      [tenant, key],
    );
    return row === undefined ? undefined : { relay: toRelay(row), bodyHash: row.bodyHash };
  }

  room(tenant: string, chainId: number, limits: TenantLimits) {
    return roomOf(this.source.manager, { tenant, chainId }, limits);
  }

  async add(relay: NewRelay, limits: TenantLimits) {
    return await this.source.transaction(async (manager) => {
      await lock(manager, LOCKS.tenant, `${relay.chainId} ${relay.tenant}`);
      const room = await roomOf(manager, relay, limits);
      if (room !== 'ROOM') return room;
      if (await insert(manager, relay)) return 'ADDED';
      const [same] = await manager.query<unknown[]>(
        'SELECT FROM relayed_transactions WHERE tenant = $1 AND idempotency_key = $2',
        [relay.tenant, relay.idempotencyKey],
      );
      return same === undefined ? 'NONCE_TAKEN' : 'SAME_KEY';
    });
  }

  async get(tenant: string, id: string): Promise<Relay | undefined> {
    const [row] = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM relayed_transactions WHERE tenant = $1 AND id = $2`,
      [tenant, id],
    );
    return row === undefined ? undefined : toRelay(row);
  }

  async list(filter: RelayFilter, window: Window): Promise<Slice<Relay>> {
    const conditions = ofRelays(filter)
      .add('sequence > ?', ...window.after)
      .add('sequence < ?', ...window.before);
    const rows = await this.source.query<Row[]>(
      `SELECT ${COLUMNS} FROM relayed_transactions WHERE ${conditions.text}
       ORDER BY sequence ${window.isFromEnd ? 'DESC' : 'ASC'} LIMIT ${window.limit + 1}`,
      conditions.values,
    );
    return sliceOf(rows, window, (row) => ({ node: toRelay(row), position: [row.sequence] }));
  }

  async count(filter: RelayFilter): Promise<number> {
    const conditions = ofRelays(filter);
    const [row] = await this.source.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM relayed_transactions WHERE ${conditions.text}`,
      conditions.values,
    );
    return row?.count ?? 0;
  }

  async claim(chains: readonly number[], limit: number, holdMs: number) {
    const [rows] = await this.source.query<[Row[], number]>(
      `UPDATE relayed_transactions SET claimed_until = now() + $3 * interval '1 millisecond'
       WHERE id IN (SELECT id FROM relayed_transactions
                    WHERE NOT is_settled AND chain_id = ANY ($1) AND next_at <= now()
                      AND coalesce(claimed_until <= now(), true)
                    ORDER BY next_at, sequence LIMIT $2 FOR UPDATE SKIP LOCKED)
       RETURNING ${COLUMNS}`,
      [chains, limit, holdMs],
    );
    return rows
      .toSorted((one, other) => Number(one.sequence) - Number(other.sequence))
      .map(toRelay);
  }

  async attempts(id: string): Promise<readonly Attempt[]> {
    const rows = await this.source.query<AttemptRow[]>(
      `SELECT kind, hash, raw, max_fee_wei AS "maxFeeWei", tip_wei AS "tipWei", created_at AS "createdAt"
       FROM relay_attempts WHERE relay_id = $1 ORDER BY sequence DESC`,
      [id],
    );
    return rows.map(({ maxFeeWei, tipWei, ...rest }) => ({
      ...rest,
      fee: { maxFeeWei: BigInt(maxFeeWei), tipWei: BigInt(tipWei) },
    }));
  }

  async assign(id: string, { account, chainNonce, gasLimit, sign }: Assignment) {
    return await this.source.transaction(async (manager) => {
      const [row] = await manager.query<{ chainId: number; nonce: string | null }[]>(
        'SELECT chain_id AS "chainId", nonce FROM relayed_transactions WHERE id = $1 FOR UPDATE',
        [id],
      );
      if (row?.nonce !== null) return undefined;
      await lock(manager, LOCKS.account, `${row.chainId} ${account}`);
      const [last] = await manager.query<{ next: string }[]>(
        `SELECT coalesce(max(nonce) + 1, 0) AS next FROM relayed_transactions
         WHERE chain_id = $1 AND account = $2`,
        [row.chainId, account],
      );
      const nonce = Math.max(chainNonce, Number(last?.next ?? 0));
      const attempt = await sign(nonce);
      await manager.query(
        `UPDATE relayed_transactions SET account = $2, nonce = $3, state = 'SUBMITTED', problem = NULL,
           transaction_hash = $4, gas_limit = $5, reserved_wei = $6, updated_at = now() WHERE id = $1`,
        [
          ...[id, account, nonce, attempt.hash, String(gasLimit)],
          String(gasLimit * attempt.fee.maxFeeWei),
        ],
      );
      await insertAttempt(manager, id, attempt);
      return attempt;
    });
  }

  async addAttempt(id: string, attempt: NewAttempt): Promise<void> {
    await this.source.transaction(async (manager) => {
      await insertAttempt(manager, id, attempt);
      await manager.query(
        'UPDATE relayed_transactions SET reserved_wei = greatest(reserved_wei, gas_limit * $2) WHERE id = $1',
        [id, String(attempt.fee.maxFeeWei)],
      );
    });
  }

  async settle({ id, nonce }: Pick<Relay, 'id' | 'nonce'>, change: RelayChange): Promise<void> {
    await this.source.query(
      `UPDATE relayed_transactions SET state = $2, reason = $3, problem = $4, transaction_hash = $5, block_number = $6,
         -- One that cannot be sent keeps nothing from others.
         reserved_wei = CASE WHEN $2 = 'QUEUED' THEN 0 ELSE reserved_wei END,
         cancel_reason = $7, lost_block = $8, is_settled = $9,
         -- What was seen of a block stays true when nodes have forgotten its state.
         is_loss = $10 OR (is_loss AND (transaction_hash, block_number) IS NOT DISTINCT FROM ($5::text, $6::bigint)),
         next_at = $11, claimed_until = NULL,
         updated_at = CASE WHEN (state, reason, problem, transaction_hash, block_number)
                                IS DISTINCT FROM ($2::text, $3::text, $4::text, $5::text, $6::bigint)
                           THEN now() ELSE updated_at END
       WHERE id = $1 AND nonce IS NOT DISTINCT FROM $12::bigint`,
      [
        ...[id, change.state, change.reason, change.problem, change.transactionHash],
        ...[change.blockNumber, change.cancelReason, change.lostBlock],
        ...[change.isSettled, change.isLoss, change.nextAt, nonce],
      ],
    );
  }

  async later(id: string, nextAt: Date): Promise<void> {
    await this.source.query(
      'UPDATE relayed_transactions SET next_at = $2, claimed_until = NULL WHERE id = $1',
      [id, nextAt],
    );
  }

  async release({ id, nonce }: Pick<Relay, 'id' | 'nonce'>): Promise<void> {
    await this.source.query(
      `UPDATE relayed_transactions SET state = 'QUEUED', account = NULL, nonce = NULL, lost_block = NULL,
         transaction_hash = NULL, claimed_until = NULL, next_at = now(), updated_at = now()
       WHERE id = $1 AND nonce = $2`,
      [id, nonce],
    );
  }

  async isInTheWay({ chainId, account, nonce }: Relay): Promise<boolean> {
    const [behind] = await this.source.query<unknown[]>(
      `SELECT FROM relayed_transactions
       WHERE chain_id = $1 AND account = $2 AND nonce > $3 AND NOT is_settled LIMIT 1`,
      [chainId, account, nonce],
    );
    return behind !== undefined;
  }

  async reservedWei(chainId: number, except?: string): Promise<bigint> {
    const [row] = await this.source.query<{ wei: string }[]>(
      `SELECT coalesce(sum(reserved_wei), 0) AS wei FROM relayed_transactions
       WHERE chain_id = $1 AND state IN ('QUEUED', 'SUBMITTED') AND id IS DISTINCT FROM $2::uuid`,
      [chainId, except ?? null],
    );
    return BigInt(row?.wei ?? 0);
  }

  async pending(chainId: number): Promise<number> {
    const [row] = await this.source.query<{ count: number }[]>(
      `SELECT count(*)::integer AS count FROM relayed_transactions
       WHERE chain_id = $1 AND state IN ('QUEUED', 'SUBMITTED')`,
      [chainId],
    );
    return row?.count ?? 0;
  }
}

const ofRelays = ({ tenant, chainId, safe, state }: RelayFilter): Conditions =>
  new Conditions()
    .add('tenant = ?', tenant)
    .add('chain_id = ?', chainId)
    .add('safe = ?', safe)
    .add('state = ?', state);

const lock = (manager: EntityManager, number: number, what: string) =>
  manager.query('SELECT pg_advisory_xact_lock($1, hashtext($2))', [number, what]);

async function roomOf(
  manager: EntityManager,
  { tenant, chainId }: { readonly tenant: string; readonly chainId: number },
  { maxPending, maxLosses }: TenantLimits,
) {
  const [row] = await manager.query<{ pending: number; losses: number }[]>(
    `SELECT (SELECT count(*)::integer FROM relayed_transactions
             WHERE tenant = $1 AND chain_id = $2 AND state IN ('QUEUED', 'SUBMITTED')) AS pending,
       (SELECT count(*)::integer FROM relayed_transactions WHERE tenant = $1 AND chain_id = $2 AND is_loss
         AND updated_at > now() - interval '1 day') AS losses`,
    [tenant, chainId],
  );
  if ((row?.pending ?? 0) >= maxPending) return 'PENDING';
  return (row?.losses ?? 0) >= maxLosses ? 'LOSSES' : 'ROOM';
}

/** @returns whether it is there: neither its key nor the Safe's nonce was */
async function insert(manager: EntityManager, relay: NewRelay): Promise<boolean> {
  const { transaction } = relay;
  const stored = Object.fromEntries(
    Object.entries(transaction).map(([name, value]) => [name, String(value)]),
  );
  const rows = await manager.query<unknown[]>(
    `INSERT INTO relayed_transactions (id, tenant, idempotency_key, body_hash, chain_id, safe, safe_nonce, call,
       transaction, signatures, safe_tx_hash, gas_limit, reserved_wei, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT DO NOTHING RETURNING id`,
    [
      ...[relay.id, relay.tenant, relay.idempotencyKey, relay.bodyHash, relay.chainId, relay.safe],
      ...[String(transaction.nonce), relay.call, JSON.stringify(stored), relay.signatures],
      ...[relay.safeTxHash, String(relay.gasLimit), String(relay.reservedWei), relay.expiresAt],
    ],
  );
  return rows.length > 0;
}

async function insertAttempt(manager: EntityManager, id: string, attempt: NewAttempt) {
  const { kind, hash, raw, fee } = attempt;
  await manager.query(
    `INSERT INTO relay_attempts (relay_id, kind, hash, raw, max_fee_wei, tip_wei) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (hash) DO NOTHING`,
    [id, kind, hash, raw, String(fee.maxFeeWei), String(fee.tipWei)],
  );
}
