import { readFileSync } from 'node:fs';
import { ConfigError, forSetting } from '@sextant/platform-runtime/config';
import { lazily } from '@sextant/platform-runtime/promises';
import { AzureVaultWrapper } from './azure-vault-wrapper.js';
import { GoogleKmsWrapper } from './google-kms-wrapper.js';
import { LocalWrapper } from './local-wrapper.js';
import { VaultTransitWrapper } from './vault-transit-wrapper.js';
import { Injectable } from '@nestjs/common';
import { SigningSettings } from '../../signing/signing.settings.js';
import { EncryptionSettings } from './encryption.settings.js';
import { ContentKeyWrapping, type ContentKeyWrapper } from './content-keys.js';

/** The wrapper that the settings name. */
@Injectable()
export class ConfiguredWrapper implements ContentKeyWrapping {
  readonly wrapper: ContentKeyWrapper | undefined;

  constructor(encryption: EncryptionSettings, signing: SigningSettings) {
    this.wrapper = contentKeyWrapper(encryption, signing);
  }
}

/** @throws {ConfigError} for two of them, and for a file that production refuses */
export function contentKeyWrapper(
  encryption: EncryptionSettings,
  signing: SigningSettings,
): ContentKeyWrapper | undefined {
  const { agreementKeyFile: file, agreementKmsKey: kms, agreementGoogleKey: google } = encryption;
  const { agreementAzureKey: azure, agreementVaultKey: vault } = encryption;
  const { googleEndpoint: endpoint } = signing;
  const all: readonly (readonly [string, '' | undefined | (() => ContentKeyWrapper)])[] = [
    ['AGREEMENT_KEY_FILE', file && (() => fromFile(file, signing))],
    ['AGREEMENT_KMS_KEY', kms && (() => fromAws(kms))],
    ['AGREEMENT_GOOGLE_KEY', google && (() => new GoogleKmsWrapper({ name: google, endpoint }))],
    ['AGREEMENT_AZURE_KEY', azure && (() => new AzureVaultWrapper(azure))],
    ['AGREEMENT_VAULT_KEY', vault && (() => fromVault(vault, signing))],
  ];
  const [first, second] = all.flatMap(([name, open]) => (open ? [{ name, open }] : []));
  if (first !== undefined && second !== undefined) {
    throw new ConfigError([`${second.name} and ${first.name} are both set: set one.`]);
  }
  return first?.open();
}

/** Its client is loaded with the first key: other machines need none of it. */
function fromAws(keyId: string): ContentKeyWrapper {
  const load = lazily(async () => {
    const { AwsKmsWrapper } = await import('./aws-kms-wrapper.js');
    return new AwsKmsWrapper(keyId);
  });
  return {
    wrap: async (key, context) => await (await load()).wrap(key, context),
    unwrap: async (wrapped, context) => await (await load()).unwrap(wrapped, context),
  };
}

function fromFile(file: string, { allowKeystoreFiles }: SigningSettings): ContentKeyWrapper {
  if (process.env['NODE_ENV'] === 'production' && !allowKeystoreFiles) {
    throw new ConfigError([
      'AGREEMENT_KEY_FILE is refused in production: use a key management service, or set ALLOW_KEYSTORE_FILES.',
    ]);
  }
  return forSetting(
    'AGREEMENT_KEY_FILE',
    () => new LocalWrapper(Buffer.from(readFileSync(file, 'utf8').trim(), 'base64')),
  );
}

function fromVault(key: string, config: SigningSettings): ContentKeyWrapper {
  const { vaultAddress: address, vaultToken: token } = config;
  if (address === undefined || token === undefined) {
    throw new ConfigError(['AGREEMENT_VAULT_KEY needs VAULT_ADDR and VAULT_TOKEN.']);
  }
  return new VaultTransitWrapper({ address, token, key });
}
