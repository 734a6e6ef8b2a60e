import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { ModelsWatch, type ModelPlace } from '@sextant/platform-models';
import { forSetting } from '@sextant/platform-runtime/config';
import { Logger } from '@sextant/platform-runtime/logging';
import { basename } from 'node:path';
import { NO_RECOGNISER, type Recogniser } from './recogniser.js';
import { SphericityCheck, type SpeakerCheck } from './speaker-check.js';
import type { Transcriber } from './transcriber.js';
import type { ListeningJob, ListeningPart } from './listening.js';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../programs/model-times.js';
import type { ProgramPool } from '../programs/program-pool.js';
import { ProgramPools } from '../programs/program-pools.js';
import { RecognitionSettings } from './recognition.settings.js';
import { PocketsphinxRecogniser } from './pocketsphinx-recogniser.js';
import { PocketsphinxTranscriber } from './pocketsphinx-transcriber.js';
import {
  bestRecogniser,
  recogniserConfig,
  sherpaModelOf,
  voiceActivityIn,
} from './recogniser-folder.js';
import { SherpaRecogniser, SherpaSpeakerCheck, SileroActivity } from './sherpa-listener.js';
import { LoudnessActivity, type SpeechActivity } from './speech-activity.js';

/** sherpa-onnx keeps 2,950 frames of 10 ms of what Whisper is given, and leaves out the rest. */
const WHISPER_SECONDS = 29.5;

type ListeningPool = ProgramPool<ListeningJob, ListeningPart>;

interface Listeners {
  readonly recogniser: Recogniser;
  readonly transcriber: Transcriber;
  readonly activity: SpeechActivity;
  /** Closed when others take over. */
  readonly pool?: ListeningPool;
}

/**
 * The recogniser, the voice activity detection and the speaker check of this installation: neural models where there are some,
 * else pocketsphinx if it is installed, and statistics. A recogniser that is added to `RECOGNISERS_DIR` takes over at once.
 */
@Injectable()
export class ProgramListeners implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly recogniser: Recogniser;
  readonly transcriber: Transcriber;
  readonly activity: SpeechActivity;
  readonly speakers: SpeakerCheck;
  readonly #speakerPool: ListeningPool | undefined;
  readonly #watch: ModelsWatch | undefined;
  #current: Listeners;
  /** Of the recogniser that was found. */
  #version: string | undefined;

  /** @throws {ConfigError} when `RECOGNISER_DIR` names no recogniser */
  constructor(
    private readonly settings: RecognitionSettings,
    private readonly pools: ProgramPools,
    private readonly logger: Logger,
  ) {
    const { recogniserDir, recognisersDir, speakerModel } = settings;
    this.#current = forSetting('RECOGNISER_DIR', () => this.listenersOf(recogniserDir));
    if (recogniserDir === undefined && recognisersDir !== undefined) {
      this.#watch = forSetting(
        'RECOGNISERS_DIR',
        () => new ModelsWatch(recognisersDir, (places) => this.take(places)),
      );
    }
    ({
      recogniser: this.recogniser,
      transcriber: this.transcriber,
      activity: this.activity,
    } = passingOn(() => this.#current));
    this.#speakerPool =
      speakerModel === undefined
        ? undefined
        : this.poolOf(basename(speakerModel), { SHERPA_SPEAKER: speakerModel });
    this.speakers =
      speakerModel === undefined || this.#speakerPool === undefined
        ? new SphericityCheck()
        : new SherpaSpeakerCheck(this.#speakerPool, basename(speakerModel));
  }

  async onApplicationBootstrap(): Promise<void> {
    if (await this.transcriber.isAvailable()) return;
    this.logger.warn('recogniser.none', { message: NO_RECOGNISER });
  }

  async onApplicationShutdown(): Promise<void> {
    this.#watch?.close();
    await Promise.all([this.#current.pool?.close(), this.#speakerPool?.close()]);
  }

  private take(places: readonly ModelPlace[]): void {
    const { best, refused } = bestRecogniser(places);
    for (const each of refused) this.logger.warn('recogniser.refused', { ...each });
    const version = best === undefined ? undefined : `${best.path} ${best.version}`;
    if (version === this.#version) return;
    this.#version = version;
    const { pool } = this.#current;
    this.#current = this.listenersOf(best?.path);
    this.logger.info('recogniser.found', { recogniser: this.#current.transcriber.by });
    void pool?.close();
  }

  private listenersOf(folder: string | undefined): Listeners {
    const vad =
      this.settings.vadModel ?? (folder === undefined ? undefined : voiceActivityIn(folder));
    const detects = vad === undefined ? {} : { SHERPA_VAD: vad };
    if (folder === undefined) return this.withoutModel(detects);
    const config = recogniserConfig(folder);
    const recognises = { SHERPA_RECOGNISER: JSON.stringify(config) };
    const pool = this.poolOf(basename(folder), { ...recognises, ...detects });
    const maxSeconds = 'whisper' in config ? WHISPER_SECONDS : undefined;
    const sherpa = new SherpaRecogniser(pool, sherpaModelOf(folder, config), maxSeconds);
    const activity = vad === undefined ? new LoudnessActivity() : new SileroActivity(pool);
    return { recogniser: sherpa, transcriber: sherpa, activity, pool };
  }

  private withoutModel(detects: { readonly SHERPA_VAD?: string }): Listeners {
    const { pocketsphinxModelDir: model } = this.settings;
    const recogniser = new PocketsphinxRecogniser(model);
    const transcriber = new PocketsphinxTranscriber(model, recogniser);
    if (detects.SHERPA_VAD === undefined) {
      return { recogniser, transcriber, activity: new LoudnessActivity() };
    }
    const pool = this.poolOf('voice activity', { SHERPA_VAD: detects.SHERPA_VAD });
    return { recogniser, transcriber, activity: new SileroActivity(pool), pool };
  }

  private poolOf(name: string, env: Readonly<Record<string, string>>): ListeningPool {
    return this.pools.create<ListeningJob, ListeningPart>({
      program: 'recognition/listening',
      size: 1,
      maxWaiting: 16,
      stallMs: MODEL_STALL_MS,
      startMs: MODEL_LOAD_MS,
      env,
      model: { name },
    });
  }
}

/** Passes each call on to those who listen at that time. */
const passingOn = (current: () => Listeners): Listeners => ({
  recogniser: {
    get maxSeconds() {
      return current().recogniser.maxSeconds;
    },
    isAvailable: () => current().recogniser.isAvailable(),
    transcribe: (pcm, workspace) => current().recogniser.transcribe(pcm, workspace),
  },
  transcriber: {
    get by() {
      return current().transcriber.by;
    },
    get languages() {
      return current().transcriber.languages;
    },
    isAvailable: () => current().transcriber.isAvailable(),
    isLoading: () => current().transcriber.isLoading?.() === true,
    hears: (language, task) => current().transcriber.hears(language, task),
    write: (request) => current().transcriber.write(request),
  },
  activity: { spansOf: (request) => current().activity.spansOf(request) },
});
