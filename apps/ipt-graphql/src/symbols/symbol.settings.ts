import { integer, settingsOf } from '@sextant/platform-runtime/config';
import { atMost } from '../http/at-most.js';

/** How symbols are held. */
export class SymbolSettings extends settingsOf({
  symbolHoldSeconds: integer({
    env: 'SYMBOL_HOLD_SECONDS',
    description:
      'How long a proof of idea holds its symbol after a sign-off or a renewal, unminted.',
    example: '604800',
    default: 7 * 86_400,
    min: 1,
    max: 10 * 365 * 86_400,
  }),
  maxIdeasPerTenant: atMost(
    'MAX_IDEAS_PER_TENANT',
    'Symbols that one tenant may hold for proofs of ideas, unminted; more are QUOTA_EXCEEDED.',
    100,
  ),
  maxIdeasPerWallet: atMost(
    'MAX_IDEAS_PER_WALLET',
    'Symbols that one wallet may hold for proofs of ideas, unminted; more are QUOTA_EXCEEDED.',
    10,
  ),
}) {}
