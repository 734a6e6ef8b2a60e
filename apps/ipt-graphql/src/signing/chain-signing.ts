import type { ConfigOf } from '@sextant/platform-runtime/config';
import type { Pkcs11Place } from './pkcs11-uri.js';
import type { keySettings, KeyUse, signingSettings } from './signing.settings.js';

/** The settings of a chain's key: one of the keys is to be set, with what it needs. */
export interface ChainSigning {
  readonly use: KeyUse;
  readonly kmsKey: string | undefined;
  readonly googleKey: string | undefined;
  readonly azureKey: string | undefined;
  readonly pkcs11: Pkcs11Place | undefined;
  readonly pin: string | undefined;
  readonly vaultPath: string | undefined;
  readonly keystore: string | undefined;
  readonly keystorePassword: string | undefined;
  readonly key: string | undefined;
}

export const keyOf = (
  use: KeyUse,
  config: ConfigOf<ReturnType<typeof keySettings>>,
  id: string,
): ChainSigning => ({
  use,
  kmsKey: config.kmsKeys.get(id),
  googleKey: config.googleKeys.get(id),
  azureKey: config.azureKeys.get(id),
  pkcs11: config.pkcs11Keys.get(id),
  pin: config.pkcs11Pins.get(id),
  vaultPath: config.vaultPaths.get(id),
  keystore: config.keystores.get(id),
  keystorePassword: config.keystorePasswords.get(id),
  key: config.keys.get(id),
});

export const signingOf = (config: ConfigOf<typeof signingSettings>, id: string): ChainSigning =>
  keyOf('SIGNER', Object.assign({}, config, { keys: config.signerKeys }), id);
