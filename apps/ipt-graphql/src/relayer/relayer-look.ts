import type { Clock } from '@sextant/platform-runtime/clock';
import { Problem } from '@sextant/platform-http/errors';
import type { Logger } from '@sextant/platform-runtime/logging';
import type { Chains } from '../chain/chain.js';
import { feeLimit, innerRefusal, requireFunds, tryOut } from './relayer-check.js';
import { lowestFee, raisedFee } from './relayer-fees.js';
import { minedChange } from './relayer-outcome.js';
import type {
  Attempt,
  NewAttempt,
  Relay,
  RelayChain,
  RelayChange,
  RelayChains,
  RelayObserver,
  RelayReason,
  RelayReceipt,
  RelayStore,
} from './relayer.js';

export interface RelayLookUses {
  readonly chains: Chains;
  readonly relayers: RelayChains;
  readonly store: RelayStore;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly observer: RelayObserver;
}

export interface RelayLookOptions {
  readonly pollMs: number;
  readonly bumpSeconds: number;
}

/** Gas of a transaction that does nothing. */
const EMPTY_GAS = 21_000n;
/** So many looks for new blocks apart: what waits for something else than the next block. */
const PATIENCE = 3;

/** One look at a relayed transaction: brings it a step further, whatever was done of it before. */
export class RelayLook {
  constructor(
    private readonly uses: RelayLookUses,
    private readonly options: RelayLookOptions,
  ) {}

  /** @throws {Problem} `CHAIN_UNAVAILABLE`: nothing is known */
  async at(relay: Relay): Promise<void> {
    const chain = this.uses.relayers.get(relay.chainId);
    if (chain === undefined) return; // claimed by another configuration
    if (relay.nonce === null) await this.#queued(chain, relay);
    else await this.#sent(chain, relay);
  }

  async #queued(chain: RelayChain, relay: Relay): Promise<void> {
    const { nonce } = await chain.safe(relay.safe);
    if (this.#isExpired(relay)) await this.#fail(relay, 'EXPIRED');
    else if (nonce > relay.transaction.nonce) await this.#fail(relay, 'REPLACED');
    else if (nonce < relay.transaction.nonce) await this.#later(relay);
    else await this.#send(chain, relay);
  }

  async #send(chain: RelayChain, relay: Relay): Promise<void> {
    try {
      const { store } = this.uses;
      const { fee, gasLimit } = await this.#tryOut(chain, relay);
      await requireFunds(chain, store, gasLimit * fee.maxFeeWei, relay.id);
      const attempt = await store.assign(relay.id, {
        ...{ account: chain.account, gasLimit },
        chainNonce: await chain.sentCount(),
        // What is stored is broadcast; what was not stored nobody has seen.
        sign: (next) => chain.sign({ nonce: next, execution: relay, gasLimit, fee }),
      });
      if (attempt === undefined) return;
      const { id: relayId, chainId, safe } = relay;
      this.uses.logger.info('relayer.signed', { relayId, chainId, safe, hash: attempt.hash });
      await this.#broadcast(chain, relay, attempt);
      await this.#later(relay);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.#settle(relay, { problem: error.code }, PATIENCE);
    }
  }

  async #sent(chain: RelayChain, relay: Relay): Promise<void> {
    const { store } = this.uses;
    const attempts = await store.attempts(relay.id);
    const mined = await receiptOf(chain, relay, attempts);
    if (mined === undefined) {
      await this.#missing(chain, relay, attempts);
      return;
    }
    const { finalized } = await chain.head();
    const isReplaced =
      mined.receipt.outcome === 'REVERTED' &&
      (await chain.safe(relay.safe)).nonce > relay.transaction.nonce;
    const change = minedChange(relay, { ...mined, finalized, isReplaced });
    this.#observe(relay, change);
    await this.#settle(relay, change, PATIENCE);
  }

  /** In no block, whatever the node's pool has of it. */
  async #missing(chain: RelayChain, relay: Relay, attempts: readonly Attempt[]): Promise<void> {
    const [newest] = attempts;
    if (newest === undefined) throw new Error(`Nothing was signed for ${relay.id}.`);
    // In this order: a block that comes meanwhile moves the Safe's nonce by this very transaction.
    const isReplaced = await this.#isReplaced(chain, relay);
    const isUsed = (await chain.sentCount()) > (relay.nonce ?? 0);
    if (isUsed) await this.#lost(chain, relay);
    else await this.#pending(chain, relay, newest, isReplaced);
  }

  async #pending(chain: RelayChain, relay: Relay, newest: Attempt, isReplaced: boolean) {
    const back = this.#takenOut(relay);
    const cancelReason =
      back.cancelReason ??
      (isReplaced ? 'REPLACED' : await this.#cancelReason(chain, relay, newest));
    const next = await this.#nextAttempt(chain, relay, newest, cancelReason);
    if (next !== undefined) await this.#keep(relay, next);
    const refused = await this.#broadcast(chain, relay, next ?? newest);
    const isPoor = refused !== undefined && /insufficient|fund/i.test(refused);
    const transactionHash = (next ?? newest).hash;
    const problem = isPoor ? 'RELAYER_UNFUNDED' : null;
    await this.#settle(relay, { ...back, transactionHash, cancelReason, problem, lostBlock: null });
  }

  /** Nothing is asked of the Safe of one that is given up: its code must not keep the nonce from others. */
  async #isReplaced(chain: RelayChain, relay: Relay): Promise<boolean> {
    if (relay.cancelReason !== null || this.#isExpired(relay)) return false;
    return (await chain.safe(relay.safe)).nonce > relay.transaction.nonce;
  }

  /** It is stored before anybody sees it. */
  async #keep(relay: Relay, attempt: NewAttempt): Promise<void> {
    await this.uses.store.addAttempt(relay.id, attempt);
    this.uses.observer.bumped(relay.chainId, attempt.kind);
    const { kind, hash, fee } = attempt;
    this.uses.logger.info('relayer.bumped', {
      ...{ relayId: relay.id, nonce: relay.nonce, kind, hash },
      maxFeeWei: String(fee.maxFeeWei),
    });
  }

  /** What a reorganization makes of it: one that had failed is not tried again, its nonce goes to an empty one. */
  #takenOut(relay: Relay): Pick<RelayChange, 'state' | 'reason' | 'blockNumber' | 'cancelReason'> {
    const { state, reason, blockNumber, cancelReason } = relay;
    if (blockNumber !== null) {
      this.uses.logger.warn('relayer.reorganized', { relayId: relay.id, blockNumber });
      this.uses.observer.reorganized(relay.chainId);
    }
    return state === 'FAILED'
      ? { state, reason, blockNumber: null, cancelReason: cancelReason ?? reason }
      : { state: 'SUBMITTED', reason: null, blockNumber: null, cancelReason };
  }

  /** The chain has another transaction with this nonce; when that is final, this one gets a new nonce. */
  async #lost(chain: RelayChain, relay: Relay): Promise<void> {
    const { number, finalized } = await chain.head();
    if (relay.lostBlock === null || finalized < relay.lostBlock) {
      const lostBlock = relay.lostBlock ?? number;
      await this.#settle(relay, { ...this.#takenOut(relay), lostBlock }, PATIENCE);
      return;
    }
    this.uses.logger.error('relayer.nonce_lost', { relayId: relay.id, nonce: relay.nonce });
    if (relay.state === 'FAILED') await this.#settle(relay, { isSettled: true });
    else await this.uses.store.release(relay);
  }

  async #cancelReason(
    chain: RelayChain,
    relay: Relay,
    newest: Attempt,
  ): Promise<RelayReason | null> {
    if (this.#isExpired(relay)) return 'EXPIRED';
    if (!this.#isStuck(newest)) return null;
    try {
      await tryOut(chain, relay, () => Promise.resolve(undefined));
    } catch (error) {
      if (!isRefusal(error)) throw error;
      // The relayer's own trouble passes, and is none of the Safe's.
      if (error.status >= 500) return null;
      this.uses.logger.warn('relayer.stuck', { relayId: relay.id, reason: error.message });
      if (error.code !== 'RELAY_FEE_TOO_LOW') return 'UNPAID';
      const isBelow = lowestFee(await chain.market()) > newest.fee.maxFeeWei;
      if (!isBelow) return 'UNPAID';
      return (await this.uses.store.isInTheWay(relay)) ? 'UNDERPRICED' : null;
    }
    return null;
  }

  /** What is sent in the place of the newest: for a higher fee, or to take its nonce. */
  async #nextAttempt(
    chain: RelayChain,
    relay: Relay,
    newest: Attempt,
    cancelReason: RelayReason | null,
  ): Promise<NewAttempt | undefined> {
    const isFirstCancel = cancelReason !== null && newest.kind === 'EXECUTE';
    if (!isFirstCancel && !this.#isStuck(newest)) return undefined;
    if (relay.account !== chain.account || relay.nonce === null) return undefined; // the key was changed
    const isCancel = cancelReason !== null;
    const limit = isCancel ? chain.maxFeeWei : feeLimit(chain, relay);
    const fee = raisedFee(newest.fee, await chain.market(), limit);
    if (fee === undefined) return undefined;
    return await chain.sign({
      nonce: relay.nonce,
      execution: isCancel ? undefined : relay,
      gasLimit: isCancel ? EMPTY_GAS : relay.gasLimit,
      fee,
    });
  }

  /** A node that does not take it now may take it at the next look. */
  async #broadcast(chain: RelayChain, relay: Relay, { raw, hash }: NewAttempt) {
    const refused = await chain.broadcast(raw);
    if (refused !== undefined) {
      const fields = { relayId: relay.id, nonce: relay.nonce, hash, reason: refused };
      this.uses.logger.warn('relayer.not_taken', fields);
    }
    return refused;
  }

  async #tryOut(chain: RelayChain, relay: Relay) {
    const known = this.uses.chains.get(relay.chainId);
    const explain = () =>
      known === undefined ? Promise.resolve(undefined) : innerRefusal(known, relay);
    return await tryOut(chain, relay, explain);
  }

  #isExpired = ({ expiresAt }: Relay): boolean => this.uses.clock.nowMs() > expiresAt.getTime();

  #isStuck = ({ createdAt }: Attempt): boolean =>
    this.uses.clock.nowMs() - createdAt.getTime() >= this.options.bumpSeconds * 1000;

  async #fail(relay: Relay, reason: RelayReason): Promise<void> {
    const change = { state: 'FAILED', reason, isSettled: true } as const;
    this.#observe(relay, { ...change, isLoss: false });
    await this.#settle(relay, change);
  }

  #observe(
    relay: Relay,
    {
      state,
      reason,
      isSettled,
      isLoss,
    }: Pick<RelayChange, 'state' | 'reason' | 'isSettled' | 'isLoss'>,
  ): void {
    const { id: relayId, chainId } = relay;
    if (state !== relay.state) this.uses.logger.info('relayer.changed', { relayId, state, reason });
    if (isLoss && relay.blockNumber === null) this.uses.observer.lost(chainId);
    if (isSettled) this.uses.observer.settled(chainId, state, reason);
  }

  #later(relay: Relay): Promise<void> {
    return this.uses.store.later(relay.id, this.#at(1));
  }

  #at = (polls: number): Date => new Date(this.uses.clock.nowMs() + polls * this.options.pollMs);

  async #settle(relay: Relay, change: Partial<RelayChange>, polls = 1): Promise<void> {
    const { state, reason, problem, transactionHash, blockNumber, cancelReason, lostBlock } = relay;
    await this.uses.store.settle(relay, {
      ...{ state, reason, problem, transactionHash, blockNumber, cancelReason, lostBlock },
      ...{ isSettled: false, isLoss: false, nextAt: this.#at(polls) },
      ...change,
    });
  }
}

/** What an operation would answer; outages of the chain are none. */
const isRefusal = (error: unknown): error is Problem =>
  error instanceof Problem && error.code !== 'CHAIN_UNAVAILABLE';

/** Of the one that was known to be in a block first; else the newest first. */
async function receiptOf(
  chain: RelayChain,
  { safe, transactionHash }: Relay,
  attempts: readonly Attempt[],
): Promise<{ attempt: Attempt; receipt: RelayReceipt } | undefined> {
  const isKnown = ({ hash }: Attempt) => hash === transactionHash;
  const others = attempts.filter((attempt) => !isKnown(attempt));
  for (const attempt of [...attempts.filter(isKnown), ...others]) {
    const receipt = await chain.receipt(attempt.hash, safe);
    if (receipt !== undefined) return { attempt, receipt };
  }
  return undefined;
}
