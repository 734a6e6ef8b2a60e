import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { blobsOf, DiskBlobs, type Blobs } from '@sextant/platform-blobs';
import { randomIds, systemClock } from '@sextant/platform-clock';
import { kafkaClient, KafkaPublisher, Outbox, OutboxWorker } from '@sextant/platform-events';
import { DataSource } from 'typeorm';
import { OutboxUsageLedger } from './usage/postgres-usage-ledger.js';
import { PostgresCloneStore } from './cloning/postgres-clone-store.js';
import { PostgresLexiconStore } from './lexicons/postgres-lexicon-store.js';
import { ProgramPool } from './programs/program-pool.js';
import { PostgresSigningKey } from './provenance/postgres-signing-key.js';
import { Manifests } from './provenance/manifest.js';
import { VERSION } from './http/version.js';
import { PostgresWatermarkKeys } from './watermark/postgres-watermark-keys.js';
import { WatermarkKeys } from './watermark/watermarks.js';
import { ProgramDecoder } from './recordings/program-decoder.js';
import type { SpeechConfig } from './config.js';
import { Lexicons } from './lexicons/lexicons.js';
import { UsageLedger } from './usage/usage.js';
import { CloneMaterials } from './cloning/clone-materials.js';
import type { Surroundings } from './surroundings.js';
import type { RecordingJob, RecordingPart } from './recordings/recordings.js';

export const BLOBS = Symbol('Blobs');
const PUBLISHING = Symbol('Publishing');

/** A recording that takes longer to decode is no recording. */
const DECODE_MS = 20_000;
/** Thirty seconds take a tenth of it; more is an attack, and ends the process. */
const DECODE_MIB = '1024';

/** No file takes so long to be written. */
const PART_MS = 3_600_000;

type RecordingPool = ProgramPool<RecordingJob, RecordingPart>;
const RECORDING_POOL = Symbol('RecordingPool');

/** Without a broker the events stay in the outbox, where they can be read. */
@Injectable()
class StorageLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  #worker: OutboxWorker | undefined;
  #publisher: KafkaPublisher | undefined;

  constructor(
    @Inject(PUBLISHING)
    private readonly start: { config: SpeechConfig; surroundings: Surroundings },
    private readonly source: DataSource,
    private readonly outbox: Outbox,
    @Inject(RECORDING_POOL) private readonly recordings: RecordingPool,
    @Inject(BLOBS) private readonly blobs: Blobs,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.blobs instanceof DiskBlobs) {
      await this.blobs.removeParts(new Date(systemClock.nowMs() - PART_MS));
    }
    this.publish();
  }

  private publish(): void {
    const { kafkaBrokers, outboxRetentionDays } = this.start.config;
    if (kafkaBrokers === undefined) return;
    const { logger, metrics } = this.start.surroundings;
    const client = kafkaClient({ brokers: kafkaBrokers, clientId: 'sextant-speech' }, logger);
    this.#publisher = new KafkaPublisher(client);
    const { source, outbox } = this;
    this.#worker = new OutboxWorker(
      { source, outbox, logger, metrics, publisher: this.#publisher, clock: systemClock },
      { retentionDays: outboxRetentionDays },
    );
    this.#worker.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.#worker?.stop();
    await this.#publisher?.close();
    await this.recordings.close();
    this.blobs.close();
  }
}

/** What is signed and marked with. */
const secretProviders = [
  {
    provide: PostgresSigningKey,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresSigningKey(source),
  },
  {
    provide: Manifests,
    inject: [PostgresCloneStore, PostgresSigningKey],
    useFactory: (clones: PostgresCloneStore, key: PostgresSigningKey) =>
      new Manifests({
        ...{ clones, clock: systemClock, generator: `sextant-speech/${VERSION}` },
        signingKey: () => key.get(),
      }),
  },
  {
    provide: WatermarkKeys,
    inject: [DataSource],
    useFactory: (source: DataSource) => new PostgresWatermarkKeys(source),
  },
];

/** Binds what is kept: clones, blobs, events; and the decoder of uploads. */
@Module({})
export class StorageModule {
  static register(config: SpeechConfig, surroundings: Surroundings): DynamicModule {
    const uses = { config, surroundings };
    return {
      module: StorageModule,
      global: true,
      providers: [
        { provide: PUBLISHING, useValue: uses },
        { provide: BLOBS, useFactory: () => blobsOf(config) },
        { provide: RECORDING_POOL, useFactory: () => recordingPool(config, surroundings) },
        ...secretProviders,
        {
          provide: ProgramDecoder,
          inject: [RECORDING_POOL],
          useFactory: (pool: RecordingPool) => new ProgramDecoder(pool),
        },
        ...storeProviders,
        StorageLifecycle,
      ],
      exports: [
        BLOBS,
        ProgramDecoder,
        WatermarkKeys,
        PostgresSigningKey,
        Manifests,
        Outbox,
        UsageLedger,
        PostgresCloneStore,
        CloneMaterials,
        Lexicons,
      ],
    };
  }
}

const storeProviders = [
  {
    provide: Lexicons,
    inject: [DataSource],
    useFactory: (source: DataSource) =>
      new Lexicons(new PostgresLexiconStore(source), systemClock, randomIds),
  },
  {
    provide: Outbox,
    inject: [DataSource],
    useFactory: (source: DataSource) =>
      new Outbox({ source, app: 'speech', clock: systemClock, ids: randomIds }),
  },
  {
    provide: UsageLedger,
    inject: [DataSource, Outbox],
    useFactory: (source: DataSource, outbox: Outbox) => new OutboxUsageLedger(source, outbox),
  },
  {
    provide: PostgresCloneStore,
    inject: [DataSource, Outbox],
    useFactory: (source: DataSource, outbox: Outbox) =>
      new PostgresCloneStore(source, outbox, systemClock),
  },
  {
    provide: CloneMaterials,
    inject: [PostgresCloneStore, BLOBS, ProgramDecoder],
    useFactory: (store: PostgresCloneStore, blobs: Blobs, decoder: ProgramDecoder) =>
      new CloneMaterials(store, blobs, (upload, rate) => decoder.samplesOf(upload, rate)),
  },
];

/** Started with the first upload: many installations never have one. */
function recordingPool(
  { engineProcesses }: SpeechConfig,
  { logger, pools }: Surroundings,
): RecordingPool {
  return new ProgramPool<RecordingJob, RecordingPart>({
    program: 'recordings/recordings',
    triesAgain: false,
    size: Math.min(2, engineProcesses),
    maxWaiting: 16,
    stallMs: DECODE_MS,
    env: { MAX_MEMORY_MIB: DECODE_MIB },
    log: (event, fields) => logger.warn(event, fields),
    metrics: pools,
  });
}
