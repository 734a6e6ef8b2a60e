import type { CopyBacklog, CopyState } from '../content/copy-state.js';

/**
 * How a call of an endpoint ended: `refused` is an answer of the node too, such as a revert; `disagreed` comes on top, when
 * a quorum agreed on another answer.
 */
export type RpcOutcome = 'answered' | 'refused' | 'failed' | 'disagreed';

/** Hears of what operators want to see counted. */
export abstract class Observer {
  /** @param outcome `success`, or the code of the error */
  abstract operation(name: string, outcome: string, seconds: number): void;
  /** @param isNew `false` when the same had been signed before */
  abstract signedOff(chainId: number, isNew: boolean): void;
  abstract printed(seconds: number): void;
  /** @param place of the endpoint in its list, from 0: its address may hold a provider's key */
  abstract rpcCall(chainId: number, place: number, outcome: RpcOutcome): void;
  /** Whether an endpoint is asked, or rests after failures. */
  abstract endpoint(chainId: number, place: number, isAwake: boolean): void;
  /** The newest block of the chain, as soon as it is known. */
  abstract head(chainId: number, block: number): void;
  /** The last block that is read, and stored. */
  abstract indexed(chainId: number, block: number): void;
  /** The last block whose transfers of tokens are read, and stored. */
  abstract tokensIndexed(chainId: number, block: number): void;
  /** Logs that the first look did not have, and that are stored now. */
  abstract gapFilled(chainId: number, logs: number): void;
  /** Logs that the first look had, and the second had not. */
  abstract unconfirmed(chainId: number, logs: number): void;
  /** An event that is none, or that the database does not take. */
  abstract refused(chainId: number): void;
  abstract reorganized(chainId: number): void;
  /** A mint of a symbol that another IP-NFT had taken. */
  abstract symbolConflict(chainId: number): void;
  /** What became of one attempt to send a message. */
  abstract webhook(outcome: 'delivered' | 'later' | 'dead'): void;
  /** What a look at the second copy of a file found. */
  abstract copyLook(state: CopyState): void;
  /** Second copies that are not in order. */
  abstract copiesBehind(backlog: CopyBacklog): void;
}
