import type { CopyBacklog, CopyState } from '../content/copy-state.js';

/**
 * How a call of an endpoint ended: `refused` is an answer of the node too, such as a revert; `disagreed` comes on top, when
 * a quorum agreed on another answer.
 */
export type RpcOutcome = 'answered' | 'refused' | 'failed' | 'disagreed';

/** What `Observer` is bound to. */
export const OBSERVER = Symbol('Observer');

/** Hears of what operators want to see counted. */
export interface Observer {
  /** @param outcome `success`, or the code of the error */
  operation(name: string, outcome: string, seconds: number): void;
  /** @param isNew `false` when the same had been signed before */
  signedOff(chainId: number, isNew: boolean): void;
  printed(seconds: number): void;
  /** @param place of the endpoint in its list, from 0: its address may hold a provider's key */
  rpcCall(chainId: number, place: number, outcome: RpcOutcome): void;
  /** Whether an endpoint is asked, or rests after failures. */
  endpoint(chainId: number, place: number, isAwake: boolean): void;
  /** The newest block of the chain, as soon as it is known. */
  head(chainId: number, block: number): void;
  /** The last block that is read, and stored. */
  indexed(chainId: number, block: number): void;
  /** The last block whose transfers of tokens are read, and stored. */
  tokensIndexed(chainId: number, block: number): void;
  /** Logs that the first look did not have, and that are stored now. */
  gapFilled(chainId: number, logs: number): void;
  /** Logs that the first look had, and the second had not. */
  unconfirmed(chainId: number, logs: number): void;
  /** An event that is none, or that the database does not take. */
  refused(chainId: number): void;
  reorganized(chainId: number): void;
  /** A mint of a symbol that another IP-NFT had taken. */
  symbolConflict(chainId: number): void;
  /** What became of one attempt to send a message. */
  webhook(outcome: 'delivered' | 'later' | 'dead'): void;
  /** What a look at the second copy of a file found. */
  copyLook(state: CopyState): void;
  /** Second copies that are not in order. */
  copiesBehind(backlog: CopyBacklog): void;
}
