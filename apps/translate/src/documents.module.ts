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
import { randomIds, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { DataSource } from 'typeorm';
import { DocumentThreads } from './adapters/documents/document-threads.js';
import { LibreOfficeConverter } from './adapters/libreoffice/libreoffice-converter.js';
import { findProgram } from './adapters/limited-program.js';
import { PostgresDocumentStore } from './adapters/postgres/postgres-document-store.js';
import type { TranslateConfig } from './config.js';
import { bytesOf } from './document-settings.js';
import { DocumentContents } from './domain/documents/document-contents.js';
import type { DocumentLimits } from './domain/documents/document-job.js';
import { DocumentWork } from './domain/documents/document-work.js';
import { Documents } from './domain/documents/documents.js';
import { DocumentWatches } from './domain/documents/document-watches.js';
import { TesseractReader } from './adapters/tesseract/tesseract-reader.js';
import type { LegacyConverter } from './domain/documents/legacy-formats.js';
import type { PictureReader } from './domain/documents/picture-formats.js';
import { FairQueue } from './domain/fair-queue.js';
import { Meter } from './domain/meter.js';
import { Translator } from './domain/translator.js';
import type { Plan } from './domain/usage.js';
import { DocumentForms } from './http/document-form.js';

const BLOBS = Symbol('Blobs');
const PROGRAMS = Symbol('OtherPrograms');

/** Programs of the machine that open what nothing here opens, where it has them. */
interface OtherPrograms {
  readonly legacy: LegacyConverter | undefined;
  readonly pictures: PictureReader | undefined;
}
const LOGGER = Symbol('Logger');

const SWEEP_MS = 60_000;
/** No file takes so long to be written. */
const PART_MS = 3_600_000;

/** Sweeps while the app runs, and stops the work at its end. Replicas may sweep at the same time. */
@Injectable()
class DocumentsLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(Documents) private readonly documents: Documents,
    @Inject(DocumentWork) private readonly work: DocumentWork,
    @Inject(BLOBS) private readonly blobs: Blobs,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.blobs instanceof DiskBlobs) {
      await this.blobs.removeParts(new Date(systemClock.nowMs() - PART_MS));
    }
    this.#timer = setInterval(() => {
      // What fails is tried again with the next sweep.
      this.documents.sweep().catch((error: unknown) => {
        this.logger.warn('documents.sweep.failed', { err: error });
      });
    }, SWEEP_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.#timer);
    await this.work.close();
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
        { provide: DocumentThreads, useFactory: () => new DocumentThreads() },
        {
          provide: DocumentContents,
          inject: [BLOBS],
          useFactory: (blobs: Blobs) => new DocumentContents(blobs),
        },
        {
          provide: PostgresDocumentStore,
          inject: [DataSource],
          useFactory: (source: DataSource) =>
            new PostgresDocumentStore(source, config.documentRetentionMinutes),
        },
        { provide: PROGRAMS, useFactory: () => otherPrograms(config) },
        work(config, logger),
        documents(config, logger),
        {
          provide: DocumentForms,
          useFactory: () =>
            new DocumentForms({
              pro: bytesOf(config.documentMegabytes),
              free: bytesOf(config.freeDocumentMegabytes),
            }),
        },
        {
          provide: DocumentWatches,
          inject: [Documents],
          useFactory: (all: Documents) => new DocumentWatches(all),
        },
        DocumentsLifecycle,
      ],
      exports: [Documents, DocumentForms, DocumentWatches],
    };
  }
}

const work = ({ documentWorkers }: TranslateConfig, logger: Logger): Provider => ({
  provide: DocumentWork,
  inject: [PostgresDocumentStore, DocumentContents, DocumentThreads, Translator, Meter],
  // eslint-disable-next-line max-params -- Nest injects by position
  useFactory: (
    store: PostgresDocumentStore,
    contents: DocumentContents,
    reader: DocumentThreads,
    translator: Translator,
    meter: Meter,
  ) =>
    new DocumentWork({
      ...{ store, contents, reader, translator, meter, clock: systemClock },
      queue: new FairQueue(documentWorkers),
      worker: randomIds.next(),
      onRetry: (error, id) => logger.warn('document.retry', { err: error, document_id: id }),
    }),
});

const documents = (config: TranslateConfig, logger: Logger): Provider => ({
  provide: Documents,
  inject: [
    PostgresDocumentStore,
    DocumentContents,
    DocumentThreads,
    DocumentWork,
    Translator,
    Meter,
    PROGRAMS,
  ],
  // eslint-disable-next-line max-params -- Nest injects by position
  useFactory: (
    store: PostgresDocumentStore,
    contents: DocumentContents,
    reader: DocumentThreads,
    documentWork: DocumentWork,
    translator: Translator,
    meter: Meter,
    programs: OtherPrograms,
  ) =>
    new Documents({
      ...{ store, contents, reader, translator, meter, work: documentWork, ids: randomIds },
      ...{ limits: limitsOf(config), ...programs },
      onRetry: (error, id) => logger.warn('document.removal', { err: error, document_id: id }),
    }),
});

async function otherPrograms({ libreOffice, tesseract }: TranslateConfig): Promise<OtherPrograms> {
  const [office, reader] = await Promise.all([libreOffice, tesseract].map(findProgram));
  return {
    legacy: office === undefined ? undefined : new LibreOfficeConverter({ program: office }),
    pictures: reader === undefined ? undefined : await TesseractReader.at(reader),
  };
}

const limitsOf = (config: TranslateConfig): Readonly<Record<Plan, DocumentLimits>> => {
  const storedBytes = bytesOf(config.documentStoredMegabytes);
  return {
    pro: {
      storedBytes,
      characters: config.documentCharacters,
      unfinished: config.documentsUnfinished,
    },
    free: {
      storedBytes,
      characters: config.freeDocumentCharacters,
      unfinished: config.freeDocumentsUnfinished,
    },
  };
};
