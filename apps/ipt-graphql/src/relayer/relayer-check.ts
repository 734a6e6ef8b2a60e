import type { Chain } from '../chain/chain.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { firstFee, lowestFee, type Fee, type FeeMarket } from './rpc/relayer-fees.js';
import type { RelayChain, RelayStore, SignedSafeTransaction, Trial } from './relayer.js';

/** What a transaction may be sent with. */
export interface Affordable {
  readonly fee: Fee;
  readonly gasLimit: bigint;
}

/** The Safe pays at most its own `gasPrice`: more is never offered, so that it pays whatever is. */
export const feeLimit = (chain: RelayChain, { transaction }: SignedSafeTransaction): bigint =>
  transaction.gasPrice < chain.maxFeeWei ? transaction.gasPrice : chain.maxFeeWei;

/**
 * What is offered for it now.
 *
 * @throws {Problem} `RELAY_FEE_TOO_LOW` with what is missing, `RELAYER_FEES_TOO_HIGH`
 */
export function offeredFee(
  chain: RelayChain,
  signed: SignedSafeTransaction,
  market: FeeMarket,
): Fee {
  const lowest = lowestFee(market);
  if (lowest > chain.maxFeeWei) throw IPT_ERRORS.feesTooHigh();
  const { gasPrice } = signed.transaction;
  const fee = firstFee(market, feeLimit(chain, signed));
  if (fee !== undefined) return fee;
  throw IPT_ERRORS.feeTooLow({
    message: `gasPrice is ${gasPrice} wei, and ${lowest - gasPrice} wei less than the chain asks for now.`,
  });
}

/**
 * Tries the transaction out on the chain as it is now: whether it does its work, and whether what the Safe pays back carries its
 * gas.
 *
 * @throws {Problem} `RELAY_FEE_TOO_LOW` with what is missing, `RELAYER_FEES_TOO_HIGH`, `RELAY_WOULD_FAIL`,
 *   `RELAY_SIGNATURES_INVALID`, `CHAIN_UNAVAILABLE`
 */
export async function tryOut(
  chain: RelayChain,
  signed: SignedSafeTransaction,
  explain: () => Promise<string | undefined>,
): Promise<Affordable> {
  const fee = offeredFee(chain, signed, await chain.market());
  const trial = await chain.trial(signed, fee);
  if (trial.refusal !== undefined) throw await refusalOf(chain, signed, fee, trial);
  const { gasLimit, gasUsed, paidWei, isDone } = trial;
  if (!isDone) {
    const why = (await explain()) ?? 'safeTxGas may be too low.';
    throw IPT_ERRORS.wouldFail({ message: `The call would fail within the Safe. ${why}` });
  }
  if (gasLimit > chain.maxGas) {
    throw IPT_ERRORS.wouldFail({
      message: `It takes ${gasLimit} gas, and at most ${chain.maxGas} are relayed.`,
    });
  }
  const missing = gasUsed * fee.maxFeeWei - paidWei;
  if (missing <= 0n) return { fee, gasLimit };
  throw IPT_ERRORS.feeTooLow({
    message: `The Safe would pay ${paidWei} wei for ${gasUsed} gas at ${fee.maxFeeWei} wei each: ${missing} wei are missing. Raise baseGas by ${(missing + fee.maxFeeWei - 1n) / fee.maxFeeWei}.`,
  });
}

/** What the Safe's own errors say; those of a Safe are `GS` and three digits. */
async function refusalOf(
  chain: RelayChain,
  signed: SignedSafeTransaction,
  { maxFeeWei }: Fee,
  { refusal }: Extract<Trial, { refusal: string }>,
): Promise<Error> {
  if (/\bGS02\d\b/.test(refusal)) return IPT_ERRORS.safeSignaturesInvalid();
  if (!refusal.includes('GS011')) return IPT_ERRORS.wouldFail({ message: refusal });
  const { safeTxGas, baseGas, value } = signed.transaction;
  const { balanceWei } = await chain.safe(signed.safe);
  const most = (safeTxGas + baseGas) * maxFeeWei + value;
  const missing = most > balanceWei ? most - balanceWei : 1n;
  return IPT_ERRORS.feeTooLow({
    message: `The Safe cannot pay for the gas: it holds ${balanceWei} wei, and up to ${missing} wei are missing.`,
  });
}

/** Why the contract would refuse the call, in its words. */
export async function innerRefusal(
  chain: Chain,
  { safe, transaction: { to, data, value } }: SignedSafeTransaction,
): Promise<string | undefined> {
  return (await chain.estimateGas(safe, { to, data, valueWei: value })).refusal;
}

/**
 * Whether the account holds so much, beside what it needs for all others.
 *
 * @throws {Problem} `RELAYER_UNFUNDED`, `CHAIN_UNAVAILABLE`
 */
export async function requireFunds(
  chain: RelayChain,
  store: Pick<RelayStore, 'reservedWei'>,
  neededWei: bigint,
  except?: string,
): Promise<void> {
  const reservedWei = await store.reservedWei(chain.chainId, except);
  if ((await chain.balanceWei()) < reservedWei + neededWei) throw IPT_ERRORS.relayerUnfunded();
}
