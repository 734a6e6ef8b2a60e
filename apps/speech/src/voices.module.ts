import {
  Inject,
  Injectable,
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ApiKeys } from '@sextant/platform-api-keys';
import { randomIds, secureRandom, systemClock } from '@sextant/platform-clock';
import { Idempotency, PostgresIdempotencyStore } from '@sextant/platform-idempotency';
import type { Logger } from '@sextant/platform-logging';
import { RateLimiters } from '@sextant/platform-rate-limit';
import { DataSource } from 'typeorm';
import { modelPlaces } from '@sextant/platform-models';
import { modelFolders } from './engines/sherpa/model-folder.js';
import { PostgresChallengeStore } from './cloning/consent/postgres-challenge-store.js';
import { PostgresCloneStore } from './cloning/postgres-clone-store.js';
import { PostgresSigningKey } from './provenance/postgres-signing-key.js';
import { VoiceSweeper } from './cloning/postgres-voice-sweeper.js';
import { listenersOf, type Listeners } from './recognition/program-listeners.js';
import { MarkComparer } from './watermark/program-mark-comparer.js';
import { ProgramDecoder } from './recordings/program-decoder.js';
import type { SpeechConfig } from './config.js';
import { Challenges } from './cloning/consent/challenge.js';
import { ConsentStatements } from './provenance/consent-statement.js';
import { ConsentVerifier } from './cloning/consent/consent-verifier.js';
import type { Blobs } from '@sextant/platform-blobs';
import { CloneMaterials } from './cloning/clone-materials.js';
import { RunningVoices } from './voices/catalogue/running-voices.js';
import { SharedVoices } from './voices/catalogue/shared-voices.js';
import { Transcriptions } from './transcription/transcriptions.js';
import { Provenances } from './provenance/provenance.js';
import { WatermarkKeys } from './watermark/watermarks.js';
import { VoiceCloning } from './cloning/voice-cloning.js';
import { VoiceLibrary } from './voices/voice-library.js';
import { WorkspaceKeys } from './access/workspace-keys.js';
import { AuthController } from './access/auth.controller.js';
import {
  ChallengeLimit,
  ConsentChallengesController,
} from './cloning/consent/consent-challenges.controller.js';
import { ConsentPolicy } from './voices/consent.request.js';
import { IdempotentCalls } from './http/idempotent-calls.js';
import { KeysController } from './access/keys.controller.js';
import { PreviewsController } from './voices/previews.controller.js';
import { ConsentStatementsController } from './provenance/consent-statements.controller.js';
import { ProvenanceController } from './provenance/provenance.controller.js';
import { TranscriptionsController } from './transcription/transcriptions.controller.js';
import { ConsentAuditController } from './voices/consent-audit.controller.js';
import { VoiceForms } from './voices/voice.form.js';
import { VoicePages } from './voices/voice-pages.js';
import { VoicesController } from './voices/voices.controller.js';
import { BLOBS } from './storage.module.js';
import type { Surroundings } from './surroundings.js';

const LISTENERS = Symbol('Listeners');

/** Longer than the decoding of two recordings and the recogniser together. */
const CREATION_MS = 120_000;

@Injectable()
class VoicesLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(
    @Inject(LISTENERS) private readonly listeners: Listeners,
    private readonly sweeper: VoiceSweeper,
    private readonly comparer: MarkComparer,
  ) {}

  onApplicationBootstrap(): void {
    this.sweeper.start();
  }

  async onApplicationShutdown(): Promise<void> {
    this.sweeper.stop();
    await Promise.all([this.listeners.close(), this.comparer.close()]);
  }
}

/** Binds voices, consent and keys. */
@Module({})
export class VoicesModule {
  static register(config: SpeechConfig, surroundings: Surroundings): DynamicModule {
    return {
      module: VoicesModule,
      controllers: [
        ConsentChallengesController,
        VoicesController,
        PreviewsController,
        TranscriptionsController,
        ConsentStatementsController,
        ProvenanceController,
        KeysController,
        ConsentAuditController,
        AuthController,
      ],
      providers: [
        { provide: LISTENERS, useFactory: () => listenersOf(config, surroundings) },
        {
          provide: Transcriptions,
          inject: [LISTENERS, ProgramDecoder],
          useFactory: ({ transcriber }: Listeners, decoder: ProgramDecoder) =>
            new Transcriptions(transcriber, (upload, rate) => decoder.samplesOf(upload, rate)),
        },
        ...provenanceProviders(surroundings),
        ...consentProviders(config),
        ...voiceProviders(config, surroundings.logger),
        {
          provide: WorkspaceKeys,
          inject: [ApiKeys],
          useFactory: (keys: ApiKeys) => new WorkspaceKeys(keys, systemClock),
        },
        VoicesLifecycle,
      ],
    };
  }
}

/** Who accounts for what is spoken. */
const provenanceProviders = ({ logger, pools: metrics }: Surroundings) => [
  {
    provide: MarkComparer,
    useFactory: () =>
      new MarkComparer({ log: (event, fields) => logger.warn(event, fields), metrics }),
  },
  {
    provide: ConsentStatements,
    inject: [VoiceLibrary, PostgresSigningKey],
    useFactory: (library: VoiceLibrary, key: PostgresSigningKey) =>
      new ConsentStatements(library, () => key.get(), systemClock),
  },
  {
    provide: Provenances,
    inject: [WatermarkKeys, PostgresCloneStore, ProgramDecoder, MarkComparer],
    useFactory: (
      keys: WatermarkKeys,
      clones: PostgresCloneStore,
      decoder: ProgramDecoder,
      { compare }: MarkComparer,
    ) => new Provenances({ keys, clones, compare, findMarks: (upload) => decoder.marksOf(upload) }),
  },
];

const consentProviders = (config: SpeechConfig) => [
  {
    provide: Challenges,
    inject: [DataSource],
    useFactory: (source: DataSource) =>
      new Challenges({
        store: new PostgresChallengeStore(source),
        clock: systemClock,
        ids: randomIds,
        random: secureRandom,
      }),
  },
  {
    provide: ConsentVerifier,
    inject: [Challenges, LISTENERS, ProgramDecoder],
    useFactory: (challenges: Challenges, listeners: Listeners, decoder: ProgramDecoder) =>
      new ConsentVerifier({ challenges, decoder, ...listeners }),
  },
  {
    provide: ChallengeLimit,
    inject: [RateLimiters],
    useFactory: (limiters: RateLimiters) =>
      new ChallengeLimit(
        limiters.create({
          name: 'consent-challenges',
          limit: config.consentChallengesPerHour,
          windowSeconds: 3600,
        }),
      ),
  },
  { provide: ConsentPolicy, useFactory: () => new ConsentPolicy(config.allowDeprecatedConsent) },
  {
    provide: IdempotentCalls,
    inject: [DataSource],
    useFactory: (source: DataSource) =>
      new IdempotentCalls(
        new Idempotency(new PostgresIdempotencyStore(source), systemClock, { lockMs: CREATION_MS }),
      ),
  },
];

const voiceProviders = (config: SpeechConfig, logger: Logger) => [
  VoiceForms,
  {
    provide: VoiceLibrary,
    inject: [SharedVoices, PostgresCloneStore, BLOBS, RunningVoices, CloneMaterials],
    // eslint-disable-next-line injection/max-params -- Nest injects by position
    useFactory: (
      shared: SharedVoices,
      clones: PostgresCloneStore,
      blobs: Blobs,
      running: RunningVoices,
      materials: CloneMaterials,
    ) => new VoiceLibrary({ shared, clones, blobs, running, materials, clock: systemClock }),
  },
  {
    provide: VoiceCloning,
    inject: [PostgresCloneStore, BLOBS, ConsentVerifier, ProgramDecoder],
    useFactory: (
      store: PostgresCloneStore,
      blobs: Blobs,
      verifier: ConsentVerifier,
      decoder: ProgramDecoder,
    ) =>
      new VoiceCloning({
        ...{ store, blobs, verifier, decoder, clock: systemClock, ids: randomIds },
        imitator: () => imitatorOf(config),
      }),
  },
  {
    provide: VoicePages,
    inject: [DataSource],
    useFactory: (source: DataSource) => new VoicePages(() => cursorKey(source)),
  },
  {
    provide: VoiceSweeper,
    inject: [DataSource, PostgresCloneStore, BLOBS],
    useFactory: (source: DataSource, store: PostgresCloneStore, blobs: Blobs) =>
      new VoiceSweeper({ source, store, blobs, clock: systemClock }, logger),
  },
];

/** The first model that speaks like a recording, if there is one now. */
function imitatorOf({ speechModelsDir }: SpeechConfig): string | undefined {
  if (speechModelsDir === undefined) return undefined;
  return modelFolders(modelPlaces(speechModelsDir)).find(({ family }) => family === 'zipvoice')
    ?.name;
}

async function cursorKey(source: DataSource): Promise<Buffer> {
  const [row] = await source.query<{ readonly value: Buffer }[]>(
    `SELECT value FROM service_secret WHERE name = 'cursors'`,
  );
  if (row === undefined) throw new Error('The key of cursors is gone.');
  return row.value;
}
