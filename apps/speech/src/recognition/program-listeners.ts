import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { basename } from 'node:path';
import type { Recogniser } from './recogniser.js';
import { SphericityCheck, type SpeakerCheck } from './speaker-check.js';
import type { Transcriber } from './transcriber.js';
import type { ListeningJob, ListeningPart } from './listening.js';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../programs/model-times.js';
import type { ProgramPool } from '../programs/program-pool.js';
import { ProgramPools } from '../programs/program-pools.js';
import { RecognitionSettings } from './recognition.settings.js';
import { PocketsphinxRecogniser } from './pocketsphinx-recogniser.js';
import { PocketsphinxTranscriber } from './pocketsphinx-transcriber.js';
import { recogniserConfig, sherpaModelOf, voiceActivityIn } from './recogniser-folder.js';
import { SherpaRecogniser, SherpaSpeakerCheck, SileroActivity } from './sherpa-listener.js';
import { LoudnessActivity, type SpeechActivity } from './speech-activity.js';

/** sherpa-onnx keeps 2,950 frames of 10 ms of what Whisper is given, and leaves out the rest. */
const WHISPER_SECONDS = 29.5;

/** Who listens in this installation: neural models where they are given, else pocketsphinx and statistics. */
@Injectable()
export class ProgramListeners implements OnApplicationShutdown {
  readonly recogniser: Recogniser;
  readonly transcriber: Transcriber;
  readonly speakers: SpeakerCheck;
  readonly activity: SpeechActivity;
  readonly #open: ProgramPool<ListeningJob, ListeningPart>[] = [];

  constructor(
    { recogniserDir, speakerModel, vadModel, pocketsphinxModelDir: model }: RecognitionSettings,
    private readonly pools: ProgramPools,
  ) {
    const vad =
      vadModel ?? (recogniserDir === undefined ? undefined : voiceActivityIn(recogniserDir));
    const detects = vad === undefined ? {} : { SHERPA_VAD: vad };
    if (recogniserDir === undefined) {
      const recogniser = new PocketsphinxRecogniser(model);
      this.recogniser = recogniser;
      this.transcriber = new PocketsphinxTranscriber(model, recogniser);
      this.activity =
        vad === undefined
          ? new LoudnessActivity()
          : new SileroActivity(this.pool('voice activity', detects));
    } else {
      const config = recogniserConfig(recogniserDir);
      const pool = this.pool(basename(recogniserDir), {
        SHERPA_RECOGNISER: JSON.stringify(config),
        ...detects,
      });
      const maxSeconds = 'whisper' in config ? WHISPER_SECONDS : undefined;
      const sherpa = new SherpaRecogniser(pool, sherpaModelOf(recogniserDir, config), maxSeconds);
      this.recogniser = this.transcriber = sherpa;
      this.activity = vad === undefined ? new LoudnessActivity() : new SileroActivity(pool);
    }
    this.speakers =
      speakerModel === undefined
        ? new SphericityCheck()
        : new SherpaSpeakerCheck(
            this.pool(basename(speakerModel), { SHERPA_SPEAKER: speakerModel }),
            basename(speakerModel),
          );
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.#open.map((pool) => pool.close()));
  }

  private pool(
    name: string,
    env: Readonly<Record<string, string>>,
  ): ProgramPool<ListeningJob, ListeningPart> {
    const pool = this.pools.create<ListeningJob, ListeningPart>({
      program: 'recognition/listening',
      size: 1,
      maxWaiting: 16,
      stallMs: MODEL_STALL_MS,
      startMs: MODEL_LOAD_MS,
      env,
      model: { name },
    });
    this.#open.push(pool);
    return pool;
  }
}
