import { problem } from '@sextant/platform-http/errors';

/** What is refused of transactions that are to be relayed. */
export const RELAYER_ERRORS = {
  relayerDisabled: problem(
    'RELAYER_DISABLED',
    422,
    'There is no relayer for this chain: send the transaction yourself.',
  ),
  plainAccount: problem(
    'RELAY_PLAIN_ACCOUNT',
    422,
    'This is a plain account. The contracts ask that it sends the transaction itself: only Safes can be relayed for.',
  ),
  notASafe: problem(
    'RELAY_NOT_A_SAFE',
    422,
    'There is no Safe of version 1.3.0, 1.4.1 or 1.5.0 at this address.',
  ),
  callNotAllowed: problem(
    'RELAY_CALL_NOT_ALLOWED',
    422,
    'Only reserve, mintReservation and tokenizeIpnft of the contracts of this chain are relayed.',
  ),
  safeSignaturesInvalid: problem(
    'RELAY_SIGNATURES_INVALID',
    422,
    'The Safe does not take these signatures for this transaction.',
  ),
  safeNonceUsed: problem('RELAY_NONCE_USED', 422, "The Safe's nonce is used already."),
  safeNonceTaken: problem(
    'RELAY_NONCE_TAKEN',
    422,
    'Another transaction of the Safe with this nonce is under way.',
  ),
  wouldFail: problem('RELAY_WOULD_FAIL', 422, 'The transaction would fail.'),
  feeTooLow: problem('RELAY_FEE_TOO_LOW', 422, 'The Safe does not pay for the gas.'),
  keyReused: problem(
    'IDEMPOTENCY_KEY_REUSED',
    422,
    'Another transaction was sent with this idempotencyKey: choose a new one.',
  ),
  relayerUnfunded: problem(
    'RELAYER_UNFUNDED',
    503,
    'The relayer does not hold the fee now. Try again later, or send the transaction yourself.',
  ),
  feesTooHigh: problem(
    'RELAYER_FEES_TOO_HIGH',
    503,
    'The chain asks for more than the relayer may offer now. Try again later.',
  ),
} as const;
