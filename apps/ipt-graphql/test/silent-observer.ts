import type { Observer } from '../src/observability/observer.js';

const nothing = (): void => undefined;

/** Counts nothing. */
export const silentObserver = {
  operation: nothing,
  signedOff: nothing,
  printed: nothing,
  rpcCall: nothing,
  endpoint: nothing,
  head: nothing,
  indexed: nothing,
  tokensIndexed: nothing,
  gapFilled: nothing,
  unconfirmed: nothing,
  refused: nothing,
  symbolConflict: nothing,
  reorganized: nothing,
  webhook: nothing,
  copyLook: nothing,
  copiesBehind: nothing,
} satisfies Observer;
