import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type Provider,
} from '@nestjs/common';
import { blobsOf, DiskBlobs, type Blobs } from '@sextant/platform-blobs';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { DataSource } from 'typeorm';
import { PostgresDocumentStore } from './documents/postgres-document-store.js';
import type { TranslateConfig } from './config.js';
import { documentServices, type DocumentServices } from './document-services.js';
import { bytesOf } from './documents/documents.settings.js';
import { DocumentAlignments } from './documents/alignment/document-alignments.js';
import { DocumentContents } from './documents/contents/document-contents.js';
import { Documents } from './documents/documents.js';
import { DocumentWatches } from './documents/document-watches.js';
import { RememberedSegments } from './documents/segments/remembered-segments.js';
import { Glossaries } from './glossaries/glossaries.js';
import { Meter } from './usage/meter.js';
import { StyleRules } from './style-rules/style-rules.js';
import { TranslationMemories } from './memories/translation-memories.js';
import { Translator } from './translation/translator.js';
import { DocumentForms } from './documents/document-forms.js';

const BLOBS = Symbol('Blobs');
const SERVICES = Symbol('DocumentServices');
const LOGGER = Symbol('Logger');

const SWEEP_MS = 60_000;
/** No file takes so long to be written. */
const PART_MS = 3_600_000;

/** Sweeps while the app runs, and stops the work at its end. Replicas may sweep at the same time. */
@Injectable()
class DocumentsLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(SERVICES) private readonly services: DocumentServices,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.blobs instanceof DiskBlobs) {
      await this.blobs.removeParts(new Date(systemClock.nowMs() - PART_MS));
    }
    const { documents, segments } = this.services;
    this.#timer = setInterval(() => {
      for (const swept of [documents.sweep(), segments.sweep()]) {
        // What fails is tried again with the next sweep.
        swept.catch((error: unknown) => {
          this.logger.warn('documents.sweep.failed', { err: error });
        });
      }
    }, SWEEP_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.services.work.close();
    await this.services.reader.close();
    this.blobs.close();
  }
}

/** Documents, from their upload to their download. */
@Module({})
export class DocumentsModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    return {
      module: DocumentsModule,
      global: true,
      providers: [
        { provide: LOGGER, useValue: logger },
        { provide: BLOBS, useFactory: () => blobsOf(config) },
        services(config, logger),
        ofServices(Documents, ({ documents }) => documents),
        ofServices(DocumentAlignments, ({ alignments }) => alignments),
        ofServices(DocumentContents, ({ contents }) => contents),
        ofServices(PostgresDocumentStore, ({ store }) => store),
        ofServices(RememberedSegments, ({ segments }) => segments),
        {
          provide: DocumentForms,
          useFactory: () =>
            new DocumentForms({
              pro: bytesOf(config.documentMegabytes),
              free: bytesOf(config.freeDocumentMegabytes),
            }),
        },
        ofServices(DocumentWatches, ({ documents }) => new DocumentWatches(documents)),
        DocumentsLifecycle,
      ],
      exports: [Documents, DocumentAlignments, DocumentForms, DocumentWatches],
    };
  }
}

const ofServices = <Service>(
  provide: abstract new (...args: never[]) => Service,
  useFactory: (all: DocumentServices) => Service,
): Provider => ({ provide, inject: [SERVICES], useFactory });

const services = (config: TranslateConfig, logger: Logger): Provider => ({
  provide: SERVICES,
  inject: [
    ...[DataSource, BLOBS, Translator, Meter],
    ...[Glossaries, StyleRules, TranslationMemories],
  ],
  // eslint-disable-next-line injection/max-params -- Nest injects by position
  useFactory: async (
    source: DataSource,
    blobs: Blobs,
    translator: Translator,
    meter: Meter,
    terminology: Glossaries,
    styleRules: StyleRules,
    memories: TranslationMemories,
  ) =>
    await documentServices(
      { source, blobs, translator, meter, terminology, styleRules, memories },
      config,
      logger,
    ),
});
