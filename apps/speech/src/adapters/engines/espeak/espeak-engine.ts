import type { EngineState, SpeakRequest, SpeechEngine } from '../../../domain/speech-engine.js';
import type { EspeakJob, EspeakPart } from '../../../programs/espeak.js';
import type { ProgramPool } from '../../processes/program-pool.js';
import { engineFailure } from '../engine-failure.js';
import { batchesOf, espeakRuns } from './espeak-runs.js';
import { espeakLanguage } from '../../../domain/voices/catalogue.js';

const SAMPLE_RATE = 22050;

/** espeak-ng as WebAssembly, in processes of its own: about 100 languages, word times of its own. */
export class EspeakEngine implements SpeechEngine {
  readonly name = 'espeak-ng';
  readonly estimatesMarks = false;

  /** @param variantOf file of a voice variant by its name, such as that of a cloned voice */
  constructor(
    private readonly pool: ProgramPool<EspeakJob, EspeakPart>,
    private readonly variantOf: (name: string) => string | undefined = () => undefined,
  ) {}

  state(): EngineState {
    if (this.pool.readyCount > 0) return 'ready';
    return this.pool.isFailing ? 'unavailable' : 'starting';
  }

  start(): void {
    this.pool.start();
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async speak({ utterance, voice, rate, pitch, signal, take }: SpeakRequest): Promise<void> {
    const [, variant] = voice.split('+');
    const file = variant === undefined ? undefined : this.variantOf(variant);
    const voiceOf = (language: string): string | undefined => {
      const base = espeakLanguage(language);
      return base === undefined || variant === undefined ? base : `${base}+${variant}`;
    };
    const variants = variant === undefined || file === undefined ? {} : { [variant]: file };
    const runs = espeakRuns(utterance, { voice, rate, pitch, voiceOf });
    try {
      let samples = 0;
      for (const [index, batch] of batchesOf(runs).entries()) {
        const offsetMs = (samples / SAMPLE_RATE) * 1000;
        const onPart = ({ pcm, marks }: EspeakPart): void => {
          samples += pcm.length;
          const starts = marks.map(([name, ms]) => ({
            word: Number(name),
            startMs: ms + offsetMs,
          }));
          take({ pcm, starts });
        };
        const job = { runs: batch, variants };
        await this.pool.run({ job, onPart, signal, isBegun: index > 0 });
      }
    } catch (error) {
      throw engineFailure(error, signal);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
