import type { EngineState, SpeakRequest, SpeechEngine } from '../../../domain/speech-engine.js';
import type { EspeakJob, EspeakPart } from '../../../programs/espeak.js';
import type { ProgramPool } from '../../processes/program-pool.js';
import { engineFailure } from '../engine-failure.js';
import { espeakRuns } from './espeak-runs.js';
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
    const job: EspeakJob = {
      runs: espeakRuns(utterance, { voice, rate, pitch, voiceOf }),
      variants: variant === undefined || file === undefined ? {} : { [variant]: file },
    };
    const onPart = ({ pcm, marks }: EspeakPart): void =>
      take({ pcm, starts: marks.map(([name, startMs]) => ({ word: Number(name), startMs })) });
    try {
      await this.pool.run({ job, onPart, signal });
    } catch (error) {
      throw engineFailure(error, signal);
    }
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}
