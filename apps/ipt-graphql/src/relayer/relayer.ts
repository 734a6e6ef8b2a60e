import { TypedDataEncoder } from 'ethers';
import type { Slice, Window } from '../explorer/search.js';
import type { Fee, FeeMarket } from './rpc/relayer-fees.js';

/** What is relayed. */
export type RelayCall = 'RESERVE' | 'MINT' | 'TOKENIZE';

export type RelayState = 'QUEUED' | 'SUBMITTED' | 'MINED' | 'FINALIZED' | 'FAILED';

/**
 * Why it failed: the transaction was reverted; the call within it failed, and the Safe paid; another transaction took the Safe's
 * nonce; no block took it in time; its fee became too low while others waited behind it; it got stuck, and the Safe would not pay
 * any more.
 */
export type RelayReason =
  | 'REVERTED'
  | 'CALL_FAILED'
  | 'REPLACED'
  | 'EXPIRED'
  | 'UNDERPRICED'
  | 'UNPAID';

/** What owners of a Safe sign (`SafeTx`, Safe 1.0.0 and later). Amounts in wei. */
export interface SafeTransaction {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  readonly safeTxGas: bigint;
  readonly baseGas: bigint;
  readonly gasPrice: bigint;
  readonly gasToken: string;
  readonly refundReceiver: string;
  readonly nonce: bigint;
}

/** A transaction of a Safe with the signatures of its owners. */
export interface SignedSafeTransaction {
  readonly chainId: number;
  /** EIP-55. */
  readonly safe: string;
  readonly transaction: SafeTransaction;
  readonly signatures: string;
}

const SAFE_TX = {
  SafeTx: [
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'data', type: 'bytes' },
    { name: 'operation', type: 'uint8' },
    { name: 'safeTxGas', type: 'uint256' },
    { name: 'baseGas', type: 'uint256' },
    { name: 'gasPrice', type: 'uint256' },
    { name: 'gasToken', type: 'address' },
    { name: 'refundReceiver', type: 'address' },
    { name: 'nonce', type: 'uint256' },
  ],
};

/** The hash that owners sign (EIP-712), and what it is of. The operation is always CALL. */
export function safeTransactionHash({ chainId, safe, transaction }: SignedSafeTransaction) {
  const domain = { chainId, verifyingContract: safe };
  const message = { ...transaction, operation: 0 };
  return {
    hash: TypedDataEncoder.hash(domain, SAFE_TX, message),
    encoded: TypedDataEncoder.encode(domain, SAFE_TX, message),
  };
}

/** A transaction that was accepted, and what has become of it. */
export interface Relay extends SignedSafeTransaction {
  readonly id: string;
  readonly tenant: string;
  readonly call: RelayCall;
  readonly safeTxHash: string;
  readonly state: RelayState;
  readonly reason: RelayReason | null;
  /** Code of what keeps a queued one from being sent. */
  readonly problem: string | null;
  /** Who sends it, and with which nonce: from its first signature on. */
  readonly account: string | null;
  readonly nonce: number | null;
  readonly gasLimit: bigint;
  /** Of the transaction in a block, or else of the last that was sent. */
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  /** Why its nonce is given to an empty transaction. */
  readonly cancelReason: RelayReason | null;
  /** The head when somebody else's transaction was seen to have used the nonce. */
  readonly lostBlock: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
}

/** A transaction that was signed: it executes the Safe's, or takes its nonce and does nothing. */
export interface Attempt {
  readonly kind: 'EXECUTE' | 'CANCEL';
  readonly hash: string;
  readonly raw: string;
  readonly fee: Fee;
  readonly createdAt: Date;
}

export type NewAttempt = Omit<Attempt, 'createdAt'>;

export interface RelayFilter {
  readonly tenant: string;
  readonly chainId: number | undefined;
  readonly safe: string | undefined;
  readonly state: RelayState | undefined;
}

/** What is stored of one that is accepted. */
export interface NewRelay extends SignedSafeTransaction {
  readonly id: string;
  readonly tenant: string;
  readonly idempotencyKey: string;
  readonly bodyHash: string;
  readonly call: RelayCall;
  readonly safeTxHash: string;
  readonly gasLimit: bigint;
  /** Kept of the balance for it, in wei: nothing before it was tried out. */
  readonly reservedWei: bigint;
  readonly expiresAt: Date;
}

/** Bounds of what one tenant may have. */
export interface TenantLimits {
  readonly maxPending: number;
  readonly maxLosses: number;
}

/** What a look at one found. */
export interface RelayChange {
  readonly state: RelayState;
  readonly reason: RelayReason | null;
  readonly problem: string | null;
  readonly transactionHash: string | null;
  readonly blockNumber: number | null;
  readonly cancelReason: RelayReason | null;
  readonly lostBlock: number | null;
  /** Nothing about it can change any more. */
  readonly isSettled: boolean;
  /** The relayer paid for it itself. */
  readonly isLoss: boolean;
  readonly nextAt: Date;
}

/** A nonce of an account, and what is done with it. */
export interface Assignment {
  readonly account: string;
  /** How many transactions of the account the chain has. */
  readonly chainNonce: number;
  readonly gasLimit: bigint;
  readonly sign: (nonce: number) => Promise<NewAttempt>;
}

/** Keeps what is relayed; shared by replicas. */
export abstract class RelayStore {
  abstract find(
    tenant: string,
    key: string,
  ): Promise<{ relay: Relay; bodyHash: string } | undefined>;
  /** Whether the tenant may have another one. */
  abstract room(
    tenant: string,
    chainId: number,
    limits: TenantLimits,
  ): Promise<'ROOM' | 'PENDING' | 'LOSSES'>;
  /** @returns `SAME_KEY` when the key came before, `NONCE_TAKEN` when the Safe's nonce is under way */
  abstract add(
    relay: NewRelay,
    limits: TenantLimits,
  ): Promise<'ADDED' | 'SAME_KEY' | 'NONCE_TAKEN' | 'PENDING' | 'LOSSES'>;
  abstract get(tenant: string, id: string): Promise<Relay | undefined>;
  abstract list(filter: RelayFilter, window: Window): Promise<Slice<Relay>>;
  abstract count(filter: RelayFilter): Promise<number>;
  /** Takes what is due on these chains, for a while. */
  abstract claim(
    chains: readonly number[],
    limit: number,
    holdMs: number,
  ): Promise<readonly Relay[]>;
  /** The newest first. */
  abstract attempts(id: string): Promise<readonly Attempt[]>;
  /**
   * Gives it the account's next nonce, and stores what is signed with that before anybody sees it. One at a time, of all
   * replicas.
   *
   * @returns `undefined` when it has a nonce already
   */
  abstract assign(id: string, assignment: Assignment): Promise<NewAttempt | undefined>;
  abstract addAttempt(id: string, attempt: NewAttempt): Promise<void>;
  /** Unless it has got another nonce since it was claimed. */
  abstract settle(relay: Pick<Relay, 'id' | 'nonce'>, change: RelayChange): Promise<void>;
  /** It is looked at again then, as it is. */
  abstract later(id: string, nextAt: Date): Promise<void>;
  /** Takes its nonce away, which somebody else has used for good: it waits for another. */
  abstract release(relay: Pick<Relay, 'id' | 'nonce'>): Promise<void>;
  /** Whether the account's transactions with higher nonces wait for this one. */
  abstract isInTheWay(relay: Relay): Promise<boolean>;
  /** What is kept of the balance for all others that are under way, in wei. */
  abstract reservedWei(chainId: number, except?: string): Promise<bigint>;
  /** How many are under way on a chain. */
  abstract pending(chainId: number): Promise<number>;
}

/** What a Safe says of itself now. */
export interface SafeFacts {
  readonly hasCode: boolean;
  /** `undefined` for what is no Safe. */
  readonly version: string | undefined;
  readonly nonce: bigint;
  readonly threshold: number;
  readonly balanceWei: bigint;
}

/** What executing would take and bring now. */
export type Trial =
  | {
      readonly gasLimit: bigint;
      readonly gasUsed: bigint;
      /** What the Safe pays back. */
      readonly paidWei: bigint;
      /** Whether the call within did its work. */
      readonly isDone: boolean;
      readonly refusal?: never;
    }
  | { readonly refusal: string };

/** How a transaction stands in a block. */
export interface RelayReceipt {
  readonly blockNumber: number;
  readonly outcome: 'DONE' | 'CALL_FAILED' | 'REVERTED';
  readonly costWei: bigint;
  /** What the Safe says that it has paid, and the account has got. */
  readonly paidWei: bigint;
}

export interface Unsigned {
  readonly nonce: number;
  /** Absent: it does nothing. */
  readonly execution: SignedSafeTransaction | undefined;
  readonly gasLimit: bigint;
  readonly fee: Fee;
}

/** One chain with the account that pays on it. What asks the chain throws `CHAIN_UNAVAILABLE`. */
export interface RelayChain extends TenantLimits {
  readonly chainId: number;
  /** EIP-55. */
  readonly account: string;
  /** The most that is ever offered for a unit of gas. */
  readonly maxFeeWei: bigint;
  readonly maxGas: bigint;
  /** What a call does and has to send; `undefined` for what is not relayed. */
  callOf(to: string, data: string): { call: RelayCall; valueWei: bigint } | undefined;
  safe(address: string): Promise<SafeFacts>;
  /** `checkNSignatures` of the Safe, for nobody who executes. */
  accepts(signed: SignedSafeTransaction, threshold: number): Promise<boolean>;
  market(): Promise<FeeMarket>;
  trial(signed: SignedSafeTransaction, fee: Fee): Promise<Trial>;
  balanceWei(): Promise<bigint>;
  /** How many transactions of the account are in blocks. */
  sentCount(): Promise<number>;
  sign(unsigned: Unsigned): Promise<NewAttempt>;
  /** @returns why the node did not take it; `undefined` when it did, or had it */
  broadcast(raw: string): Promise<string | undefined>;
  receipt(hash: string, safe: string): Promise<RelayReceipt | undefined>;
  head(): Promise<{ readonly number: number; readonly finalized: number }>;
}

/** The chains that have a relayer. */
export abstract class RelayChains {
  abstract get(chainId: number): RelayChain | undefined;
  abstract readonly all: readonly RelayChain[];
}

/** What operators want to see of it. */
export interface RelayObserver {
  settled(chainId: number, state: RelayState, reason: RelayReason | null): void;
  /** A transaction was sent in the place of one that got stuck. */
  bumped(chainId: number, kind: Attempt['kind']): void;
  reorganized(chainId: number): void;
  lost(chainId: number): void;
  account(chainId: number, account: string, balanceWei: bigint, pending: number): void;
}
