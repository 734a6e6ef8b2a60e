import { readFileSync } from 'node:fs';
import { AwsKmsWrapper } from './adapters/keys/aws-kms-wrapper.js';
import { LocalWrapper } from './adapters/keys/local-wrapper.js';
import { VaultTransitWrapper } from './adapters/keys/vault-transit-wrapper.js';
import type { IptConfig } from './config.js';
import type { ContentKeyWrapper } from './domain/content-keys.js';

/** The one that the settings name. @throws {Error} for two of them, and for a file that production refuses */
export function contentKeyWrapper(config: IptConfig): ContentKeyWrapper | undefined {
  const { agreementKeyFile: file, agreementKmsKey: kms, agreementVaultKey: vault } = config;
  const wrappers = [
    ...(file === undefined ? [] : [['AGREEMENT_KEY_FILE', () => fromFile(file, config)] as const]),
    ...(kms === undefined ? [] : [['AGREEMENT_KMS_KEY', () => new AwsKmsWrapper(kms)] as const]),
    ...(vault === undefined
      ? []
      : [['AGREEMENT_VAULT_KEY', () => fromVault(vault, config)] as const]),
  ];
  const [first, second] = wrappers;
  if (first !== undefined && second !== undefined) {
    throw new Error(`${second[0]} and ${first[0]} are both set: set one.`);
  }
  return first?.[1]();
}

function fromFile(file: string, { allowKeystoreFiles }: IptConfig): ContentKeyWrapper {
  if (process.env['NODE_ENV'] === 'production' && !allowKeystoreFiles) {
    throw new Error(
      'AGREEMENT_KEY_FILE is refused in production: use a key management service, or set ALLOW_KEYSTORE_FILES.',
    );
  }
  return new LocalWrapper(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64'));
}

function fromVault(key: string, config: IptConfig): ContentKeyWrapper {
  const { vaultAddress: address, vaultToken: token } = config;
  if (address === undefined || token === undefined) {
    throw new Error('AGREEMENT_VAULT_KEY needs VAULT_ADDR and VAULT_TOKEN.');
  }
  return new VaultTransitWrapper({ address, token, key });
}
