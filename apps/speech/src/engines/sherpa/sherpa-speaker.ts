import { isDeepStrictEqual } from 'node:util';
import type { Problem } from '@sextant/platform-http/errors';
import { ModelsWatch } from '@sextant/platform-models';
import { joined } from '../../audio/joined.js';
import { resampled } from '../../audio/resampled.js';
import type { EngineState } from '../speech-engine.js';
import { ENGINE_ERRORS } from '../../errors/engine-errors.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../../programs/model-times.js';
import type { ProgramPool, ProgramPoolOptions } from '../../programs/program-pool.js';
import type { ProgramPools } from '../../programs/program-pools.js';
import {
  lengthOf,
  type Phrase,
  type PhraseSpeaker,
  type SpokenPhrase,
} from '../alignment/phrase-speaker.js';
import { modelFolders, type ModelFolder } from './model-folder.js';

/** All models at one rate, so that it is known before a model has spoken. */
const SAMPLE_RATE = 24000;
/** Callers who are told to come again do not do so at once. */
const LEAST_SECONDS = 5;

export interface SherpaSpeakerOptions extends Pick<ProgramPoolOptions, 'maxWaiting'> {
  readonly pools: Pick<ProgramPools, 'create'>;
  /** Of each model; each has the model in memory. */
  readonly processes: number;
  /** The recording that a clone imitates, by the clone's id. */
  readonly referenceOf: (id: string) => Promise<NonNullable<SherpaJob['reference']>>;
}

/** Neural voices of models on disk: Piper and other VITS, Kokoro, Matcha. Each model has processes of its own. */
export class SherpaSpeaker implements PhraseSpeaker {
  readonly name = 'sherpa-onnx';
  readonly knowsTimes = false;
  readonly #loaded = new Map<string, LoadedModel>();
  readonly #watch: ModelsWatch;
  #voices: readonly Voice[] = [];
  #isStarted = false;

  /** @param folder whose folders are models; one that comes while the service runs is taken up */
  constructor(
    folder: string,
    private readonly options: SherpaSpeakerOptions,
  ) {
    this.#watch = new ModelsWatch(folder, (places) => this.#take(modelFolders(places)));
  }

  /** The same array until a model comes or goes. */
  voices(): readonly Voice[] {
    return this.#voices;
  }

  /** Without a model there is nothing that could fail. */
  state(): EngineState {
    const pools = [...this.#loaded.values()].map(({ pool }) => pool);
    if (pools.length === 0 || pools.some((pool) => pool.readyCount > 0)) return 'ready';
    return pools.every((pool) => pool.isFailing) ? 'unavailable' : 'starting';
  }

  whyWaiting(voice: string): Problem | undefined {
    const pool = this.#loaded.get(voice.split('#')[0] ?? '')?.pool;
    if (pool === undefined || (pool.readyCount > 0 && pool.busyCount === 0)) return undefined;
    const problem = pool.readyCount === 0 ? ENGINE_ERRORS.engineLoading : ENGINE_ERRORS.modelBusy;
    const seconds = Math.max(LEAST_SECONDS, pool.secondsOfWaiting);
    return problem({ headers: { 'Retry-After': String(seconds) } });
  }

  start(): void {
    this.#isStarted = true;
    for (const { pool } of this.#loaded.values()) pool.start();
  }

  sampleRateOf(): number {
    return SAMPLE_RATE;
  }

  async say({ words, voice, rate, pitch, signal, ...turn }: Phrase): Promise<SpokenPhrase> {
    const [model = '', speaker = '0'] = voice.split('#');
    const pool = this.#loaded.get(model)?.pool;
    if (pool === undefined) throw new Error(`there is no model ${model}`);
    // What is no number is a clone, which the model imitates.
    const index = /^\d+$/.test(speaker) ? Number(speaker) : undefined;
    const reference =
      index === undefined ? { reference: await this.options.referenceOf(speaker) } : {};
    const parts: Int16Array[] = [];
    let sampleRate = SAMPLE_RATE;
    await pool.run({
      // Pitch is changed by playing it faster or slower, which the pace makes up for.
      job: { text: words.join(' '), speaker: index ?? 0, speed: rate / pitch, ...reference },
      onPart: (part) => {
        parts.push(part.pcm);
        sampleRate = part.sampleRate;
      },
      signal,
      cost: lengthOf(words),
      ...turn,
    });
    const { workspace } = turn;
    const spoken = { pcm: joined(parts), sampleRate: Math.round(sampleRate * pitch), workspace };
    return { pcm: await resampled(spoken, SAMPLE_RATE) };
  }

  async close(): Promise<void> {
    this.#watch.close();
    await Promise.all([...this.#loaded.values()].map(({ pool }) => pool.close()));
  }

  #take(models: readonly ModelFolder[]): void {
    const before = new Map(this.#loaded);
    for (const model of models) {
      const known = before.get(model.name);
      if (known !== undefined && isDeepStrictEqual(known.model, model)) {
        before.delete(model.name);
        continue;
      }
      const pool = this.#poolOf(model);
      this.#loaded.set(model.name, { model, pool });
      if (this.#isStarted) pool.start();
    }
    for (const [name, { pool }] of before) {
      if (this.#loaded.get(name)?.pool === pool) this.#loaded.delete(name);
      void pool.close();
    }
    // ZipVoice speaks with the voice of a recording only: it has none of its own.
    this.#voices = models
      .filter(({ family }) => family !== 'zipvoice')
      .flatMap((model) => model.speakers.map((speaker) => voiceOf(model, speaker)));
  }

  #poolOf({ family, config }: ModelFolder): ProgramPool<SherpaJob, SherpaPart> {
    const { pools, maxWaiting, processes: size } = this.options;
    return pools.create<SherpaJob, SherpaPart>({
      ...{ maxWaiting, size, program: 'engines/sherpa/sherpa' },
      ...{ stallMs: MODEL_STALL_MS, startMs: MODEL_LOAD_MS },
      env: { SHERPA_MODEL: JSON.stringify({ [family]: config }) },
    });
  }
}

interface LoadedModel {
  readonly model: ModelFolder;
  readonly pool: ProgramPool<SherpaJob, SherpaPart>;
}

function voiceOf(
  model: ModelFolder,
  { index, name, gender, locale }: ModelFolder['speakers'][number],
): Voice {
  return {
    id: model.speakers.length === 1 ? model.name : `${model.name}-${index}`,
    type: 'shared',
    displayName: name,
    gender,
    locale: locale ?? model.locale,
    engine: 'sherpa-onnx',
    engineVoice: `${model.name}#${index}`,
    rate: 1,
    pitch: 1,
    tags: ['neural', model.family],
  };
}
