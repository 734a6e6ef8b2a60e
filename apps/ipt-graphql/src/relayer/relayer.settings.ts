import { custom, integer, settingsOf } from '@sextant/platform-runtime/config';
import { someWei } from '../chain/chain-kinds.js';
import { ofChain } from '../chain/of-chain.js';
import { keySettings } from '../signing/signing.settings.js';

/** Of a chain that says nothing else. */
export const STANDARD_LIMITS = {
  maxFeeWei: '200000000000',
  maxGas: 2_000_000,
  maxPending: 20,
  maxLosses: 5,
} as const;

const keys = keySettings('RELAYER');

const relayerKeys = {
  relayerKmsKeys: keys.kmsKeys,
  relayerGoogleKeys: keys.googleKeys,
  relayerAzureKeys: keys.azureKeys,
  relayerPkcs11Keys: keys.pkcs11Keys,
  relayerPkcs11Pins: keys.pkcs11Pins,
  relayerVaultPaths: keys.vaultPaths,
  relayerKeystores: keys.keystores,
  relayerKeystorePasswords: keys.keystorePasswords,
  relayerKeys: keys.keys,
};

const relayerLimits = ofChain({
  relayerMaxFees: custom(
    someWei,
    'RELAYER_MAX_FEE_WEI',
    'The relayer never offers more for a unit of gas, in wei.',
    { default: STANDARD_LIMITS.maxFeeWei },
  ),
  relayerMaxGas: integer('RELAYER_MAX_GAS', 'Most gas of a relayed transaction.', {
    default: STANDARD_LIMITS.maxGas,
    min: 50_000,
    max: 30_000_000,
  }),
  relayerMaxPending: integer(
    'RELAYER_MAX_PENDING',
    'Transactions of one tenant that may be under way; more are QUOTA_EXCEEDED.',
    { default: STANDARD_LIMITS.maxPending, min: 1, max: 10_000 },
  ),
  relayerMaxLosses: integer(
    'RELAYER_MAX_LOSSES',
    'Transactions of one tenant in a day that the relayer paid for itself; then QUOTA_EXCEEDED.',
    { default: STANDARD_LIMITS.maxLosses, min: 1, max: 10_000 },
  ),
});

/** Of what relays, where a key is named; without one there is no relayer. */
export class RelayerSettings extends settingsOf({
  ...relayerKeys,
  ...relayerLimits,
  relayerBumpSeconds: integer(
    'RELAYER_BUMP_SECONDS',
    'After that a transaction that is in no block yet is sent again for a higher fee.',
    { default: 60, min: 1, max: 86_400 },
  ),
  relayerExpireSeconds: integer(
    'RELAYER_EXPIRE_SECONDS',
    'After that a transaction that is in no block yet is given up.',
    { default: 86_400, min: 1, max: 30 * 86_400 },
  ),
}) {}
