/** What an endpoint is asked. */
export interface RpcCall {
  readonly method: string;
  readonly params: readonly unknown[];
  /** Whether `null` may be the answer. */
  readonly isAbsent: boolean;
}
