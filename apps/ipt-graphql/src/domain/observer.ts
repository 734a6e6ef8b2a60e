/** How a call of an endpoint ended: `refused` is an answer of the node too, such as a revert. */
export type RpcOutcome = 'answered' | 'refused' | 'failed';

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
  /** After each look at the chain: how many blocks there are to read yet. */
  indexed(chainId: number, lagBlocks: number): void;
  reorganized(chainId: number): void;
}
