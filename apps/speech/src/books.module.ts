import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import type { Blobs } from '@sextant/platform-blobs';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Outbox } from '@sextant/platform-events';
import { WebhookCaller } from '@sextant/platform-webhooks';
import { DataSource } from 'typeorm';
import { programReader } from './books/documents/program-reader.js';
import { describeM4b } from './books/files/mediabunny-m4b.js';
import { PostgresBookStore } from './books/postgres-book-store.js';
import { PostgresBookWebhooks } from './books/postgres-book-webhooks.js';
import { ProgramPool } from './programs/program-pool.js';
import type { MeasuredText } from './books/documents/bounded-text.js';
import type { SpeechConfig } from './config.js';
import { Books } from './books/books.js';
import { BookHeads } from './books/book-heads.js';
import { BookWorker } from './books/book-worker.js';
import { BookWebhookWorker } from './books/webhook-worker.js';
import { SpeechService } from './synthesis/speech-service.js';
import { BookForms } from './books/book.form.js';
import { BooksController } from './books/books.controller.js';
import type { DocumentJob } from './books/documents/documents.js';
import { BLOBS } from './storage.module.js';
import type { Surroundings } from './surroundings.js';

type DocumentPool = ProgramPool<DocumentJob, MeasuredText>;
const DOCUMENT_POOL = Symbol('DocumentPool');

/** A document that takes longer to read, or more memory, is an attack, and ends the process. */
const READ_MS = 20_000;
const READ_MIB = '1024';

@Injectable()
class BooksLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    private readonly worker: BookWorker,
    @Inject(DOCUMENT_POOL) private readonly documents: DocumentPool,
    private readonly webhooks: BookWebhookWorker,
    private readonly caller: WebhookCaller,
  ) {}

  onApplicationBootstrap(): void {
    this.worker.start();
    this.webhooks.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.worker.stop(), this.webhooks.stop()]);
    this.caller.close();
    await this.documents.close();
  }
}

/** Binds books: documents that are spoken in the background. */
@Module({})
export class BooksModule {
  static register(config: SpeechConfig, surroundings: Surroundings): DynamicModule {
    return {
      module: BooksModule,
      controllers: [BooksController],
      providers: [
        BookForms,
        { provide: DOCUMENT_POOL, useFactory: () => documentPool(surroundings) },
        ...webhookProviders(config, surroundings),
        ...bookProviders(surroundings),
        BooksLifecycle,
      ],
    };
  }
}

const webhookProviders = (
  { webhookAllowHosts: allowedHosts = [] }: SpeechConfig,
  { logger }: Surroundings,
) => [
  { provide: WebhookCaller, useFactory: () => new WebhookCaller({ allowedHosts }) },
  {
    provide: PostgresBookWebhooks,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresBookWebhooks(source),
  },
  {
    provide: BookWebhookWorker,
    inject: [PostgresBookWebhooks, WebhookCaller],
    useFactory: (store: PostgresBookWebhooks, sender: WebhookCaller) =>
      new BookWebhookWorker({
        ...{ store, sender, clock: systemClock },
        log: (event, fields) => logger.warn(event, fields),
      }),
  },
];

const bookStores = [
  {
    provide: PostgresBookStore,
    inject: [DataSource, Outbox],
    useFactory: (source: DataSource, outbox: Outbox) => new PostgresBookStore(source, outbox),
  },
];

const bookProviders = ({ logger }: Surroundings) => [
  ...bookStores,
  {
    provide: BookWorker,
    inject: [PostgresBookStore, BLOBS, SpeechService],
    useFactory: (store: PostgresBookStore, blobs: Blobs, speech: SpeechService) =>
      new BookWorker({
        ...{ store, blobs, speech },
        heads: new BookHeads({ store, blobs, describe: describeM4b }),
        worker: randomIds.next(),
        clock: systemClock,
        log: (event, fields) => logger.warn(event, fields),
      }),
  },
  {
    provide: Books,
    inject: [
      ...[PostgresBookStore, BLOBS, SpeechService, DOCUMENT_POOL, BookWorker],
      ...[PostgresBookWebhooks, WebhookCaller],
    ],
    // eslint-disable-next-line injection/max-params -- Nest injects by position
    useFactory: (
      store: PostgresBookStore,
      blobs: Blobs,
      speech: SpeechService,
      documents: DocumentPool,
      worker: BookWorker,
      webhooks: PostgresBookWebhooks,
      caller: WebhookCaller,
    ) =>
      new Books({
        ...{ store, blobs, speech, webhooks, mayCall: caller.mayCall },
        ...{ clock: systemClock, ids: randomIds, random: secureRandom },
        read: programReader(documents),
        wake: () => worker.wake(),
      }),
  },
];

function documentPool({ logger, pools }: Surroundings): DocumentPool {
  return new ProgramPool<DocumentJob, MeasuredText>({
    program: 'books/documents/documents',
    triesAgain: false,
    size: 1,
    maxWaiting: 16,
    stallMs: READ_MS,
    env: { MAX_MEMORY_MIB: READ_MIB },
    log: (event, fields) => logger.warn(event, fields),
    metrics: pools,
  });
}
