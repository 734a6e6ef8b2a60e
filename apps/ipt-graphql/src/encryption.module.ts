import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { secureRandom, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { DataSource } from 'typeorm';
import { PdfPrinter } from './agreements/pdf-printer.js';
import { PostgresKeyReleases } from './agreements/key-release/postgres-key-releases.js';
import { PostgresSealedAgreements } from './agreements/postgres-sealed-agreements.js';
import { ConfiguredChains } from './chain.module.js';
import type { IptConfig } from './config.js';
import { contentKeyWrapper } from './content-key-wrapper.js';
import { AgreementSealer } from './agreements/agreement-sealer.js';
import { Archive } from './content/copies/archive.js';
import type { ContentKeyWrapper } from './content/keys/content-keys.js';
import {
  KEY_RELEASES,
  KeyReleaseDesk,
  type KeyReleases,
} from './agreements/key-release/key-release.js';
import { SEALED_AGREEMENTS, type SealedAgreements } from './agreements/sealed-agreements.js';
import { tokensOf } from './store.module.js';

/** What `ContentKeyWrapper | undefined` is bound to. */
const WRAPPER = Symbol('ContentKeyWrapper');

/** Agreements that only the owners of their IP-NFTs can read. */
@Module({})
export class EncryptionModule {
  static register(config: IptConfig, logger: Logger): DynamicModule {
    const providers = [...stores(config), ...desks(config, logger)];
    return { module: EncryptionModule, global: true, providers, exports: tokensOf(providers) };
  }
}

/** What remembers, and what wraps. */
const stores = (config: IptConfig): Provider[] => [
  { provide: WRAPPER, useFactory: () => contentKeyWrapper(config) },
  {
    provide: SEALED_AGREEMENTS,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresSealedAgreements(source),
  },
  {
    provide: KEY_RELEASES,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresKeyReleases(source, systemClock),
  },
];

/** What encrypts, and what gives out keys. */
const desks = (config: IptConfig, logger: Logger): Provider[] => [
  {
    provide: AgreementSealer,
    inject: [SEALED_AGREEMENTS, Archive, PdfPrinter, WRAPPER],
    useFactory: (
      ...[keys, archive, printer, wrapper]: [
        SealedAgreements,
        Archive,
        PdfPrinter,
        ContentKeyWrapper?,
      ]
    ) => new AgreementSealer({ keys, archive, printer, wrapper, random: secureRandom }),
  },
  {
    provide: KeyReleaseDesk,
    inject: [ConfiguredChains, SEALED_AGREEMENTS, KEY_RELEASES, WRAPPER],
    useFactory: (
      ...[chains, sealed, releases, wrapper]: [
        ConfiguredChains,
        SealedAgreements,
        KeyReleases,
        ContentKeyWrapper?,
      ]
    ) =>
      new KeyReleaseDesk(
        {
          ...{ chains, sealed, releases, wrapper, logger },
          ...{ clock: systemClock, random: secureRandom },
        },
        config.publicUrl,
      ),
  },
];
