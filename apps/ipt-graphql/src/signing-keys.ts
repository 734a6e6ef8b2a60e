import { readFileSync } from 'node:fs';
import type { Logger } from '@sextant/platform-logging';
import { isError, Wallet } from 'ethers';
import { AwsKmsKey } from './adapters/chain/aws-kms.js';
import { AzureVaultKey } from './adapters/chain/azure-key-vault.js';
import { GoogleKmsKey } from './adapters/chain/google-kms.js';
import { KeySigner, type SigningWallet } from './adapters/chain/keystore-signer.js';
import { KmsKey } from './adapters/chain/kms-key.js';
import type { Pkcs11Place } from './adapters/chain/pkcs11-uri.js';
import { readVaultKeystore, type StoredKeystore } from './adapters/chain/vault-keystore.js';
import { chainConfigs, type ChainConfig } from './chain-settings.js';
import type { IptConfig } from './config.js';
import type { ChainSigning } from './signing-settings.js';

/** @throws {Error} for a key that cannot be opened, for two of one chain, and for the same key on two chains */
export async function keySigner(config: IptConfig, logger: Logger): Promise<KeySigner> {
  const wallets = new Map<number, SigningWallet>();
  for (const chain of chainConfigs(config)) {
    const wallet = await walletOf(chain, config);
    if (wallet === undefined) continue;
    wallets.set(chain.chainId, wallet);
    logger.info('signer.opened', { chainId: chain.chainId, signer: wallet.address });
  }
  return new KeySigner(wallets, logger);
}

type Open = () => Promise<SigningWallet>;

/** The one key that the settings name. */
async function walletOf(chain: ChainConfig, config: IptConfig): Promise<SigningWallet | undefined> {
  const { chainId } = chain;
  const [first, second] = namedKeys(chain, config);
  if (first === undefined) return undefined;
  if (second !== undefined) {
    throw new Error(`${second.name} and ${first.name} are both set: set one.`);
  }
  requireAllowed(first.name, config);
  return await opened(first.name, first.open, chainId);
}

function namedKeys({ chainId, signing }: ChainConfig, config: IptConfig) {
  const { kmsKey, googleKey, azureKey, pkcs11, pin, vaultPath, keystore, signerKey } = signing;
  const keys: readonly (readonly [string, Open | '' | undefined])[] = [
    ['SIGNER_KMS_KEY', kmsKey && (() => KmsKey.open(new AwsKmsKey(kmsKey)))],
    ['SIGNER_GOOGLE_KEY', googleKey && (() => fromGoogle(googleKey, config))],
    ['SIGNER_AZURE_KEY', azureKey && (() => KmsKey.open(new AzureVaultKey(azureKey)))],
    ['SIGNER_PKCS11', pkcs11 && (() => fromToken(pkcs11, pin))],
    ['SIGNER_VAULT_PATH', vaultPath && (() => fromVault(vaultPath, config))],
    ['SIGNER_KEYSTORE', keystore && (() => fromFile(keystore, signing))],
    ['SIGNER_KEY', signerKey && (() => Promise.resolve(new Wallet(signerKey)))],
  ];
  return keys.flatMap(([name, open]) => (open ? [{ name: `${name}_${chainId}`, open }] : []));
}

/** Keys that whoever reads this machine's files and settings has. */
function requireAllowed(name: string, { allowKeystoreFiles }: IptConfig): void {
  if (process.env['NODE_ENV'] !== 'production') return;
  if (name.startsWith('SIGNER_KEY_')) {
    throw new Error(`${name} is for development: production refuses it.`);
  }
  if (name.startsWith('SIGNER_KEYSTORE_') && !allowKeystoreFiles) {
    throw new Error(
      `${name} is refused in production: use a key management service, or set ALLOW_KEYSTORE_FILES.`,
    );
  }
}

/** What goes wrong is told by the name of the setting, and without a secret. */
async function opened(name: string, open: Open, chainId: number): Promise<SigningWallet> {
  try {
    return await open();
  } catch (error) {
    const reason = isError(error, 'INVALID_ARGUMENT') ? error.shortMessage : String(error);
    const by = name.startsWith('SIGNER_KEYSTORE') ? ` with SIGNER_PASSWORD_${chainId}` : '';
    throw new Error(`${name} cannot be opened${by}: ${reason}.`, { cause: error });
  }
}

const fromGoogle = (name: string, { googleEndpoint: endpoint }: IptConfig) =>
  KmsKey.open(new GoogleKmsKey({ name, endpoint }));

/** Other machines need no library that calls libraries. */
async function fromToken(place: Pkcs11Place, pin = ''): Promise<SigningWallet> {
  const { Pkcs11Key } = await import('./adapters/chain/pkcs11-key.js');
  return await KmsKey.open(new Pkcs11Key(place, pin));
}

const fromFile = (keystore: string, { keystorePassword = '' }: ChainSigning) =>
  decrypted({ keystore: readFileSync(keystore, 'utf8'), password: keystorePassword });

async function fromVault(path: string, config: IptConfig): Promise<SigningWallet> {
  const { vaultAddress: address, vaultToken: token } = config;
  if (address === undefined || token === undefined) {
    throw new Error('it needs VAULT_ADDR and VAULT_TOKEN');
  }
  return await decrypted(await readVaultKeystore({ address, token, path }));
}

async function decrypted({ keystore, password }: StoredKeystore): Promise<Wallet> {
  return new Wallet((await Wallet.fromEncryptedJson(keystore, password)).privateKey);
}
