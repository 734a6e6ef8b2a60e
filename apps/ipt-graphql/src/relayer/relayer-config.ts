import { keyOf, type ChainSigning } from '../signing/chain-signing.js';
import { STANDARD_LIMITS, type RelayerSettings } from './relayer.settings.js';

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
    maxFeeWei: BigInt(config.relayerMaxFees.get(id) ?? STANDARD_LIMITS.maxFeeWei),
    maxGas: config.relayerMaxGas.get(id) ?? STANDARD_LIMITS.maxGas,
    maxPending: config.relayerMaxPending.get(id) ?? STANDARD_LIMITS.maxPending,
    maxLosses: config.relayerMaxLosses.get(id) ?? STANDARD_LIMITS.maxLosses,
  };
}
