import { tmpdir } from 'node:os';
import { ModelsWatch, type ModelPlace } from '@sextant/platform-models';
import { forSetting } from '@sextant/platform-runtime/config';
import type { Logger } from '@sextant/platform-runtime/logging';
import { MODEL_LOAD_MS, MODEL_STALL_MS } from '../../programs/model-times.js';
import type { ProgramPool, ProgramPoolOptions } from '../../programs/program-pool.js';
import type { ProgramPools } from '../../programs/program-pools.js';
import { FairPlaces } from '../../scheduling/fair-places.js';
import type { Voice } from '../../voices/catalogue/voice.js';
import { languageIn } from './kokoro-languages.js';
import {
  isRefused,
  readModelFolder,
  type ModelFolder,
  type RefusedFolder,
} from './model-folder.js';
import { complaintOf, type Complaint } from './model-trial.js';
import type { SherpaJob, SherpaPart } from './sherpa.js';

export interface SherpaModelsOptions extends Pick<ProgramPoolOptions, 'maxWaiting'> {
  readonly pools: Pick<ProgramPools, 'create'>;
  /** Of each model; each has the model in memory. */
  readonly processes: number;
  readonly logger: Pick<Logger, 'error' | 'info' | 'warn'>;
  /** Whether a model stays in memory although nobody speaks with it. */
  readonly isKept?: (model: string) => boolean;
  /** How long a model waits that the machine had no room for; a minute if absent. */
  readonly retryMs?: number;
}

const RETRY_MS = 60_000;
const TRIALS_AT_ONCE = 2;
const NEVER = new AbortController().signal;
/** Each time it waits twice as long, up to an hour. */
const MOST_RETRY_MS = 3_600_000;

export type SherpaPool = ProgramPool<SherpaJob, SherpaPart>;

/** A model that is loading, has said its first word, or was refused. */
export interface KnownModel {
  readonly model: ModelFolder;
  readonly pool: SherpaPool;
  /** Of languages that need processes of their own, as far as anybody asked for them. */
  readonly languages: Map<string, SherpaPool>;
  state: 'loading' | 'ready' | 'refused';
  /** How often the machine had no room for it. */
  readonly retries: number;
}

/**
 * The models on disk, each with processes of its own. One is tried once when it is found: it is loaded and says a word. Until
 * then its voices are spoken for whoever asks for them, and listed nowhere; one that fails is not tried again until its
 * files change, unless it was the machine that could not.
 */
export class SherpaModels {
  readonly #known = new Map<string, KnownModel>();
  /** Why models are not used, by their names. */
  readonly #refused = new Map<string, string>();
  readonly #watch: ModelsWatch;
  readonly #trials = new FairPlaces(TRIALS_AT_ONCE);
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
    const take = (places: readonly ModelPlace[]): void => {
      this.#reading = this.#reading
        .then(() => this.#take(places))
        .catch((error: unknown) => options.logger.error('models.unreadable', { err: error }));
    };
    this.#watch = forSetting('SPEECH_MODELS_DIR', () => new ModelsWatch(folder, take));
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

  /** What speaks a language (BCP 47) with a model: most read any, whatever it is. */
  poolOf(known: KnownModel, locale: string): SherpaPool {
    const { model, pool, languages } = known;
    const language = languageIn(model.languages ?? {}, locale);
    const config = model.languages?.[language ?? ''];
    // Of one that is gone by now nothing is started any more.
    const isGone = this.#known.get(model.name) !== known;
    if (language === undefined || config === undefined || isGone) return pool;
    const made =
      languages.get(language) ??
      this.#newPool({ ...model, config, name: `${model.name} (${language})` });
    languages.set(language, made);
    return made;
  }

  /** By name: `ready`, `idle` (loaded again by the next request), `loading`, or why it is not used. */
  get states(): Readonly<Record<string, string>> {
    return Object.fromEntries([
      ...this.all.map(
        ({ model, state, pool }) =>
          [model.name, state === 'ready' && !pool.isStarted ? 'idle' : state] as const,
      ),
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
    await Promise.all(this.all.map(closed));
  }

  async #take(places: readonly ModelPlace[]): Promise<void> {
    const found = await Promise.all(places.map(readModelFolder));
    if (this.#isClosed) return;
    const names = new Set(places.map(({ name }) => name));
    for (const name of [...this.#known.keys(), ...this.#refused.keys()]) {
      if (!names.has(name)) this.#forget(name);
    }
    for (const each of found.toSorted((a, b) => urgencyOf(b) - urgencyOf(a))) {
      if (isRefused(each)) {
        this.#forget(each.name, each.reason);
        continue;
      }
      if (this.#known.get(each.name)?.model.version === each.version) continue;
      this.#forget(each.name);
      const known = this.#newKnown(each, 0);
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
    if (known !== undefined) void closed(known);
  }

  /** Some at a time: all at once would need the memory of all. */
  async #try(known: KnownModel): Promise<void> {
    const { model, pool } = known;
    const done = await this.#trials.enter('', 1, NEVER);
    const complaint = await complaintOf(model, pool).finally(done);
    if (this.#isClosed || this.#known.get(model.name) !== known) return;
    known.state = complaint === undefined ? 'ready' : 'refused';
    if (complaint === undefined) {
      this.#refused.delete(model.name);
      this.options.logger.info('model.ready', { model: model.name });
    } else {
      this.#giveUp(known, complaint);
    }
    this.#list();
  }

  #giveUp(known: KnownModel, { reason, isPassing }: Complaint): void {
    const { model, retries } = known;
    this.#refuse(model.name, isPassing ? `${reason}; it is tried again` : reason);
    void closed(known);
    if (!isPassing) return;
    const { retryMs = RETRY_MS } = this.options;
    const waitMs = Math.min(MOST_RETRY_MS, retryMs * 2 ** retries);
    setTimeout(() => this.#tryAnew(model, retries + 1), waitMs).unref();
  }

  #tryAnew(model: ModelFolder, retries: number): void {
    if (this.#isClosed || this.#known.get(model.name)?.model !== model) return;
    const known = this.#newKnown(model, retries);
    this.#known.set(model.name, known);
    void this.#try(known);
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

  #newKnown(model: ModelFolder, retries: number): KnownModel {
    const pool = this.#newPool(model);
    return { model, pool, languages: new Map(), state: 'loading', retries };
  }

  #newPool(model: ModelFolder): SherpaPool {
    const { pools, maxWaiting, processes: size, isKept } = this.options;
    const { name } = model;
    return pools.create<SherpaJob, SherpaPart>({
      ...programOf(model, { maxWaiting, size, folder: this.folder }),
      model: { name, isKept: () => isKept?.(name) === true },
    });
  }
}

/** Trials take seconds each: voices that may become the default one are tried first, as `george` and `lisa` are American. */
function urgencyOf(model: ModelFolder | RefusedFolder): number {
  if (isRefused(model) || !model.isFree) return 0;
  return model.locale === 'en-US' ? 2 : 1;
}

const closed = async ({ pool, languages }: KnownModel): Promise<void> => {
  await Promise.all([pool, ...languages.values()].map((each) => each.close()));
};

/** The processes that speak with a model. */
export const programOf = (
  { family, config, needsEspeakData }: ModelFolder,
  { folder, ...pool }: Pick<ProgramPoolOptions, 'maxWaiting' | 'size'> & { folder: string },
): Omit<ProgramPoolOptions, 'log' | 'metrics'> => ({
  ...pool,
  ...{ program: 'engines/sherpa/sherpa', stallMs: MODEL_STALL_MS, startMs: MODEL_LOAD_MS },
  ...{ growsOnDemand: true, hasShortJobs: true },
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
