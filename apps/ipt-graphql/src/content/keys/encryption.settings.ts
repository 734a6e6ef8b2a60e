import { custom, text, settingsOf } from '@sextant/platform-runtime/config';
import { azureKey } from '../../signing/key-kinds.js';
import { googleCryptoKey, transitKey } from './key-kinds.js';

/** The key that wraps the keys of encrypted agreements: one of these, or none. */
export class EncryptionSettings extends settingsOf({
  agreementKeyFile: text(
    'AGREEMENT_KEY_FILE',
    'File of 32 bytes in base64 that wraps the keys of encrypted agreements; in production with ALLOW_KEYSTORE_FILES alone.',
    { example: '/run/secrets/agreements.key' },
  ),
  agreementKmsKey: text('AGREEMENT_KMS_KEY', 'Instead of it, a symmetric key of AWS KMS.', {
    example: 'alias/ipt-agreements',
  }),
  agreementGoogleKey: custom(
    googleCryptoKey,
    'AGREEMENT_GOOGLE_KEY',
    'Or a symmetric key of Google Cloud KMS, without a version.',
    { example: 'projects/p/locations/l/keyRings/r/cryptoKeys/agreements' },
  ),
  agreementAzureKey: custom(
    azureKey,
    'AGREEMENT_AZURE_KEY',
    'Or a version of an RSA key of Azure Key Vault or Managed HSM, by its address.',
    { example: 'https://ipt.vault.azure.net/keys/agreements/0123456789abcdef0123456789abcdef' },
  ),
  agreementVaultKey: custom(
    transitKey,
    'AGREEMENT_VAULT_KEY',
    "Or a key of the type aes256-gcm96 in Vault's engine transit: mount and name; with VAULT_ADDR and VAULT_TOKEN.",
    { example: 'transit/ipt-agreements' },
  ),
}) {}
