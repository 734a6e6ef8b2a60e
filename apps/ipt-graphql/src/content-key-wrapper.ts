import { readFileSync } from 'node:fs';
import { AwsKmsWrapper } from './content/keys/aws-kms-wrapper.js';
import { AzureVaultWrapper } from './content/keys/azure-vault-wrapper.js';
import { GoogleKmsWrapper } from './content/keys/google-kms-wrapper.js';
import { LocalWrapper } from './content/keys/local-wrapper.js';
import { VaultTransitWrapper } from './content/keys/vault-transit-wrapper.js';
import type { IptConfig } from './config.js';
import type { ContentKeyWrapper } from './content/keys/content-keys.js';

/** The one that the settings name. @throws {Error} for two of them, and for a file that production refuses */
export function contentKeyWrapper(config: IptConfig): ContentKeyWrapper | undefined {
  const { agreementKeyFile: file, agreementKmsKey: kms, agreementGoogleKey: google } = config;
  const { agreementAzureKey: azure, agreementVaultKey: vault, googleEndpoint: endpoint } = config;
  const all: readonly (readonly [string, '' | undefined | (() => ContentKeyWrapper)])[] = [
    ['AGREEMENT_KEY_FILE', file && (() => fromFile(file, config))],
    ['AGREEMENT_KMS_KEY', kms && (() => new AwsKmsWrapper(kms))],
    ['AGREEMENT_GOOGLE_KEY', google && (() => new GoogleKmsWrapper({ name: google, endpoint }))],
    ['AGREEMENT_AZURE_KEY', azure && (() => new AzureVaultWrapper(azure))],
    ['AGREEMENT_VAULT_KEY', vault && (() => fromVault(vault, config))],
  ];
  const [first, second] = all.flatMap(([name, open]) => (open ? [{ name, open }] : []));
  if (first !== undefined && second !== undefined) {
    throw new Error(`${second.name} and ${first.name} are both set: set one.`);
  }
  return first?.open();
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
