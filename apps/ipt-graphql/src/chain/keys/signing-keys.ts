import { readFileSync } from 'node:fs';
import { ConfigError } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import { isError, Wallet } from 'ethers';
import { AzureVaultKey } from '../../signing/azure-key-vault.js';
import { GoogleKmsKey } from '../../signing/google-kms.js';
import { KeySigner, type SigningWallet } from '../../signing/keystore-signer.js';
import { LocalKey, type DigestWallet } from '../../signing/local-key.js';
import { walletOfKeystore } from '../../signing/keystore-file.js';
import { KmsKey } from '../../signing/kms-key.js';
import type { Pkcs11Place } from '../../signing/pkcs11-uri.js';
import { readVaultKeystore, type StoredKeystore } from '../../signing/vault-keystore.js';
import { chainConfigs } from './chain-config.js';
import type { ChainSettings } from './chain.settings.js';
import type { ChainSigning } from '../../signing/chain-signing.js';
import type { SigningSettings } from '../../signing/signing.settings.js';

/** @throws {Error} for a key that cannot be opened, for two of one chain, and for the same key on two chains */
export async function keySigner(
  settings: ChainSettings,
  signing: SigningSettings,
  logger: Logger,
): Promise<KeySigner> {
  const wallets = new Map<number, SigningWallet>();
  for (const chain of chainConfigs(settings, signing)) {
    const wallet = await walletOf(chain.signing, chain.chainId, signing);
    if (wallet === undefined) continue;
    wallets.set(chain.chainId, wallet);
    logger.info('signer.opened', { chainId: chain.chainId, signer: wallet.address });
  }
  return new KeySigner(wallets, logger);
}

type Open = () => Promise<DigestWallet>;

/** The one key that the settings name. */
export async function walletOf(
  signing: ChainSigning,
  chainId: number,
  config: SigningSettings,
): Promise<DigestWallet | undefined> {
  const [first, second] = namedKeys(signing, chainId, config);
  if (first === undefined) return undefined;
  if (second !== undefined) {
    throw new ConfigError([`${second.name} and ${first.name} are both set: set one.`]);
  }
  requireAllowed(first.name, config);
  return await opened(first.name, first.open, chainId);
}

function namedKeys(signing: ChainSigning, chainId: number, config: SigningSettings) {
  const { use, kmsKey, googleKey, azureKey, pkcs11, pin, vaultPath, keystore, key } = signing;
  const keys: readonly (readonly [string, Open | '' | undefined])[] = [
    ['KMS_KEY', kmsKey && (() => fromAws(kmsKey))],
    ['GOOGLE_KEY', googleKey && (() => fromGoogle(googleKey, config))],
    ['AZURE_KEY', azureKey && (() => KmsKey.open(new AzureVaultKey(azureKey)))],
    ['PKCS11', pkcs11 && (() => fromToken(pkcs11, pin))],
    [
      'VAULT_PATH',
      vaultPath && (() => fromVault(vaultPath, config, `${use}_VAULT_PATH_${chainId}`)),
    ],
    ['KEYSTORE', keystore && (() => fromFile(keystore, signing))],
    ['KEY', key && (() => Promise.resolve(new LocalKey(new Wallet(key))))],
  ];
  return keys.flatMap(([name, open]) =>
    open ? [{ name: `${use}_${name}_${chainId}`, open }] : [],
  );
}

/** Keys that whoever reads this machine's files and settings has. */
function requireAllowed(name: string, { allowKeystoreFiles }: SigningSettings): void {
  if (process.env['NODE_ENV'] !== 'production') return;
  if (/^[A-Z]+_KEY_/.test(name)) {
    throw new ConfigError([`${name} is for development: production refuses it.`]);
  }
  if (/^[A-Z]+_KEYSTORE_/.test(name) && !allowKeystoreFiles) {
    throw new ConfigError([
      `${name} is refused in production: use a key management service, or set ALLOW_KEYSTORE_FILES.`,
    ]);
  }
}

/** Another service may be there at the next start: what this machine holds is wrong until somebody mends it. */
const ON_THIS_MACHINE = /^[A-Z]+_(?:KEYSTORE|PKCS11|KEY)_/;

/** What goes wrong is told by the name of the setting, and without a secret. */
async function opened(name: string, open: Open, chainId: number): Promise<DigestWallet> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ConfigError) throw error;
    const reason = isError(error, 'INVALID_ARGUMENT') ? error.shortMessage : String(error);
    const [, use] = /^([A-Z]+)_KEYSTORE/.exec(name) ?? [];
    const by = use === undefined ? '' : ` with ${use}_PASSWORD_${chainId}`;
    const complaint = `${name} cannot be opened${by}: ${reason}.`;
    if (!ON_THIS_MACHINE.test(name)) throw new Error(complaint, { cause: error });
    throw new ConfigError([complaint], { cause: error });
  }
}

/** Other machines need no client of AWS. */
async function fromAws(keyId: string): Promise<DigestWallet> {
  const { AwsKmsKey } = await import('../../signing/aws-kms.js');
  return await KmsKey.open(new AwsKmsKey(keyId));
}

const fromGoogle = (name: string, { googleEndpoint: endpoint }: SigningSettings) =>
  KmsKey.open(new GoogleKmsKey({ name, endpoint }));

/** Other machines need no library that calls libraries. */
async function fromToken(place: Pkcs11Place, pin = ''): Promise<DigestWallet> {
  const { Pkcs11Key } = await import('../../signing/pkcs11-key.js');
  return await KmsKey.open(new Pkcs11Key(place, pin));
}

const fromFile = (keystore: string, { keystorePassword = '' }: ChainSigning) =>
  decrypted({ keystore: readFileSync(keystore, 'utf8'), password: keystorePassword });

async function fromVault(
  path: string,
  config: SigningSettings,
  name: string,
): Promise<DigestWallet> {
  const { vaultAddress: address, vaultToken: token } = config;
  if (address === undefined || token === undefined) {
    throw new ConfigError([`${name} needs VAULT_ADDR and VAULT_TOKEN.`]);
  }
  return await decrypted(await readVaultKeystore({ address, token, path }));
}

async function decrypted({ keystore, password }: StoredKeystore): Promise<LocalKey> {
  return new LocalKey(await walletOfKeystore(keystore, password));
}
