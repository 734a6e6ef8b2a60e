import { optional, text } from '@sextant/platform-config';

/** The key that wraps the keys of encrypted agreements: one of these, or none. */
export const encryptionSettings = {
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
  agreementVaultKey: optional(
    text({
      env: 'AGREEMENT_VAULT_KEY',
      description:
        "Or a key of the type aes256-gcm96 in Vault's engine transit: mount and name; with VAULT_ADDR and VAULT_TOKEN.",
      example: 'transit/ipt-agreements',
    }),
  ),
};
