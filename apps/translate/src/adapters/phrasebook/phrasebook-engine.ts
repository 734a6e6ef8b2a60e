import type { LanguageTag } from '../../domain/language.js';
import type { MarkedText } from '../../domain/marked-text.js';
import { SegmentIndex, type IndexedSegment } from '../../domain/segment-index.js';
import type {
  BrokenPair,
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
} from '../../domain/translation-engine.js';
import { readPhrases, type BrokenFile, type Phrase } from './phrase-files.js';

interface IndexedPhrase extends IndexedSegment {
  readonly target: string;
  readonly file: string;
}

interface Loaded {
  readonly directions: readonly EngineDirection[];
  readonly indexes: ReadonlyMap<string, SegmentIndex<IndexedPhrase>>;
  readonly broken: readonly BrokenFile[];
}

/**
 * Phrases whose translations an operator has laid down in files, for all organizations.
 *
 * They are looked up before another engine is asked; what is not there is answered `unknown`. Texts with markup or
 * glossary terms in them are left to the other engines.
 */
export class PhrasebookEngine implements TranslationEngine {
  readonly name = 'phrasebook';
  readonly #loaded: Loaded;
  readonly #threshold: number;

  private constructor(loaded: Loaded, threshold: number) {
    this.#loaded = loaded;
    this.#threshold = threshold;
  }

  /**
   * @param folder its `*.tsv` and `*.tmx` files are read once
   * @param threshold percent: phrases that are less like the text are not used
   */
  static async load(folder: string, threshold: number): Promise<PhrasebookEngine> {
    const { phrases, broken } = await readPhrases(folder);
    return new PhrasebookEngine({ ...indexed(phrases), broken }, threshold);
  }

  directions(): readonly EngineDirection[] {
    return this.#loaded.directions;
  }

  translate({ source, target, segments }: EngineRequest): Promise<readonly EngineAnswer[]> {
    const index = this.#loaded.indexes.get(keyOf(source, target));
    return Promise.resolve(segments.map((segment) => this.#lookUp(segment, index)));
  }

  state(): EngineState {
    const { directions, broken } = this.#loaded;
    return { status: 'up', pairs: directions.length, broken: broken.map(ofNoPair) };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #lookUp(
    { text, spans }: MarkedText,
    index: SegmentIndex<IndexedPhrase> | undefined,
  ): EngineAnswer {
    const match = spans.length > 0 ? undefined : index?.best(text, this.#threshold);
    if (match === undefined) return { kind: 'unknown' };
    const { target, file } = match.segment;
    return { kind: 'translated', text: target, spans: [], origin: file };
  }
}

/** Of two translations of one phrase the one that is read last is used. */
function indexed(phrases: readonly Phrase[]): Omit<Loaded, 'broken'> {
  const indexes = new Map<string, SegmentIndex<IndexedPhrase>>();
  const directions = new Map<string, EngineDirection>();
  for (const { sourceLanguage: source, targetLanguage: target, ...phrase } of phrases) {
    const key = keyOf(source, target);
    const index = indexes.get(key) ?? new SegmentIndex<IndexedPhrase>();
    index.put({ id: phrase.source, ...phrase });
    indexes.set(key, index);
    directions.set(key, {
      source,
      target,
      modelTypes: ['latency_optimized', 'quality_optimized'],
      features: new Set(),
      coverage: 'known',
      cost: 1,
    });
  }
  return { indexes, directions: [...directions.values()] };
}

/** A file that cannot be read does not tell what it would translate. */
const ofNoPair = (file: BrokenFile): BrokenPair => ({ ...file, directions: [] });

const keyOf = (source: LanguageTag, target: LanguageTag): string => `${source}>${target}`;
