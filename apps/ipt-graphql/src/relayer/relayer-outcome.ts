import type { Attempt, Relay, RelayChange, RelayReason, RelayReceipt } from './relayer.js';

/** What was found of a transaction in a block. */
export interface Mined {
  readonly attempt: Attempt;
  readonly receipt: RelayReceipt;
  /** The last block that is final. */
  readonly finalized: number;
  /** Whether another transaction has used the Safe's nonce. */
  readonly isReplaced: boolean;
}

/** Of these the tenant, or the Safe, is the cause: nobody pays the relayer for the empty transaction. */
const CAUSED: readonly RelayReason[] = ['REPLACED', 'UNDERPRICED', 'UNPAID'];

/** What becomes of it in a block, and when that block is final. */
export function minedChange(
  relay: Relay,
  mined: Mined,
): Pick<
  RelayChange,
  | 'state'
  | 'reason'
  | 'problem'
  | 'transactionHash'
  | 'blockNumber'
  | 'lostBlock'
  | 'isSettled'
  | 'isLoss'
> {
  const { attempt, receipt, finalized } = mined;
  const { blockNumber } = receipt;
  const isSettled = blockNumber <= finalized;
  const reason = reasonOf(relay, mined);
  const done = isSettled ? 'FINALIZED' : 'MINED';
  return {
    state: reason === null ? done : 'FAILED',
    reason,
    problem: null,
    transactionHash: attempt.hash,
    blockNumber,
    lostBlock: null,
    isSettled,
    isLoss: attempt.kind === 'EXECUTE' ? isUnpaid(receipt) : isCaused(reason),
  };
}

function reasonOf(relay: Relay, { attempt, receipt, isReplaced }: Mined): RelayReason | null {
  if (attempt.kind === 'CANCEL') return relay.cancelReason ?? 'EXPIRED';
  if (receipt.outcome === 'DONE') return null;
  return isReplaced ? 'REPLACED' : receipt.outcome;
}

const isCaused = (reason: RelayReason | null): boolean =>
  reason !== null && CAUSED.includes(reason);

/** More than a tenth is missing: what was tried out has changed before its block. */
const isUnpaid = ({ paidWei, costWei }: RelayReceipt): boolean => paidWei * 10n < costWei * 9n;
