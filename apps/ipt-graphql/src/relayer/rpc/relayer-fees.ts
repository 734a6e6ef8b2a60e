/** What a transaction offers for a unit of gas, in wei (EIP-1559). */
export interface Fee {
  readonly maxFeeWei: bigint;
  readonly tipWei: bigint;
}

/** What the chain asks for now, in wei. */
export interface FeeMarket {
  readonly baseFeeWei: bigint;
  readonly tipWei: bigint;
}

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other);
const most = (one: bigint, other: bigint): bigint => (one > other ? one : other);

/** A tenth more, rounded up: what nodes ask for a replacement, of both fees. */
const raised = (wei: bigint): bigint => (wei * 11n + 9n) / 10n;

/** The least that is offered at all: two full blocks may come before it (EIP-1559 adds an eighth each). */
export const lowestFee = ({ baseFeeWei, tipWei }: FeeMarket): bigint =>
  (baseFeeWei * 81n + 63n) / 64n + tipWei;

/**
 * What is offered first: twice the base fee, as wallets do.
 *
 * @param limitWei never exceeded
 * @returns `undefined` when the chain asks for more
 */
export function firstFee(market: FeeMarket, limitWei: bigint): Fee | undefined {
  if (lowestFee(market) > limitWei) return undefined;
  const maxFeeWei = least(limitWei, 2n * market.baseFeeWei + market.tipWei);
  return { maxFeeWei, tipWei: least(market.tipWei, maxFeeWei) };
}

/**
 * What is offered in the place of a transaction that got stuck: a tenth more at least, of both fees.
 *
 * @returns `undefined` when the limit leaves no room for that
 */
export function raisedFee(fee: Fee, market: FeeMarket, limitWei: bigint): Fee | undefined {
  const lowest = raised(fee.maxFeeWei);
  if (lowest > limitWei) return undefined;
  const wanted = most(lowest, 2n * market.baseFeeWei + market.tipWei);
  const maxFeeWei = least(wanted, limitWei);
  return { maxFeeWei, tipWei: least(most(raised(fee.tipWei), market.tipWei), maxFeeWei) };
}
