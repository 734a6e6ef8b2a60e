import type { EngineState, SpeakRequest, SpeechEngine } from '../speech-engine.js';
import type { EspeakJob, EspeakPart, EspeakRun, Variants } from './espeak-jobs.js';
import {
  ProgramError,
  type ProgramPool,
  type PoolRunOptions,
} from '../../programs/program-pool.js';
import { engineFailure } from '../../programs/engine-failure.js';
import type { NativeEspeak } from './native-espeak.js';
import { batchesOf, costOf, espeakRuns } from './espeak-runs.js';
import { espeakLanguage } from '../../languages/espeak-languages.js';

const SAMPLE_RATE = 22050;
/** Name for espeak-ng of the variant whose file comes with a job. */
const GIVEN_VARIANT = 'given';

/** `en-us` of `en-us+f3`. */
const languageOf = (voice: string): string => voice.replace(/\+.*/, '');

type Pool = ProgramPool<EspeakJob, EspeakPart>;

export interface EspeakPools {
  /** Programs with espeak-ng as WebAssembly. */
  readonly wasm: Pool;
  /** Those with the machine's own, which is used instead; it may be of a version that lacks a few voices. */
  readonly native?: NativeEspeak & { readonly pool: Pool };
}

/** espeak-ng, in processes of its own: about 100 languages, word times of its own. */
export class EspeakEngine implements SpeechEngine {
  readonly name = 'espeak-ng';
  readonly build: string;
  readonly estimatesMarks = false;
  readonly #main: Pool;
  readonly #missing: ReadonlySet<string>;

  /** @param variantOf file of a voice variant by its name, such as that of a cloned voice */
  constructor(
    private readonly pools: EspeakPools,
    private readonly variantOf: (name: string) => string | undefined = () => undefined,
  ) {
    const { wasm, native } = pools;
    this.build = native === undefined ? 'WebAssembly' : `libespeak-ng ${native.version}`;
    this.#main = native?.pool ?? wasm;
    this.#missing = new Set(native?.missingVoices);
  }

  state(): EngineState {
    const pool = this.#main.isFailing ? this.pools.wasm : this.#main;
    pool.start();
    if (pool.isServing) return 'ready';
    return pool.isFailing ? 'unavailable' : 'starting';
  }

  start(): void {
    this.#main.start();
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async speak(request: SpeakRequest): Promise<void> {
    const { utterance, voice, rate, pitch, signal, take, workspace } = request;
    const { base, variant, variants } = this.voiceParts(voice);
    const voiceOf = (language: string): string | undefined => {
      const name = espeakLanguage(language);
      return name === undefined ? undefined : `${name}${variant}`;
    };
    const runs = espeakRuns(utterance, { voice: `${base}${variant}`, rate, pitch, voiceOf });
    const pool = this.poolFor(runs);
    try {
      let samples = 0;
      for (const [index, batch] of batchesOf(runs).entries()) {
        if (index > 0) await request.room?.();
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
        const isBegun = request.isBegun === true || index > 0;
        await this.run(pool, { job, onPart, signal, workspace, isBegun, cost: costOf(batch) });
      }
    } catch (error) {
      throw engineFailure(error, signal);
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.pools.wasm.close(), this.pools.native?.pool.close()]);
  }

  /** What ends a process with the library before it is heard is said by WebAssembly. */
  private async run(pool: Pool, options: PoolRunOptions<EspeakJob, EspeakPart>): Promise<void> {
    let parts = 0;
    const onPart = (part: EspeakPart): void => {
      parts += 1;
      options.onPart(part);
    };
    try {
      await pool.run({ ...options, onPart });
    } catch (error) {
      const isOver = parts > 0 || options.signal.aborted || pool === this.pools.wasm;
      if (isOver || !(error instanceof ProgramError)) throw error;
      await this.pools.wasm.run(options);
    }
  }

  /** espeak-ng's buffers end a process that gives its own variants longer names than it has room for. */
  private voiceParts(voice: string): { base: string; variant: string; variants: Variants } {
    const [base = '', name] = voice.split('+');
    const file = name === undefined ? undefined : this.variantOf(name);
    if (file !== undefined)
      return { base, variant: `+${GIVEN_VARIANT}`, variants: { [GIVEN_VARIANT]: file } };
    return { base, variant: name === undefined ? '' : `+${name}`, variants: {} };
  }

  private poolFor(runs: readonly EspeakRun[]): Pool {
    const isMissing = ({ voice }: EspeakRun): boolean => this.#missing.has(languageOf(voice));
    return runs.some(isMissing) ? this.pools.wasm : this.#main;
  }
}
