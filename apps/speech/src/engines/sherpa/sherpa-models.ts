import { tmpdir } from 'node:os';
import { ModelsWatch, type ModelPlace } from '@sextant/platform-models';
import type { Logger } from '@sextant/platform-runtime/logging';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../../programs/model-times.js';
import type { ProgramPool, ProgramPoolOptions } from '../../programs/program-pool.js';
import type { ProgramPools } from '../../programs/program-pools.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import { isRefused, readModelFolder, type ModelFolder } from './model-folder.js';
import { complaintOf } from './model-trial.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';

export interface SherpaModelsOptions extends Pick<ProgramPoolOptions, 'maxWaiting'> {
  readonly pools: Pick<ProgramPools, 'create'>;
  /** Of each model; each has the model in memory. */
  readonly processes: number;
  readonly logger: Pick<Logger, 'info' | 'warn'>;
}

/** A model that is loading, has said its first word, or was refused. */
export interface KnownModel {
  readonly model: ModelFolder;
  readonly pool: ProgramPool<SherpaJob, SherpaPart>;
  state: 'loading' | 'ready' | 'refused';
}

/**
 * The models on disk, each with processes of its own. One is tried once when it is found: it is loaded and says a word. Until
 * then its voices are spoken for whoever asks for them, and listed nowhere; one that fails is not tried again until its
 * files change.
 */
export class SherpaModels {
  readonly #known = new Map<string, KnownModel>();
  /** Why models are not used, by their names. */
  readonly #refused = new Map<string, string>();
  readonly #watch: ModelsWatch;
  #reading: Promise<void> = Promise.resolve();
  #voices: readonly Voice[] = [];
  #expected: readonly Voice[] = [];
  #isStarted = false;
  #isClosed = false;

  /** @param folder whose folders are models; one that comes while the service runs is taken up */
  constructor(
    private readonly folder: string,
    private readonly options: SherpaModelsOptions,
  ) {
    this.#watch = new ModelsWatch(folder, (places) => {
      this.#reading = this.#reading.then(() => this.#take(places));
    });
  }

  /** Resolves when what lies in the folder now has been read; not when it is loaded. */
  async read(): Promise<void> {
    await this.#reading;
  }

  /** Of models that have said a word: the same array until that changes. */
  get voices(): readonly Voice[] {
    return this.#voices;
  }

  /** Of models that are loading. */
  get expected(): readonly Voice[] {
    return this.#expected;
  }

  get all(): readonly KnownModel[] {
    return [...this.#known.values()];
  }

  find(name: string): KnownModel | undefined {
    return this.#known.get(name);
  }

  /** By name: `ready`, `loading`, or why it is not used. */
  get states(): Readonly<Record<string, string>> {
    return Object.fromEntries([
      ...this.all.map(({ model, state }) => [model.name, state] as const),
      ...[...this.#refused].map(([name, reason]) => [name, `refused: ${reason}`] as const),
    ]);
  }

  /** Whether there are models, and each was refused. */
  get areAllRefused(): boolean {
    return this.#refused.size > 0 && this.all.every(({ state }) => state === 'refused');
  }

  start(): void {
    this.#isStarted = true;
    for (const known of this.#known.values()) void this.#try(known);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#watch.close();
    await this.#reading;
    await Promise.all(this.all.map(({ pool }) => pool.close()));
  }

  async #take(places: readonly ModelPlace[]): Promise<void> {
    const found = await Promise.all(places.map(readModelFolder));
    if (this.#isClosed) return;
    const names = new Set(places.map(({ name }) => name));
    for (const name of [...this.#known.keys(), ...this.#refused.keys()]) {
      if (!names.has(name)) this.#forget(name);
    }
    for (const each of found) {
      if (isRefused(each)) {
        this.#forget(each.name, each.reason);
        continue;
      }
      if (this.#known.get(each.name)?.model.version === each.version) continue;
      this.#forget(each.name);
      const known: KnownModel = { model: each, pool: this.#poolOf(each), state: 'loading' };
      this.#known.set(each.name, known);
      if (this.#isStarted) void this.#try(known);
    }
    this.#list();
  }

  /** @param reason why it is refused; one that is gone has none */
  #forget(name: string, reason?: string): void {
    const known = this.#known.get(name);
    this.#known.delete(name);
    if (reason === undefined) this.#refused.delete(name);
    else this.#refuse(name, reason);
    void known?.pool.close();
  }

  async #try(known: KnownModel): Promise<void> {
    const { model, pool } = known;
    pool.start();
    const complaint = await complaintOf(model, pool);
    if (this.#isClosed || this.#known.get(model.name) !== known) return;
    known.state = complaint === undefined ? 'ready' : 'refused';
    if (complaint === undefined) {
      this.options.logger.info('model.ready', { model: model.name });
    } else {
      this.#refuse(model.name, complaint);
      void pool.close();
    }
    this.#list();
  }

  #refuse(model: string, reason: string): void {
    if (this.#refused.get(model) === reason) return;
    this.#refused.set(model, reason);
    this.options.logger.warn('model.refused', { model, reason });
  }

  #list(): void {
    this.#voices = this.#voicesOf('ready');
    this.#expected = this.#voicesOf('loading');
  }

  /** By name. ZipVoice speaks with the voice of a recording only: it has none of its own. */
  #voicesOf(state: KnownModel['state']): readonly Voice[] {
    return this.all
      .filter((known) => known.state === state && known.model.family !== 'zipvoice')
      .map(({ model }) => model)
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((model) => model.speakers.map((speaker) => voiceOf(model, speaker)));
  }

  #poolOf(model: ModelFolder): ProgramPool<SherpaJob, SherpaPart> {
    const { pools, maxWaiting, processes: size } = this.options;
    return pools.create<SherpaJob, SherpaPart>(
      programOf(model, { maxWaiting, size, folder: this.folder }),
    );
  }
}

/** The processes that speak with a model. */
export const programOf = (
  { family, config, needsEspeakData }: ModelFolder,
  { folder, ...pool }: Pick<ProgramPoolOptions, 'maxWaiting' | 'size'> & { folder: string },
): Omit<ProgramPoolOptions, 'log' | 'metrics'> => ({
  ...pool,
  ...{ program: 'engines/sherpa/sherpa', stallMs: MODEL_STALL_MS, startMs: MODEL_LOAD_MS },
  env: {
    SHERPA_MODEL: JSON.stringify({ [family]: config }),
    ...(needsEspeakData ? { ESPEAK_DATA_IN: JSON.stringify([folder, tmpdir()]) } : {}),
  },
});

const QUALITY = /-(x_low|low|medium|high)$/;

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
    ...(model.licence === undefined ? {} : { licence: model.licence }),
    ...(model.isFree ? { rank: RANKS.indexOf(QUALITY.exec(model.name)?.[1] ?? 'low') + 1 } : {}),
  };
}

/** Qualities of Piper's voices, the best last. */
const RANKS = ['x_low', 'low', 'medium', 'high'];
