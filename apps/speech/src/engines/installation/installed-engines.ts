import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { CloneMaterials } from '../../cloning/clone-materials.js';
import { ESPEAK_LANGUAGES } from '../../languages/espeak-languages.js';
import type { ProgramPoolOptions } from '../../programs/program-pool.js';
import { ProgramPools } from '../../programs/program-pools.js';
import { ProgramSettings } from '../../programs/program.settings.js';
import { defaultVoiceOf, type InstalledVoices } from '../../voices/catalogue/shared-voices.js';
import { VoiceNameSettings } from '../../voices/catalogue/voice-name.settings.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import { AlignedEngine } from '../alignment/aligned-engine.js';
import type { PhraseSpeaker } from '../alignment/phrase-speaker.js';
import { EspeakEngine, type EspeakPools } from '../espeak/espeak-engine.js';
import type { EspeakJob, EspeakPart } from '../espeak/espeak-jobs.js';
import { EspeakSettings } from '../espeak/espeak.settings.js';
import { findNativeEspeak } from '../espeak/native-espeak.js';
import type { FliteJob, FlitePart } from '../flite/flite.js';
import { FliteSpeaker } from '../flite/flite-speaker.js';
import { RemoteSettings } from '../remote/remote.settings.js';
import { RemoteSpeaker } from '../remote/remote-speaker.js';
import { ModelSettings } from '../sherpa/model.settings.js';
import { SherpaModels } from '../sherpa/sherpa-models.js';
import { modelOf, SherpaSpeaker } from '../sherpa/sherpa-speaker.js';
import type { SpeechEngine, SpeechEngines } from '../speech-engine.js';

/** A process that says nothing for so long hangs. */
const STALL_MS = 10_000;
/** Loading the library anew for each job loses some 30 KB, in it and in what calls it. */
const NATIVE_JOBS = 500;

interface NeuralSpeaker extends PhraseSpeaker {
  voices(): readonly Voice[];
  expected?(): readonly Voice[];
}

/** The engines of this installation. */
export class InstalledEngines
  implements SpeechEngines, InstalledVoices, OnApplicationBootstrap, OnApplicationShutdown
{
  constructor(
    readonly all: readonly SpeechEngine[],
    private readonly neural: readonly NeuralSpeaker[],
  ) {}

  voices(): readonly Voice[] {
    return this.neural.flatMap((speaker) => speaker.voices());
  }

  expected(): readonly Voice[] {
    return this.neural.flatMap((speaker) => speaker.expected?.() ?? []);
  }

  /** Requests need not wait for an engine to start. */
  onApplicationBootstrap(): void {
    for (const engine of this.all) engine.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }
}

/** Finds what there is to speak with. */
@Injectable()
export class EngineInstallation {
  constructor(
    private readonly programs: ProgramSettings,
    private readonly espeak: EspeakSettings,
    private readonly models: ModelSettings,
    private readonly remote: RemoteSettings,
    private readonly names: VoiceNameSettings,
    private readonly pools: ProgramPools,
    private readonly clones: CloneMaterials,
    private readonly clock: Clock,
    private readonly logger: Logger,
  ) {}

  /** @throws {Error} when an espeak-ng that was named cannot be used */
  async open(): Promise<InstalledEngines> {
    const timing = new EspeakEngine(await this.espeakPools(), (name) =>
      this.clones.variantOf(name),
    );
    const flite = new FliteSpeaker(
      this.pools.create<FliteJob, FlitePart>(this.embedded('engines/flite/flite')),
    );
    const neural = [...(await this.localSpeakers()), ...this.remoteSpeakers()];
    const aligned = [flite, ...neural].map((speaker) => new AlignedEngine(speaker, timing));
    return new InstalledEngines([timing, ...aligned], neural);
  }

  private async espeakPools(): Promise<EspeakPools> {
    const wasm = this.pools.create<EspeakJob, EspeakPart>(this.embedded('engines/espeak/espeak'));
    const { espeakLibrary: setting } = this.espeak;
    const log = (event: string, fields: object): void => this.logger.warn(event, { ...fields });
    const native = await findNativeEspeak({ setting, voices: ESPEAK_LANGUAGES, log });
    if (native === undefined) return { wasm };
    this.logger.info('espeak.native', { ...native });
    const pool = this.pools.create<EspeakJob, EspeakPart>({
      ...this.embedded('engines/espeak/espeak-native'),
      env: { ESPEAK_LIBRARY: native.library },
      maxJobs: NATIVE_JOBS,
    });
    return { wasm, native: { ...native, pool } };
  }

  private embedded(program: string): Omit<ProgramPoolOptions, 'log' | 'metrics'> {
    const { engineProcesses: size, engineQueue: maxWaiting } = this.programs;
    return { program, size, maxWaiting, stallMs: STALL_MS };
  }

  private async localSpeakers(): Promise<readonly NeuralSpeaker[]> {
    const { speechModelsDir, speechModelProcesses: processes } = this.models;
    if (speechModelsDir === undefined) return [];
    const models: SherpaModels = new SherpaModels(speechModelsDir, {
      isKept: (model) =>
        modelOf(defaultVoiceOf(models.voices, this.names)?.engineVoice ?? '') === model,
      processes,
      pools: this.pools,
      maxWaiting: this.programs.engineQueue,
      logger: this.logger,
    });
    await models.read();
    return [new SherpaSpeaker(models, (id) => this.clones.referenceOf(id))];
  }

  private remoteSpeakers(): readonly NeuralSpeaker[] {
    const { remoteTtsUrl, remoteTtsKey: apiKey, remoteTtsModel: model } = this.remote;
    if (remoteTtsUrl === undefined) return [];
    return [
      new RemoteSpeaker({
        baseUrl: remoteTtsUrl.replace(/\/$/, ''),
        apiKey,
        model,
        voices: this.remote.remoteTtsVoices ?? [],
        timeoutMs: this.remote.remoteTtsTimeoutMs,
        clock: this.clock,
      }),
    ];
  }
}
