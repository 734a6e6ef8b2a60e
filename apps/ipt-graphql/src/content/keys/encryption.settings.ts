import { custom, optional, text, type Kind, settingsOf } from '@sextant/platform-runtime/config';
import { azureKey } from '../../signing/signing.settings.js';

const googleCryptoKey: Kind<string> = {
  expected: 'projects/…/locations/…/keyRings/…/cryptoKeys/…',
  parse: (value) =>
    /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+$/.test(value)
      ? value
      : undefined,
};

const transitKey: Kind<string> = {
  expected: 'the mount of a transit engine, / and the name of a key',
  parse: (value) => (/^[\w-]+(\/[\w-]+)+$/.test(value) ? value : undefined),
};

/** The key that wraps the keys of encrypted agreements: one of these, or none. */
export class EncryptionSettings extends settingsOf({
  agreementKeyFile: optional(
    text({
      env: 'AGREEMENT_KEY_FILE',
      description:
        'File of 32 bytes in base64 that wraps the keys of encrypted agreements; in production with ALLOW_KEYSTORE_FILES alone.',
      example: '/run/secrets/agreements.key',
    }),
  ),
  agreementKmsKey: optional(
    text({
      env: 'AGREEMENT_KMS_KEY',
      description: 'Instead of it, a symmetric key of AWS KMS.',
      example: 'alias/ipt-agreements',
    }),
  ),
  agreementGoogleKey: optional(
    custom(googleCryptoKey, {
      env: 'AGREEMENT_GOOGLE_KEY',
      description: 'Or a symmetric key of Google Cloud KMS, without a version.',
      example: 'projects/p/locations/l/keyRings/r/cryptoKeys/agreements',
    }),
  ),
  agreementAzureKey: optional(
    custom(azureKey, {
      env: 'AGREEMENT_AZURE_KEY',
      description: 'Or a version of an RSA key of Azure Key Vault or Managed HSM, by its address.',
      example: 'https://ipt.vault.azure.net/keys/agreements/0123456789abcdef0123456789abcdef',
    }),
  ),
  agreementVaultKey: optional(
    custom(transitKey, {
      env: 'AGREEMENT_VAULT_KEY',
      description:
        "Or a key of the type aes256-gcm96 in Vault's engine transit: mount and name; with VAULT_ADDR and VAULT_TOKEN.",
      example: 'transit/ipt-agreements',
    }),
  ),
}) {}
