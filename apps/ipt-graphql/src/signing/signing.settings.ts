import {
  custom,
  family,
  settingsOf,
  optional,
  text,
  toggle,
  url,
  type ConfigOf,
  type FamilySetting,
  type Kind,
  type Setting,
} from '@sextant/platform-runtime/config';
import { isHexString } from 'ethers';
import { parsePkcs11Uri, type Pkcs11Place } from './pkcs11-uri.js';

const privateKey: Kind<string> = {
  expected: '32 bytes in hexadecimal digits, with 0x before them',
  parse: (value) => (isHexString(value, 32) ? value : undefined),
};

const googleKey: Kind<string> = {
  expected: 'projects/…/locations/…/keyRings/…/cryptoKeys/…/cryptoKeyVersions/…',
  parse: (value) =>
    /^projects\/[\w.:-]+\/locations\/[\w-]+\/keyRings\/[\w-]+\/cryptoKeys\/[\w-]+\/cryptoKeyVersions\/\d+$/.test(
      value,
    )
      ? value
      : undefined,
};

/** By http on the same machine only: the token is sent there. */
export const azureKey: Kind<string> = {
  expected: 'https://…/keys/<name>/<version>',
  parse: (value) =>
    /^(https:\/\/[\w.-]+(:\d+)?|http:\/\/127\.0\.0\.1:\d+)\/keys\/[\w-]+\/[0-9a-f]{32}$/i.test(
      value,
    )
      ? value
      : undefined,
};

const pkcs11Key: Kind<Pkcs11Place> = {
  expected: 'pkcs11:token=…;object=…?module-path=/…, and no PIN in it',
  parse: parsePkcs11Uri,
};

/** Ids of networks (EIP-155) as GraphQL's Int holds them. */
const CHAIN = { name: 'chain', pattern: /^[1-9]\d{0,8}$/ } as const;

export const ofChain = <T>(setting: Setting<T>): FamilySetting<T> => family(CHAIN, setting);

/** Whose key it is: that which authorizes mints, or that which pays for relayed transactions. */
export type KeyUse = 'SIGNER' | 'RELAYER';

/** The settings of a key on each chain, of which one is to be set. */
export const keySettings = (use: KeyUse) => ({
  ...managedKeys(use),
  ...tokenKeys(use),
  ...keystoreKeys(use),
});

const managedKeys = (use: KeyUse) => ({
  kmsKeys: ofChain(
    text({
      env: `${use}_KMS_KEY`,
      description: "Key of AWS KMS (ECC_SECG_P256K1); the SDK's own settings lead there.",
      example: 'alias/ipt-mainnet',
    }),
  ),
  googleKeys: ofChain(
    custom(googleKey, {
      env: `${use}_GOOGLE_KEY`,
      description: 'Version of a key of Google Cloud KMS (EC_SIGN_SECP256K1_SHA256).',
      example: 'projects/p/locations/l/keyRings/r/cryptoKeys/k/cryptoKeyVersions/1',
    }),
  ),
  azureKeys: ofChain(
    custom(azureKey, {
      env: `${use}_AZURE_KEY`,
      description: 'Version of a key of Azure Key Vault or Managed HSM (P-256K), by its address.',
      example: 'https://ipt.vault.azure.net/keys/signer/0123456789abcdef0123456789abcdef',
    }),
  ),
});

const tokenKeys = (use: KeyUse) => ({
  pkcs11Keys: ofChain(
    custom(pkcs11Key, {
      env: `${use}_PKCS11`,
      description: 'Key pair on a PKCS #11 token, as a URI of RFC 7512.',
      example: 'pkcs11:token=ipt;object=signer?module-path=/usr/lib/softhsm/libsofthsm2.so',
    }),
  ),
  pkcs11Pins: ofChain(
    text({
      env: `${use}_PIN`,
      description: 'PIN of the user of that token.',
      example: '...',
      secret: true,
    }),
  ),
});

const keystoreKeys = (use: KeyUse) => ({
  vaultPaths: ofChain(
    text({
      env: `${use}_VAULT_PATH`,
      description: 'Mount and path of a keystore and its password in Vault, KV version 2.',
      example: 'secret/ipt/mainnet',
    }),
  ),
  keystores: ofChain(
    text({
      env: `${use}_KEYSTORE`,
      description: 'File of the encrypted key; in production with ALLOW_KEYSTORE_FILES alone.',
      example: '/run/secrets/signer.json',
    }),
  ),
  keystorePasswords: ofChain(
    text({
      env: `${use}_PASSWORD`,
      description: 'Password of that file.',
      example: '...',
      secret: true,
    }),
  ),
  keys: ofChain(
    custom(privateKey, {
      env: `${use}_KEY`,
      description: 'The key itself, for development: production refuses it.',
      example: '0x...',
      secret: true,
    }),
  ),
});

const { keys: signerKeys, ...signerPlaces } = keySettings('SIGNER');

/** The key of each chain that authorizes. */
export const signingSettings = { ...signerPlaces, signerKeys };

/** What the services that hold keys need beside. */
const signingServices = {
  vaultAddress: optional(
    url(['http', 'https'], {
      env: 'VAULT_ADDR',
      description:
        'HashiCorp Vault with SIGNER_VAULT_PATH_<chain>, RELAYER_VAULT_PATH_<chain> or AGREEMENT_VAULT_KEY.',
      example: 'https://vault.example:8200',
    }),
  ),
  vaultToken: optional(
    text({
      env: 'VAULT_TOKEN',
      description: 'Token that may read these paths, at the start alone, or use that key, always.',
      example: 'hvs.…',
      secret: true,
    }),
  ),
  googleEndpoint: url(['http', 'https'], {
    env: 'GOOGLE_KMS_ENDPOINT',
    description: 'Where Google Cloud KMS is, if not in public: Private Service Connect.',
    example: 'https://cloudkms-ipt.p.googleapis.com',
    default: 'https://cloudkms.googleapis.com',
  }),
  allowKeystoreFiles: toggle({
    env: 'ALLOW_KEYSTORE_FILES',
    description:
      'Whether production takes SIGNER_KEYSTORE_<chain> and RELAYER_KEYSTORE_<chain>: who reads file and password has the key.',
    example: 'false',
    default: false,
  }),
};

/** The keys that authorize, and the services that hold keys. */
export class SigningSettings extends settingsOf({ ...signingSettings, ...signingServices }) {}

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
