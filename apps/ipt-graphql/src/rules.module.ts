import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { PreparedStatements } from '@sextant/platform-postgres';
import { DataSource } from 'typeorm';
import { CarPacker } from './bundles/car-packer.js';
import { KeySigner } from './signing/keystore-signer.js';
import { PdfPrinter } from './agreements/pdf-printer.js';
import { PostgresChainIndex } from './explorer/postgres-chain-index.js';
import { PostgresFlowFeed } from './flows/live/postgres-flow-feed.js';
import { PostgresHolders } from './tokens/postgres-holders.js';
import { PostgresSearch } from './explorer/postgres-search.js';
import { PostgresWalletLinks } from './wallets/postgres-wallet-links.js';
import { SharpImageChecks } from './images/checks/sharp-image-checks.js';
import { TemplateFiles } from './agreements/template-files.js';
import { ConfiguredChains } from './chain.module.js';
import type { IptConfig } from './config.js';
import { AgreementSealer } from './agreements/agreement-sealer.js';
import { Agreements } from './agreements/agreements.js';
import { Archive } from './content/copies/archive.js';
import { BundleDesk } from './bundles/bundle.js';
import type { SecondCopy } from './content/copies/copies.js';
import { SECOND_COPY } from './copies.module.js';
import { CONTENT_STORE, type ContentStore } from './content/content-store.js';
import { Descriptions } from './explorer/descriptions.js';
import { Explorer } from './explorer/explorer.js';
import { Images, OBJECT_STORE, type ObjectStore } from './images/images.js';
import { LEDGER, type Ledger } from './ledger/ledger.js';
import { FLOW_FEED, LiveFlows, type FlowFeed } from './flows/live/live-flows.js';
import { OBSERVER, type Observer } from './observability/observer.js';
import { MetadataUpload } from './metadata/metadata-upload.js';
import { Preparation } from './sign-off/preparation.js';
import { SEALED_AGREEMENTS, type SealedAgreements } from './agreements/sealed-agreements.js';
import { SafeDesk } from './safes/safe-desk.js';
import {
  SAFE_SIGNATURE_STORE,
  TermsSignatures,
  type SafeSignatureStore,
} from './safes/safe-signatures.js';
import { Search } from './explorer/search.js';
import { SignOff } from './sign-off/sign-off.js';
import { SymbolDesk } from './symbols/symbol-desk.js';
import { SYMBOL_REGISTER, type SymbolRegister } from './symbols/symbols.js';
import { TermsDesk } from './terms/terms-desk.js';
import { HolderDesk } from './tokens/token-holders.js';
import { WalletDesk } from './wallets/wallet-desk.js';
import { tokensOf } from './store.module.js';

type Chained = readonly [ConfiguredChains, Ledger, SymbolRegister];
const CHAINED = [ConfiguredChains, LEDGER, SYMBOL_REGISTER];
type Signing = [
  ...Chained,
  TermsDesk,
  TermsSignatures,
  WalletDesk,
  KeySigner,
  Observer,
  SecondCopy | undefined,
];

/** Listens for changes of flows while the service runs. */
@Injectable()
class Listening implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(FLOW_FEED) private readonly feed: PostgresFlowFeed) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.feed.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.feed.stop();
  }
}

/** Ends the thread that prints. */
@Injectable()
class Printing implements OnApplicationShutdown {
  constructor(@Inject(PdfPrinter) private readonly printer: PdfPrinter) {}

  async onApplicationShutdown(): Promise<void> {
    await this.printer.close();
  }
}

/** The domain's services, with what they use. */
@Module({})
export class RulesModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const providers = [
      ...makers(config),
      ...signers(),
      ...wallets(config),
      ...readers(),
      ...bundles(),
      ...followers(logger),
    ];
    return { module: RulesModule, global: true, providers, exports: tokensOf(providers) };
  }
}

/** What makes documents. */
function makers(config: IptConfig): Provider[] {
  const templates = new TemplateFiles(config.templatesDir);
  const checks = new SharpImageChecks();
  const { maxImageBytes: maxBytes } = config;
  const standing = { checks, maxBytes, clock: systemClock, ids: randomIds };
  return [
    {
      provide: PdfPrinter,
      inject: [OBSERVER],
      useFactory: (observer: Observer) => new PdfPrinter(observer),
    },
    Printing,
    {
      provide: Agreements,
      inject: [...CHAINED, Archive, PdfPrinter, AgreementSealer],
      useFactory: (
        ...[chains, ledger, symbols, archive, printer, sealer]: [
          ...Chained,
          Archive,
          PdfPrinter,
          AgreementSealer,
        ]
      ) => new Agreements({ chains, ledger, symbols, archive, templates, printer, sealer }),
    },
    {
      provide: Images,
      inject: [LEDGER, OBJECT_STORE],
      useFactory: (ledger: Ledger, objects: ObjectStore) =>
        new Images({ ledger, objects, ...standing }),
    },
    METADATA_UPLOAD,
  ];
}

const METADATA_UPLOAD: Provider = {
  provide: MetadataUpload,
  inject: [...CHAINED, Archive, Images, SEALED_AGREEMENTS],
  useFactory: (
    ...[chains, ledger, symbols, archive, images, sealed]: [
      ...Chained,
      Archive,
      Images,
      SealedAgreements,
    ]
  ) => new MetadataUpload({ chains, ledger, symbols, archive, images, sealed }),
};

/** What has to do with signatures. */
const signers = (): Provider[] => [
  {
    provide: TermsDesk,
    inject: [...CHAINED, CONTENT_STORE],
    useFactory: (...[chains, ledger, , content]: [...Chained, ContentStore]) =>
      new TermsDesk({ chains, ledger, content }),
  },
  {
    provide: SignOff,
    inject: [
      ...CHAINED,
      ...[TermsDesk, TermsSignatures, WalletDesk, KeySigner, OBSERVER],
      SECOND_COPY,
    ],
    useFactory: (
      ...[chains, ledger, symbols, terms, signatures, wallets, signer, observer, copies]: Signing
    ) =>
      new SignOff({
        ...{ chains, ledger, symbols, terms, signatures, wallets, signer, observer, copies },
      }),
  },
  {
    provide: TermsSignatures,
    inject: [SAFE_SIGNATURE_STORE],
    useFactory: (store: SafeSignatureStore) => new TermsSignatures(store),
  },
  {
    provide: Preparation,
    inject: [...CHAINED, TermsSignatures, WalletDesk],
    useFactory: (
      ...[chains, ledger, , signatures, wallets]: [...Chained, TermsSignatures, WalletDesk]
    ) => new Preparation({ chains, ledger, signatures, wallets, clock: systemClock }),
  },
];

/** Whose wallets they are, and what several owners sign for one. */
const wallets = ({ publicUrl, requireLinkedWallets: requireLinked }: IptConfig): Provider[] => [
  {
    provide: WalletDesk,
    inject: [ConfiguredChains, DataSource],
    useFactory: (chains: ConfiguredChains, source: DataSource) =>
      new WalletDesk(
        {
          chains,
          links: new PostgresWalletLinks(source, systemClock),
          clock: systemClock,
          random: secureRandom,
        },
        { publicUrl, requireLinked },
      ),
  },
  {
    provide: SafeDesk,
    inject: [...CHAINED, TermsDesk, TermsSignatures, SAFE_SIGNATURE_STORE],
    useFactory: (
      ...[chains, ledger, , terms, signatures, store]: [
        ...Chained,
        TermsDesk,
        TermsSignatures,
        SafeSignatureStore,
      ]
    ) => new SafeDesk({ chains, ledger, terms, signatures, store }),
  },
];

const readers = (): Provider[] => [
  {
    provide: SymbolDesk,
    inject: [ConfiguredChains, SYMBOL_REGISTER],
    useFactory: (chains: ConfiguredChains, register: SymbolRegister) =>
      new SymbolDesk({ chains, register }),
  },
  {
    provide: Search,
    inject: [ConfiguredChains, DataSource],
    useFactory: (chains: ConfiguredChains, source: DataSource) =>
      new Search(chains, new PostgresSearch(source)),
  },
  {
    provide: HolderDesk,
    inject: [ConfiguredChains, DataSource],
    useFactory: (chains: ConfiguredChains, source: DataSource) =>
      new HolderDesk(chains, new PostgresHolders(source)),
  },
  {
    provide: Explorer,
    inject: [...CHAINED, DataSource, CONTENT_STORE],
    useFactory: (
      ...[chains, ledger, symbols, source, content]: [...Chained, DataSource, ContentStore]
    ) =>
      new Explorer({
        chains,
        ledger,
        symbols,
        descriptions: new Descriptions(content),
        index: new PostgresChainIndex(new PreparedStatements(source)),
      }),
  },
];

/** What is handed out for good. */
const bundles = (): Provider[] => [
  {
    provide: BundleDesk,
    inject: [...CHAINED, DataSource, CONTENT_STORE, TermsDesk],
    useFactory: (
      ...[chains, ledger, , source, content, terms]: [
        ...Chained,
        DataSource,
        ContentStore,
        TermsDesk,
      ]
    ) =>
      new BundleDesk({
        ...{ chains, ledger, content, terms },
        index: new PostgresChainIndex(new PreparedStatements(source)),
        packer: new CarPacker(content),
      }),
  },
];

/** What tells of changes while somebody watches. */
const followers = (logger: Logger): Provider[] => [
  {
    provide: FLOW_FEED,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresFlowFeed(source, logger),
  },
  {
    provide: LiveFlows,
    inject: [Explorer, FLOW_FEED],
    useFactory: (explorer: Explorer, feed: FlowFeed) => new LiveFlows(explorer, feed),
  },
  Listening,
];
