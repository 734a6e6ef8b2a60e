import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Inject,
  Injectable,
} from '@nestjs/common';
import type { Logger } from '@sextant/platform-logging';
import { AlignedEngine } from './adapters/engines/aligned-engine.js';
import { EspeakEngine } from './adapters/engines/espeak/espeak-engine.js';
import { FliteSpeaker } from './adapters/engines/flite/flite-speaker.js';
import { WasmEncoders } from './adapters/encoders/encoders.js';
import { ProgramPool } from './adapters/processes/program-pool.js';
import { FileSpools } from './adapters/spool/file-spool.js';
import type { SpeechConfig } from './config.js';
import type { SpeechEngine } from './domain/speech-engine.js';
import { DialogueService } from './domain/dialogue-service.js';
import { SpeechService } from './domain/speech-service.js';
import { Synthesizer } from './domain/synthesizer.js';
import { EnginesProbe } from './http/engines.probe.js';
import { SharedVoices } from './domain/voices/shared-voices.js';
import { VOICES } from './domain/voices/voice.js';
import type { VoiceDirectory } from './domain/voices/voice.js';
import type { EspeakJob, EspeakPart } from './programs/espeak.js';
import type { FliteJob, FlitePart } from './programs/flite.js';

/** A process that says nothing for so long hangs. */
const STALL_MS = 10_000;

/** All engines, in the order in which they were made. */
export class Engines {
  constructor(readonly all: readonly SpeechEngine[]) {}
}

@Injectable()
class EngineLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(@Inject(Engines) private readonly engines: Engines) {}

  /** Requests need not wait for an engine to start. */
  onApplicationBootstrap(): void {
    for (const engine of this.engines.all) engine.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.engines.all.map((engine) => engine.close()));
  }
}

/** Binds the engines, encoders and spools. */
@Module({})
export class EngineModule {
  static register(config: SpeechConfig, logger: Logger): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        { provide: Engines, useFactory: () => new Engines(makeEngines(config, logger)) },
        EngineLifecycle,
        { provide: VOICES, useClass: SharedVoices },
        {
          provide: EnginesProbe,
          inject: [Engines],
          useFactory: ({ all }: Engines) => new EnginesProbe(all),
        },
        {
          provide: SpeechService,
          inject: [Engines, VOICES],
          useFactory: ({ all }: Engines, voices: VoiceDirectory) =>
            new SpeechService(new Synthesizer(all, new FileSpools()), new WasmEncoders(), voices),
        },
        {
          provide: DialogueService,
          inject: [SpeechService],
          useFactory: (speech: SpeechService) => new DialogueService(speech, new WasmEncoders()),
        },
      ],
      exports: [DialogueService, Engines, SpeechService, EnginesProbe],
    };
  }
}

function makeEngines(config: SpeechConfig, logger: Logger): readonly SpeechEngine[] {
  const common = {
    maxWaiting: config.engineQueue,
    stallMs: STALL_MS,
    log: (event: string, fields: Readonly<Record<string, unknown>>) => logger.warn(event, fields),
  };
  const espeak = new ProgramPool<EspeakJob, EspeakPart>({
    ...common,
    program: 'espeak',
    size: config.engineProcesses,
  });
  const flite = new ProgramPool<FliteJob, FlitePart>({
    ...common,
    program: 'flite',
    size: config.engineProcesses,
  });
  const timing = new EspeakEngine(espeak);
  return [timing, new AlignedEngine(new FliteSpeaker(flite), timing)];
}
