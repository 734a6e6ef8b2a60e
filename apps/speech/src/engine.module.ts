import {
  Module,
  type DynamicModule,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  Injectable,
} from '@nestjs/common';
import { systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import { AlignedEngine } from './engines/alignment/aligned-engine.js';
import { EspeakEngine, type EspeakPools } from './engines/espeak/espeak-engine.js';
import { findNativeEspeak } from './engines/espeak/native-espeak.js';
import { FliteSpeaker } from './engines/flite/flite-speaker.js';
import { WasmEncoders } from './audio/wasm-encoders.js';
import { RemoteSpeaker } from './engines/remote/remote-speaker.js';
import { SherpaSpeaker, type SherpaSpeakerOptions } from './engines/sherpa/sherpa-speaker.js';
import { ProgramPool, type ProgramPoolOptions } from './programs/program-pool.js';
import { FileSpools } from './synthesis/file-spool.js';
import { prometheusObserver } from './synthesis/prometheus-observer.js';
import type { SpeechConfig } from './config.js';
import type { SpeechEngine } from './engines/speech-engine.js';
import { SpeechEncoding } from './synthesis/encoded-stream.js';
import { DialogueService } from './dialogue/dialogue-service.js';
import { Speaking } from './synthesis/speaking.js';
import { DialogueSpeaking } from './dialogue/dialogue-speaking.js';
import { UsageLedger } from './usage/usage.js';
import { MeteredSpeech } from './synthesis/metered-speech.js';
import { MeteredDialogues } from './dialogue/metered-dialogues.js';
import { WatermarkKeys, Watermarks } from './watermark/watermarks.js';
import { SpeechService } from './synthesis/speech-service.js';
import { Lexicons } from './lexicons/lexicons.js';
import { Synthesizer } from './synthesis/synthesizer.js';
import { EnginesProbe } from './engines/engines.probe.js';
import { CloneMaterials } from './cloning/clone-materials.js';
import { RunningVoices } from './voices/catalogue/running-voices.js';
import { ESPEAK_LANGUAGES } from './languages/espeak-languages.js';
import { Previews } from './voices/previews.js';
import { SharedVoices } from './voices/catalogue/shared-voices.js';
import type { Surroundings } from './surroundings.js';
import { VoiceDirectory, type Voice } from './voices/catalogue/voice.js';
import type { EspeakJob, EspeakPart } from './engines/espeak/espeak-jobs.js';
import type { FliteJob, FlitePart } from './engines/flite/flite.js';

/** A process that says nothing for so long hangs. */
const STALL_MS = 10_000;

/** All engines, in the order in which they were made. */
export class Engines {
  /** @param installed voices that these engines have now beyond the catalogue */
  constructor(
    readonly all: readonly SpeechEngine[],
    readonly installed: () => readonly Voice[],
  ) {}
}

@Injectable()
class EngineLifecycle implements OnApplicationBootstrap, OnApplicationShutdown {
  constructor(private readonly engines: Engines) {}

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
  static register(config: SpeechConfig, surroundings: Surroundings): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        ...engineProviders(config, surroundings),
        ...speechProviders(config, surroundings),
        ...spokenProviders,
      ],
      exports: [
        SharedVoices,
        VoiceDirectory,
        RunningVoices,
        DialogueSpeaking,
        Engines,
        SpeechService,
        Synthesizer,
        Speaking,
        Previews,
        EnginesProbe,
      ],
    };
  }
}

const engineProviders = (config: SpeechConfig, surroundings: Surroundings) => [
  EngineLifecycle,
  {
    provide: Engines,
    inject: [CloneMaterials],
    useFactory: (clones: CloneMaterials) => makeEngines(config, surroundings, clones),
  },
  {
    provide: SharedVoices,
    inject: [Engines],
    useFactory: ({ installed }: Engines) => new SharedVoices(installed, config.voiceNames),
  },
  {
    provide: VoiceDirectory,
    inject: [SharedVoices, CloneMaterials],
    useFactory: (shared: SharedVoices, clones: CloneMaterials): VoiceDirectory => ({
      get shared() {
        return shared.all;
      },
      find: async (workspace, id) => shared.find(id) ?? (await clones.find(workspace, id)),
    }),
  },
];

/** The way of everything that is spoken. */
export const encoding = new SpeechEncoding(new WasmEncoders());

const speechProviders = ({ maxAudioSeconds }: SpeechConfig, { metrics }: Surroundings) => [
  RunningVoices,
  {
    provide: EnginesProbe,
    inject: [Engines],
    useFactory: ({ all }: Engines) => new EnginesProbe(all),
  },
  {
    provide: Synthesizer,
    inject: [Engines],
    useFactory: ({ all }: Engines) =>
      new Synthesizer(all, new FileSpools(), prometheusObserver(metrics)),
  },
  {
    provide: SpeechService,
    inject: [Synthesizer, VoiceDirectory, RunningVoices, Lexicons, WatermarkKeys],
    // eslint-disable-next-line injection/max-params -- Nest injects by position
    useFactory: (
      synthesizer: Synthesizer,
      voices: VoiceDirectory,
      running: RunningVoices,
      lexicons: Lexicons,
      keys: WatermarkKeys,
    ) => {
      const watermarks = new Watermarks(keys);
      const uses = { synthesizer, voices, running, lexicons, encoding, watermarks };
      return new SpeechService({ ...uses, maxAudioSeconds });
    },
  },
];

/** What routes are given. */
const spokenProviders = [
  {
    provide: Speaking,
    inject: [SpeechService, UsageLedger],
    useFactory: (speech: SpeechService, usage: UsageLedger) => new MeteredSpeech(speech, usage),
  },
  {
    provide: DialogueSpeaking,
    inject: [SpeechService, UsageLedger],
    useFactory: (speech: SpeechService, usage: UsageLedger) =>
      new MeteredDialogues(new DialogueService(speech, encoding), usage),
  },
  {
    provide: Previews,
    inject: [SharedVoices, SpeechService],
    // Not metered: nobody is billed for them.
    useFactory: (shared: SharedVoices, speech: SpeechService) => new Previews(shared, speech),
  },
];

async function makeEngines(
  config: SpeechConfig,
  { logger, pools }: Surroundings,
  clones: CloneMaterials,
): Promise<Engines> {
  const common = {
    maxWaiting: config.engineQueue,
    stallMs: STALL_MS,
    log: (event: string, fields: Readonly<Record<string, unknown>>) => logger.warn(event, fields),
    metrics: pools,
  };
  const size = config.engineProcesses;
  const timing = new EspeakEngine(await espeakPools(config, logger, { ...common, size }), (name) =>
    clones.variantOf(name),
  );
  const flite = new FliteSpeaker(
    new ProgramPool<FliteJob, FlitePart>({ ...common, program: 'engines/flite/flite', size }),
  );
  const neural = neuralSpeakers(config, {
    ...common,
    processes: config.speechModelProcesses,
    referenceOf: (id) => clones.referenceOf(id),
  });
  const aligned = [flite, ...neural].map((speaker) => new AlignedEngine(speaker, timing));
  return new Engines([timing, ...aligned], () => neural.flatMap((speaker) => speaker.voices()));
}

/** Loading the library anew for each job loses some 30 KB, in it and in what calls it. */
const NATIVE_JOBS = 500;

async function espeakPools(
  { espeakLibrary: setting }: SpeechConfig,
  logger: Logger,
  common: Omit<ProgramPoolOptions, 'program'>,
): Promise<EspeakPools> {
  const wasm = new ProgramPool<EspeakJob, EspeakPart>({
    ...common,
    program: 'engines/espeak/espeak',
  });
  const { log } = common;
  const native = await findNativeEspeak({ setting, voices: ESPEAK_LANGUAGES, log });
  if (native === undefined) return { wasm };
  logger.info('espeak.native', { ...native });
  const pool = new ProgramPool<EspeakJob, EspeakPart>({
    ...common,
    program: 'engines/espeak/espeak-native',
    env: { ESPEAK_LIBRARY: native.library },
    maxJobs: NATIVE_JOBS,
  });
  return { wasm, native: { ...native, pool } };
}

/** Those that the installation has. */
function neuralSpeakers(
  config: SpeechConfig,
  common: SherpaSpeakerOptions,
): readonly (SherpaSpeaker | RemoteSpeaker)[] {
  const { speechModelsDir, remoteTtsUrl, remoteTtsKey: apiKey } = config;
  const local = speechModelsDir === undefined ? [] : [new SherpaSpeaker(speechModelsDir, common)];
  if (remoteTtsUrl === undefined) return local;
  const remote = new RemoteSpeaker({
    baseUrl: remoteTtsUrl.replace(/\/$/, ''),
    apiKey,
    model: config.remoteTtsModel,
    voices: config.remoteTtsVoices ?? [],
    timeoutMs: config.remoteTtsTimeoutMs,
    clock: systemClock,
  });
  return [...local, remote];
}
