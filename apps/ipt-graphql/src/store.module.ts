import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { ApiKeys, PostgresApiKeyStore } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Outbox } from '@sextant/platform-events';
import { DataSource } from 'typeorm';
import { DiskContentStore } from './content/disk-content-store.js';
import { EmbeddedObjectStore } from './images/embedded-object-store.js';
import { KuboPinner, PinnedContentStore } from './content/copies/kubo-pinner.js';
import { PostgresFlows } from './flows/postgres-flows.js';
import { PostgresLedger } from './ledger/postgres-ledger.js';
import { PostgresSafeSignatures } from './safes/postgres-safe-signatures.js';
import { PostgresStorageAccounts } from './content/copies/postgres-storage-accounts.js';
import { PostgresSymbols, type IdeaRules } from './symbols/postgres-symbols.js';
import { S3ObjectStore } from './images/s3-object-store.js';
import type { IptConfig } from './config.js';
import { Archive, STORAGE_ACCOUNTS, type StorageAccounts } from './content/copies/archive.js';
import { CONTENT_STORE, type ContentStore } from './content/content-store.js';
import type { CopyStore } from './content/copies/copies.js';
import { COPY_STORE } from './copies.module.js';
import { OBJECT_STORE, type ObjectStore } from './images/images.js';
import { KeyDesk } from './access/key-desk.js';
import { LEDGER, type Ledger } from './ledger/ledger.js';
import { SAFE_SIGNATURE_STORE } from './safes/safe-signatures.js';
import { SYMBOL_REGISTER } from './symbols/symbols.js';

/** What is kept, and where. */
@Module({})
export class StoreModule {
  static register(config: IptConfig): DynamicModule {
    const providers: Provider[] = [
      { provide: ApiKeys, inject: [DataSource], useFactory: apiKeys },
      {
        provide: KeyDesk,
        inject: [ApiKeys],
        useFactory: (keys: ApiKeys) => new KeyDesk(keys, systemClock),
      },
      {
        provide: Outbox,
        inject: [DataSource],
        useFactory: (source: DataSource) =>
          new Outbox({ source, app: 'ipt-graphql', clock: systemClock, ids: randomIds }),
      },
      {
        provide: PostgresFlows,
        inject: [Outbox],
        useFactory: (outbox: Outbox) =>
          new PostgresFlows({ outbox, clock: systemClock, ids: randomIds }),
      },
      {
        provide: LEDGER,
        inject: [DataSource, PostgresFlows, PostgresSymbols],
        useFactory: (source: DataSource, flows: PostgresFlows, symbols: PostgresSymbols) =>
          new PostgresLedger(source, flows, symbols),
      },
      { provide: SYMBOL_REGISTER, useExisting: PostgresSymbols },
      {
        provide: PostgresSymbols,
        inject: [DataSource],
        useFactory: (source: DataSource) => new PostgresSymbols(source, ideaRules(config)),
      },
      SAFE_SIGNATURES,
      ...contentProviders(config),
    ];
    return { module: StoreModule, global: true, providers, exports: tokensOf(providers) };
  }
}

const SAFE_SIGNATURES: Provider = {
  provide: SAFE_SIGNATURE_STORE,
  inject: [DataSource],
  useFactory: (source: DataSource) => new PostgresSafeSignatures(source),
};

/** Documents and images, and who has stored how much. */
const contentProviders = (config: IptConfig): Provider[] => [
  {
    provide: STORAGE_ACCOUNTS,
    inject: [DataSource],
    useFactory: (source: DataSource) =>
      new PostgresStorageAccounts({ source, maxBytes: config.maxTenantBytes }),
  },
  { provide: CONTENT_STORE, useFactory: () => contentStore(config) },
  {
    provide: Archive,
    inject: [CONTENT_STORE, STORAGE_ACCOUNTS, COPY_STORE],
    useFactory: (content: ContentStore, accounts: StorageAccounts, copies: CopyStore) =>
      new Archive({
        ...{ content, accounts },
        copies: hasKeeper(config) ? copies : undefined,
      }),
  },
  {
    provide: OBJECT_STORE,
    inject: [LEDGER, STORAGE_ACCOUNTS],
    useFactory: (ledger: Ledger, accounts: StorageAccounts) =>
      objectStore(config, { ledger, accounts }),
  },
];

const ideaRules = (config: IptConfig): IdeaRules => ({
  holdSeconds: config.symbolHoldSeconds,
  perTenant: config.maxIdeasPerTenant,
  perWallet: config.maxIdeasPerWallet,
});

/** What providers are asked for by. */
export const tokensOf = (providers: readonly Provider[]) =>
  providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));

const apiKeys = (source: DataSource): ApiKeys =>
  new ApiKeys({
    store: new PostgresApiKeyStore(source),
    clock: systemClock,
    ids: randomIds,
    random: secureRandom,
  });

/** Whether somebody else keeps all content, too. */
const hasKeeper = ({ pinningServiceUrl, kuboUrl }: IptConfig): boolean =>
  pinningServiceUrl !== undefined || kuboUrl !== undefined;

function contentStore({ contentDir, kuboUrl }: IptConfig): ContentStore {
  const local = new DiskContentStore(contentDir);
  return kuboUrl === undefined ? local : new PinnedContentStore(local, new KuboPinner(kuboUrl));
}

interface ObjectStoreUses {
  readonly ledger: Ledger;
  readonly accounts: StorageAccounts;
}

function objectStore(config: IptConfig, uses: ObjectStoreUses): ObjectStore {
  const { s3Bucket, s3Endpoint, s3Region, s3AccessKeyId, s3SecretAccessKey } = config;
  if (s3Bucket === undefined) {
    return new EmbeddedObjectStore({
      ...uses,
      clock: systemClock,
      folder: config.uploadsDir,
      signingKey: config.uploadSigningKey,
      maxBytes: config.maxImageBytes,
    });
  }
  const isKeyed = s3AccessKeyId !== undefined && s3SecretAccessKey !== undefined;
  return new S3ObjectStore({
    bucket: s3Bucket,
    client: {
      region: s3Region,
      ...(s3Endpoint === undefined ? {} : { endpoint: s3Endpoint, forcePathStyle: true }),
      ...(isKeyed
        ? { credentials: { accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey } }
        : {}),
    },
  });
}
