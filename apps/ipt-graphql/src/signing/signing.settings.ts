import { custom, settingsOf, text, toggle, url } from '@sextant/platform-runtime/config';
import { ofChain } from '../chain/of-chain.js';
import { azureKey, googleKey, pkcs11Key, privateKey } from './key-kinds.js';

/** Whose key it is: that which authorizes mints, or that which pays for relayed transactions. */
export type KeyUse = 'SIGNER' | 'RELAYER';

/** The settings of a key on each chain, of which one is to be set. */
export const keySettings = (use: KeyUse) => ofChain({ ...deviceKeys(use), ...keystoreKeys(use) });

/** Of which nobody has the key itself. */
const deviceKeys = (use: KeyUse) => ({
  kmsKeys: text(
    `${use}_KMS_KEY`,
    "Key of AWS KMS (ECC_SECG_P256K1); the SDK's own settings lead there.",
    { example: 'alias/ipt-mainnet' },
  ),
  googleKeys: custom(
    googleKey,
    `${use}_GOOGLE_KEY`,
    'Version of a key of Google Cloud KMS (EC_SIGN_SECP256K1_SHA256).',
    { example: 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1' },
  ),
  azureKeys: custom(
    azureKey,
    `${use}_AZURE_KEY`,
    'Version of a key of Azure Key Vault or Managed HSM (P-256K), by its address.',
    { example: 'https://ipt.vault.azure.net/keys/signer/0123456789abcdef0123456789abcdef' },
  ),
  pkcs11Keys: custom(
    pkcs11Key,
    `${use}_PKCS11`,
    'Key pair on a PKCS #11 token, as a URI of RFC 7512.',
    { example: 'pkcs11:token=ipt;object=signer?module-path=/usr/lib/softhsm/libsofthsm2.so' },
  ),
  pkcs11Pins: text(`${use}_PIN`, 'PIN of the user of that token.', {
    example: '...',
    secret: true,
  }),
});

const keystoreKeys = (use: KeyUse) => ({
  vaultPaths: text(
    `${use}_VAULT_PATH`,
    'Mount and path of a keystore and its password in Vault, KV version 2.',
    { example: 'secret/ipt/mainnet' },
  ),
  keystores: text(
    `${use}_KEYSTORE`,
    'File of the encrypted key; in production with ALLOW_KEYSTORE_FILES alone.',
    { example: '/run/secrets/signer.json' },
  ),
  keystorePasswords: text(`${use}_PASSWORD`, 'Password of that file.', {
    example: '...',
    secret: true,
  }),
  keys: custom(
    privateKey,
    `${use}_KEY`,
    'The key itself, for development: production refuses it.',
    { example: '0x...', secret: true },
  ),
});

const { keys: signerKeys, ...signerPlaces } = keySettings('SIGNER');

/** The key of each chain that authorizes. */
export const signingSettings = { ...signerPlaces, signerKeys };

/** What the services that hold keys need beside. */
const signingServices = {
  vaultAddress: url(
    ['http', 'https'],
    'VAULT_ADDR',
    'HashiCorp Vault with SIGNER_VAULT_PATH_<chain>, RELAYER_VAULT_PATH_<chain> or AGREEMENT_VAULT_KEY.',
    { example: 'https://vault.example:8200' },
  ),
  vaultToken: text(
    'VAULT_TOKEN',
    'Token that may read these paths, at the start alone, or use that key, always.',
    { example: 'hvs.…', secret: true },
  ),
  googleEndpoint: url(
    ['http', 'https'],
    'GOOGLE_KMS_ENDPOINT',
    'Where Google Cloud KMS is, if not in public: Private Service Connect.',
    {
      example: 'https://cloudkms-ipt.p.googleapis.com',
      default: 'https://cloudkms.googleapis.com',
    },
  ),
  allowKeystoreFiles: toggle(
    'ALLOW_KEYSTORE_FILES',
    'Whether production takes SIGNER_KEYSTORE_<chain> and RELAYER_KEYSTORE_<chain>: who reads file and password has the key.',
    { default: false },
  ),
};

/** The keys that authorize, and the services that hold keys. */
export class SigningSettings extends settingsOf({ ...signingSettings, ...signingServices }) {}
