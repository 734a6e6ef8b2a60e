import { custom, integer, settingsOf, type Kind } from '@sextant/platform-runtime/config';
import { keyOf, keySettings, ofChain, type ChainSigning } from '../signing/signing.settings.js';

const wei: Kind<string> = {
  expected: 'a whole number of wei above 0',
  parse: (value) => (/^[1-9]\d{0,29}$/.test(value) ? value : undefined),
};

const STANDARD = {
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

const relayerLimits = {
  relayerMaxFees: ofChain(
    custom(wei, {
      env: 'RELAYER_MAX_FEE_WEI',
      description: 'The relayer never offers more for a unit of gas, in wei.',
      example: '200000000000',
      default: STANDARD.maxFeeWei,
    }),
  ),
  relayerMaxGas: ofChain(
    integer({
      env: 'RELAYER_MAX_GAS',
      description: 'Most gas of a relayed transaction.',
      example: '2000000',
      default: STANDARD.maxGas,
      min: 50_000,
      max: 30_000_000,
    }),
  ),
  relayerMaxPending: ofChain(
    integer({
      env: 'RELAYER_MAX_PENDING',
      description: 'Transactions of one tenant that may be under way; more are QUOTA_EXCEEDED.',
      example: '20',
      default: STANDARD.maxPending,
      min: 1,
      max: 10_000,
    }),
  ),
  relayerMaxLosses: ofChain(
    integer({
      env: 'RELAYER_MAX_LOSSES',
      description:
        'Transactions of one tenant in a day that the relayer paid for itself; then QUOTA_EXCEEDED.',
      example: '5',
      default: STANDARD.maxLosses,
      min: 1,
      max: 10_000,
    }),
  ),
};

/** Of what relays, where a key is named; without one there is no relayer. */
export class RelayerSettings extends settingsOf({
  ...relayerKeys,
  ...relayerLimits,
  relayerBumpSeconds: integer({
    env: 'RELAYER_BUMP_SECONDS',
    description: 'After that a transaction that is in no block yet is sent again for a higher fee.',
    example: '60',
    default: 60,
    min: 1,
    max: 86_400,
  }),
  relayerExpireSeconds: integer({
    env: 'RELAYER_EXPIRE_SECONDS',
    description: 'After that a transaction that is in no block yet is given up.',
    example: '86400',
    default: 86_400,
    min: 1,
    max: 30 * 86_400,
  }),
}) {}

/** What the settings say of the relayer of one chain. */
export interface RelayerConfig {
  readonly signing: ChainSigning;
  readonly maxFeeWei: bigint;
  readonly maxGas: number;
  /** Under way, of one tenant. */
  readonly maxPending: number;
  /** In a day, of one tenant. */
  readonly maxLosses: number;
}

export function relayerOf(config: RelayerSettings, chainId: number): RelayerConfig {
  const id = String(chainId);
  const view = {
    kmsKeys: config.relayerKmsKeys,
    googleKeys: config.relayerGoogleKeys,
    azureKeys: config.relayerAzureKeys,
    pkcs11Keys: config.relayerPkcs11Keys,
    pkcs11Pins: config.relayerPkcs11Pins,
    vaultPaths: config.relayerVaultPaths,
    keystores: config.relayerKeystores,
    keystorePasswords: config.relayerKeystorePasswords,
    keys: config.relayerKeys,
  };
  return {
    signing: keyOf('RELAYER', view, id),
    maxFeeWei: BigInt(config.relayerMaxFees.get(id) ?? STANDARD.maxFeeWei),
    maxGas: config.relayerMaxGas.get(id) ?? STANDARD.maxGas,
    maxPending: config.relayerMaxPending.get(id) ?? STANDARD.maxPending,
    maxLosses: config.relayerMaxLosses.get(id) ?? STANDARD.maxLosses,
  };
}
