/** What a node answered instead of a result. */
export class RpcError extends Error {
  readonly code: number;
  readonly revertData: string | undefined;
  /** Whether every node would say so. */
  readonly isFinal: boolean;

  constructor({ code, message, revertData, isFinal }: RpcRefusal) {
    super(message);
    this.name = 'RpcError';
    this.code = code;
    this.revertData = revertData;
    this.isFinal = isFinal;
  }
}

interface RpcRefusal {
  readonly code: number;
  readonly message: string;
  readonly revertData: string | undefined;
  readonly isFinal: boolean;
}

/** Whether it is a refusal, of one node or of all that were asked. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof RpcError || (error instanceof Error && error.cause instanceof RpcError);

/** What JSON-RPC has in the place of a result. */
export interface RefusalBody {
  readonly code: number;
  readonly message?: unknown;
  readonly data?: unknown;
}

/** How nodes name the ends of a contract that failed: by `revert`, or by what the machine does not do. */
const FAILED_CALL =
  /revert|EVM error|VM execution error|out ?of ?gas|invalid ?(fe)?opcode|invalid jump|stack ?(under|over)flow|stack limit reached|data out of bounds|gas uint64 overflow|write protection/i;
/** Nodes have no code for it, but agree on these words. */
const TOO_POOR = /insufficient (funds|balance)|out of (gas )?fund/i;
const INVALID_PARAMS = -32602;
/** It is logged, again and again. */
const MAX_MESSAGE = 1000;

export function rpcError({ code, message: words, data }: RefusalBody): RpcError {
  const message = typeof words === 'string' ? words.slice(0, MAX_MESSAGE) : '';
  const isFailedCall = code === 3 || FAILED_CALL.test(message);
  const isFinal = isFailedCall || code === INVALID_PARAMS || TOO_POOR.test(message);
  const revertData =
    typeof data === 'string' && isFailedCall ? data : isFailedCall ? '0x' : undefined;
  // Some nodes report these with -32603: asking others would change nothing, and the endpoint is well.
  return new RpcError({ code: isFailedCall ? 3 : code, message, revertData, isFinal });
}
