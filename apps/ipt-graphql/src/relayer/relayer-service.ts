import { Injectable } from '@nestjs/common';
import { Relaying } from './relaying.js';
import { RelayerSettings } from './relayer.settings.js';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { ZeroAddress } from 'ethers';
import type { Caller } from '../access/caller.js';
import { type Chain, Chains } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import {
  innerRefusal,
  offeredFee,
  requireFunds,
  tryOut,
  type Affordable,
} from './relayer-check.js';
import { firstFee } from './relayer-fees.js';
import { parseRelay, type ParsedRelay, type RelayRequest } from './relayer-request.js';
import {
  safeTransactionHash,
  type NewRelay,
  type Relay,
  type RelayCall,
  type RelayChain,
  RelayChains,
  type RelayFilter,
  type RelayState,
  RelayStore,
  type SignedSafeTransaction,
} from './relayer.js';
import { requiredAddress, requiredChain, requiredText, type Maybe } from '../requests/requests.js';
import type { Slice, Window } from '../explorer/search.js';
import { WalletService } from '../wallets/wallet-service.js';

export interface RelayQuery {
  readonly chainId?: Maybe<number>;
  readonly safe?: Maybe<string>;
  readonly state?: Maybe<string>;
}

/** Who pays on a chain. */
export interface Relayer {
  readonly chainId: number;
  /** EIP-55. */
  readonly account: string;
  /** With room for a base fee that doubles. */
  readonly gasPriceWei: bigint;
  readonly maxGas: bigint;
}

const STATES: readonly RelayState[] = ['QUEUED', 'SUBMITTED', 'MINED', 'FINALIZED', 'FAILED'];

/** How far ahead of the Safe's own nonce transactions may be queued (our choice). */
const MAX_AHEAD = 20n;
/** Beside what the owners count, for one that cannot be tried out yet. */
const OVERHEAD_GAS = 150_000n;

/** A transaction of a Safe that may be relayed, as far as its form goes. */
interface Wanted extends SignedSafeTransaction {
  readonly call: RelayCall;
  readonly parsed: ParsedRelay;
}

/** Accepts transactions that the owners of Safes have signed, and says what has become of them. */
@Injectable()
export class RelayerService {
  constructor(
    private readonly chains: Chains,
    private readonly relayers: RelayChains,
    private readonly store: RelayStore,
    private readonly wallets: WalletService,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly relaying: Relaying,
    private readonly settings: RelayerSettings,
  ) {}

  /**
   * Accepts one; the same again with the same key is answered with what has become of it.
   *
   * @throws {Problem} the codes of `RELAYER_ERRORS`, `INVALID_INPUT`, `FORBIDDEN`, `QUOTA_EXCEEDED`, `CHAIN_UNAVAILABLE`
   */
  async relay(caller: Caller, request: RelayRequest): Promise<Relay> {
    const chain = requiredChain(this.chains, caller, request.chainId);
    const relayer = this.relayers.get(chain.chainId);
    if (relayer === undefined) throw IPT_ERRORS.relayerDisabled();
    const wanted = wantedOf(relayer, request);
    caller.require(wanted.call === 'TOKENIZE' ? 'tokenize' : 'mint');
    const before = await this.#sameBefore(caller, wanted.parsed);
    if (before !== undefined) return before;
    await this.wallets.requireOwn(caller, chain, wanted.safe);
    refuseFull(await this.store.room(caller.tenant, chain.chainId, relayer));
    const affordable = await this.#affordable(relayer, chain, wanted);
    return await this.#stored(caller, relayer, wanted, affordable);
  }

  /**
   * Who relays on a chain, and what owners may sign that it takes now.
   *
   * @throws {Problem} `RELAYER_DISABLED`, `RELAYER_FEES_TOO_HIGH`, `FORBIDDEN`, `INVALID_INPUT`, `CHAIN_UNAVAILABLE`
   */
  async relayer(caller: Caller, chainId: Maybe<number>): Promise<Relayer> {
    caller.require('read');
    const chain = requiredChain(this.chains, caller, chainId);
    const relayer = this.relayers.get(chain.chainId);
    if (relayer === undefined) throw IPT_ERRORS.relayerDisabled();
    const fee = firstFee(await relayer.market(), relayer.maxFeeWei);
    if (fee === undefined) throw IPT_ERRORS.feesTooHigh();
    const { account, maxGas } = relayer;
    return { chainId: chain.chainId, account, gasPriceWei: fee.maxFeeWei, maxGas };
  }

  /** @throws {Problem} `NOT_FOUND`, `FORBIDDEN`, `INVALID_INPUT` */
  async get(caller: Caller, id: Maybe<string>): Promise<Relay> {
    caller.require('read');
    const given = requiredText(id, 'id', 36);
    const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(given);
    const relay = isId ? await this.store.get(caller.tenant, given) : undefined;
    if (relay === undefined || !caller.mayUse(relay.chainId)) throw IPT_ERRORS.notFound();
    return relay;
  }

  /** @throws {Problem} `FORBIDDEN`, `INVALID_INPUT` */
  filter(caller: Caller, { chainId, safe, state }: RelayQuery): RelayFilter {
    caller.require('read');
    const isAbsent = (value: unknown) => value === null || value === undefined;
    const known = STATES.find((each) => each === state);
    if (!isAbsent(state) && known === undefined) {
      throw IPT_ERRORS.invalidInput({ message: `state must be one of ${STATES.join(', ')}.` });
    }
    return {
      tenant: caller.tenant,
      chainId: isAbsent(chainId) ? undefined : requiredChain(this.chains, caller, chainId).chainId,
      safe: isAbsent(safe) ? undefined : requiredAddress(safe, 'safe'),
      state: known,
    };
  }

  list(filter: RelayFilter, window: Window): Promise<Slice<Relay>> {
    return this.store.list(filter, window);
  }

  count(filter: RelayFilter): Promise<number> {
    return this.store.count(filter);
  }

  async #sameBefore(
    { tenant }: Caller,
    { idempotencyKey, bodyHash }: ParsedRelay,
  ): Promise<Relay | undefined> {
    const before = await this.store.find(tenant, idempotencyKey);
    if (before === undefined) return undefined;
    if (before.bodyHash !== bodyHash) throw IPT_ERRORS.keyReused();
    return before.relay;
  }

  /** Whether the Safe is one, has signed, and pays. */
  async #affordable(relayer: RelayChain, chain: Chain, wanted: Wanted) {
    const { safe, transaction } = wanted;
    const facts = await relayer.safe(safe);
    if (!facts.hasCode) throw IPT_ERRORS.plainAccount();
    if (facts.version === undefined) throw IPT_ERRORS.notASafe();
    if (transaction.nonce < facts.nonce) {
      throw IPT_ERRORS.safeNonceUsed({
        message: `The Safe's nonce is ${facts.nonce}: ${transaction.nonce} is used already.`,
      });
    }
    if (transaction.nonce > facts.nonce + MAX_AHEAD) {
      throw IPT_ERRORS.invalidInput({
        message: `The Safe's nonce is ${facts.nonce}: nonce may be at most ${MAX_AHEAD} more.`,
      });
    }
    if (!(await relayer.accepts(wanted, facts.threshold))) {
      throw IPT_ERRORS.safeSignaturesInvalid();
    }
    if (transaction.nonce === facts.nonce) {
      const tried = await tryOut(relayer, wanted, () => innerRefusal(chain, wanted));
      return { ...tried, isTried: true };
    }
    // What it does depends on those before it: it is tried out when it is its turn.
    const fee = offeredFee(relayer, wanted, await relayer.market());
    const counted = transaction.safeTxGas + transaction.baseGas + OVERHEAD_GAS;
    return { fee, gasLimit: counted < relayer.maxGas ? counted : relayer.maxGas, isTried: false };
  }

  async #stored(
    caller: Caller,
    relayer: RelayChain,
    { call, parsed, ...signed }: Wanted,
    { fee, gasLimit, isTried }: Affordable & { readonly isTried: boolean },
  ): Promise<Relay> {
    const { store, clock, ids, relaying } = this;
    const { tenant } = caller;
    const neededWei = gasLimit * fee.maxFeeWei;
    await requireFunds(relayer, store, neededWei);
    const reservedWei = isTried ? neededWei : 0n;
    const relay: NewRelay = {
      ...signed,
      ...{ id: ids.next(), tenant, call, gasLimit, reservedWei },
      ...{ idempotencyKey: parsed.idempotencyKey, bodyHash: parsed.bodyHash },
      safeTxHash: safeTransactionHash(signed).hash,
      expiresAt: new Date(clock.nowMs() + this.settings.relayerExpireSeconds * 1000),
    };
    const outcome = await store.add(relay, relayer);
    // The same call came twice at the same time.
    const same = outcome === 'ADDED' ? undefined : await this.#sameBefore(caller, parsed);
    if (same !== undefined) return same;
    if (outcome === 'NONCE_TAKEN') throw IPT_ERRORS.safeNonceTaken();
    if (outcome === 'PENDING' || outcome === 'LOSSES') refuseFull(outcome);
    relaying.wake();
    const stored = await store.get(tenant, relay.id);
    if (stored === undefined) throw new Error(`The relayed transaction ${relay.id} is gone.`);
    return stored;
  }
}

/** @throws {Problem} `INVALID_INPUT`, `RELAY_CALL_NOT_ALLOWED` */
function wantedOf(relayer: RelayChain, request: RelayRequest): Wanted {
  const parsed = parseRelay(request, relayer.chainId);
  const { safe, transaction, signatures } = parsed;
  const known = relayer.callOf(transaction.to, transaction.data);
  if (known === undefined) throw IPT_ERRORS.callNotAllowed();
  if (transaction.value !== known.valueWei) {
    throw IPT_ERRORS.callNotAllowed({
      message: `The call takes ${known.valueWei} wei: value must be that.`,
    });
  }
  if (transaction.gasToken !== ZeroAddress) {
    throw IPT_ERRORS.invalidInput({
      message: "gasToken must be zero: gas is paid in the chain's own coin.",
    });
  }
  if (![ZeroAddress, relayer.account].includes(transaction.refundReceiver)) {
    throw IPT_ERRORS.invalidInput({
      message: `refundReceiver must be zero, or the relayer: ${relayer.account}.`,
    });
  }
  return { chainId: relayer.chainId, safe, transaction, signatures, call: known.call, parsed };
}

function refuseFull(room: 'ROOM' | 'PENDING' | 'LOSSES'): void {
  if (room === 'ROOM') return;
  throw IPT_ERRORS.quotaExceeded({
    message:
      room === 'PENDING'
        ? 'Too many transactions are under way: wait until some are in blocks.'
        : 'Too many transactions of the last day failed at the cost of the relayer: wait until tomorrow.',
  });
}
