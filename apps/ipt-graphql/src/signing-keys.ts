import { readFileSync } from 'node:fs';
import { isError, Wallet } from 'ethers';
import { AwsKmsKey } from './adapters/chain/aws-kms.js';
import { KeySigner, type SigningWallet } from './adapters/chain/keystore-signer.js';
import { KmsKey } from './adapters/chain/kms-key.js';
import { readVaultKeystore, type StoredKeystore } from './adapters/chain/vault-keystore.js';
import { chainConfigs, type ChainConfig } from './chain-settings.js';
import type { IptConfig } from './config.js';

/** @throws {Error} for a key that cannot be opened, for two of one chain, and for the same key on two chains */
export async function keySigner(config: IptConfig): Promise<KeySigner> {
  const wallets = new Map<number, SigningWallet>();
  for (const chain of chainConfigs(config)) {
    const wallet = await walletOf(chain, config);
    if (wallet !== undefined) wallets.set(chain.chainId, wallet);
  }
  return new KeySigner(wallets);
}

type Open = () => Promise<SigningWallet>;

/** The one key that the settings name. */
async function walletOf(chain: ChainConfig, config: IptConfig): Promise<SigningWallet | undefined> {
  const { chainId, keystore, signerKey, kmsKey, vaultPath } = chain;
  const named = (
    [
      ['SIGNER_KMS_KEY', kmsKey && (() => KmsKey.open(new AwsKmsKey(kmsKey)))],
      ['SIGNER_VAULT_PATH', vaultPath && (() => fromVault(vaultPath, config))],
      ['SIGNER_KEYSTORE', keystore && (() => fromFile(keystore, chain))],
      ['SIGNER_KEY', signerKey && (() => Promise.resolve(new Wallet(signerKey)))],
    ] satisfies readonly [string, Open | '' | undefined][]
  ).flatMap(([name, open]) => (open ? [{ name: `${name}_${chainId}`, open }] : []));
  const [first, second] = named;
  if (first === undefined) return undefined;
  if (second !== undefined) {
    throw new Error(`${second.name} and ${first.name} are both set: set one.`);
  }
  return await opened(first.name, first.open, chainId);
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

const fromFile = (keystore: string, { keystorePassword = '' }: ChainConfig) =>
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
