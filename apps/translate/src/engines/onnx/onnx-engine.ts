import { modelForPair, ModelsWatch, type ModelPlace } from '@sextant/platform-models';
import { baseLanguage } from '../../languages/language.js';
import { ENGINE_ERRORS } from '../engine-errors.js';
import type {
  EngineAnswer,
  EngineCaller,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
  VariantsRequest,
} from '../translation-engine.js';
import type { Direction } from '../direction.js';
import type { EngineLog } from '../engine-factory.js';
import { LoadedModels } from './loaded-models.js';
import {
  readModels,
  type FoundModels,
  type ModelDirection,
  type OnnxModel,
} from './onnx-models.js';
import { RUNTIME_MISSING } from './onnx-runtime.js';
import { placeCopies, writeCopies, type PlainSegment } from './span-copies.js';

export interface OnnxOptions {
  /** Folder whose folders are models. */
  readonly folder: string;
  readonly threads: number;
  /** Candidates that are followed at once; the model's own number if absent. */
  readonly beams?: number | undefined;
  /** Models in memory at once; the one that was not used for longest makes room. */
  readonly mostLoaded: number;
  /** Segments of one owner that may wait for models. */
  readonly mostWaiting: number;
  /** For one request, in milliseconds. */
  readonly timeoutMs: number;
}

interface Way {
  readonly model: OnnxModel;
  readonly direction: ModelDirection;
}

/**
 * Neural models of a folder: Marian (OPUS-MT), M2M-100, NLLB. A model that is put there is taken up while the service
 * runs. Models know no marks: placeholders and terms stand in the text as they have to come out and are looked for in the
 * translation; segments with tags, and those whose copies did not come out, are `unplaced`.
 */
export class OnnxEngine implements TranslationEngine {
  readonly name = 'onnx';
  readonly #loaded: LoadedModels;
  readonly #watch: ModelsWatch;
  #found: FoundModels = { models: [], unusable: [] };
  #directions: readonly EngineDirection[] = [];
  #ways: ReadonlyMap<string, Way> = new Map();
  readonly #waiting = new Map<string, number>();

  constructor(
    private readonly options: OnnxOptions,
    private readonly log: EngineLog,
  ) {
    this.#loaded = new LoadedModels(options, log);
    this.#watch = new ModelsWatch(options.folder, (places) => this.#take(places));
  }

  directions(): readonly EngineDirection[] {
    return this.#directions;
  }

  async translate({ segments, ...request }: EngineRequest): Promise<readonly EngineAnswer[]> {
    const way = this.#ways.get(keyOf(request));
    if (way === undefined) throw ENGINE_ERRORS.unavailable();
    const written = segments.map((segment) => writeCopies(segment));
    const plain = written.filter((segment) => segment !== undefined);
    const texts = await this.#ask(way, plain, request);
    const next = texts.values();
    return written.map((segment): EngineAnswer => {
      if (segment === undefined) return { kind: 'unplaced' };
      const text = next.next().value ?? '';
      // A model has no word for a lone sign now and then: better the sign than nothing.
      const translation = text.trim() === '' ? segment.text : text;
      const spans = placeCopies(translation, segment);
      return spans === undefined
        ? { kind: 'unplaced' }
        : { kind: 'translated', text: translation, spans };
    });
  }

  /** What else its search has found: as many at most as it follows candidates. */
  async variants({ text, most, ...request }: VariantsRequest): Promise<readonly string[]> {
    const way = this.#ways.get(keyOf(request));
    if (way === undefined) throw ENGINE_ERRORS.unavailable();
    const plain: PlainSegment = { text, copies: [] };
    const ranks = Array.from({ length: Math.min(most, MOST_RANKS) }, (_, at) => at + 1);
    const found = await Promise.all(ranks.map((rank) => this.#ask(way, [plain], request, rank)));
    return [...new Set(found.flat())];
  }

  state(): EngineState {
    const broken = this.#found.unusable.map(({ name, reason }) => ({
      name,
      directions: [],
      reason,
    }));
    if (this.#directions.length > 0) {
      return { status: 'up', pairs: this.#directions.length, broken };
    }
    const isThere = this.#found.unusable.some(({ reason }) => reason === RUNTIME_MISSING);
    const message = isThere
      ? `Its models cannot run: ${RUNTIME_MISSING}`
      : `There is no model in ${this.options.folder}: npm run models -- list`;
    return { status: 'down', message, broken };
  }

  obtainable({ source, target }: Direction): string | undefined {
    const name = modelForPair({ source, target });
    return name === undefined ? undefined : `the model ${name} (npm run models -- add ${name})`;
  }

  fluentWith({ source, target }: Direction): string | undefined {
    const isHere = (model: string) => this.#found.unusable.some(({ name }) => name === model);
    const name = modelForPair({ source, target: baseLanguage(target) });
    if (name === undefined) return undefined;
    const hasNoRuntime = this.#found.unusable.some(({ reason }) => reason === RUNTIME_MISSING);
    return hasNoRuntime && isHere(name)
      ? 'npm run extras -- neural'
      : `npm run models -- add ${name}`;
  }

  async close(): Promise<void> {
    this.#watch.close();
    await this.#loaded.close();
  }

  async #ask(
    { model, direction }: Way,
    segments: readonly PlainSegment[],
    { owner = '', signal }: EngineCaller,
    rank?: number,
  ): Promise<readonly string[]> {
    signal?.throwIfAborted();
    if (segments.length === 0) return [];
    const waiting = this.#waiting.get(owner) ?? 0;
    if (waiting > 0 && waiting + segments.length > this.options.mostWaiting) {
      throw ENGINE_ERRORS.overloaded();
    }
    this.#waiting.set(owner, waiting + segments.length);
    const ask = {
      owner,
      texts: segments.map(({ text }) => text),
      languages: direction.languages,
      beams: this.options.beams,
      rank,
    };
    try {
      return await this.#loaded.translate(model, ask, signal);
    } finally {
      const left = (this.#waiting.get(owner) ?? 0) - segments.length;
      if (left > 0) this.#waiting.set(owner, left);
      else this.#waiting.delete(owner);
    }
  }

  #take(places: readonly ModelPlace[]): void {
    const found = readModels(places);
    this.#found = found;
    // The first model of a pair has it: the order is that of their names.
    const ways = found.models.flatMap((model) =>
      model.directions.map((direction) => [keyOf(direction), { model, direction }] as const),
    );
    this.#ways = new Map(ways.toReversed());
    this.#directions = [...this.#ways.values()].map(({ direction: { source, target } }) => ({
      source,
      target,
      ...TRAITS,
    }));
    for (const model of found.unusable) this.log.warn('onnx.unusable', { ...model });
    const models = found.models.map(({ name }) => name);
    this.log.info('onnx.models', { models, pairs: this.#directions.length });
  }
}

/** Answers beside the best one: each is a search of its own. */
const MOST_RANKS = 3;

const keyOf = ({ source, target }: Direction): string => `${source}>${target}`;

/** Better than rules, and asked for nothing but the text. */
const TRAITS: Omit<EngineDirection, 'source' | 'target'> = {
  modelTypes: ['quality_optimized'],
  features: new Set(),
  coverage: 'any',
  cost: 1,
};
