import { adapted, type MemoryLanguages } from '../../memories/search/facts.js';
import type { LanguageTag } from '../../languages/language.js';
import type { MarkedText, PlacedSpan } from '../../text/marked-text.js';
import { SegmentIndex, type IndexedSegment } from '../../memories/search/segment-index.js';
import type {
  BrokenPair,
  EngineAnswer,
  EngineDirection,
  EngineRequest,
  EngineState,
  TranslationEngine,
} from '../translation-engine.js';
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
 * glossary terms in them are left to the other engines, and so is a text with a placeholder that the phrase lacks.
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
    const languages = { source, target };
    return Promise.resolve(segments.map((segment) => this.#lookUp(segment, languages, index)));
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
    languages: MemoryLanguages,
    index: SegmentIndex<IndexedPhrase> | undefined,
  ): EngineAnswer {
    if (spans.some(({ kind }) => kind !== 'protected')) return { kind: 'unknown' };
    // A phrase that would say another number, or the contrary, is none.
    const match = index?.best(text, this.#threshold, (phrase, likeness) =>
      adapted(text, phrase, languages) === undefined ? undefined : likeness,
    );
    const target = match && adapted(text, match.segment, languages)?.target;
    const places = target === undefined ? undefined : placesIn(target, { text, spans });
    if (match === undefined || target === undefined || places === undefined) {
      return { kind: 'unknown' };
    }
    return { kind: 'translated', text: target, spans: places, origin: match.segment.file };
  }
}

/** Where the protected content of a segment stands in a translation; undefined unless all of it does. */
function placesIn(target: string, { text, spans }: MarkedText): readonly PlacedSpan[] | undefined {
  const places: PlacedSpan[] = [];
  for (const { id, start, end } of spans) {
    const content = text.slice(start, end);
    const isTaken = (at: number) =>
      places.some((place) => place.start < at + content.length && at < place.end);
    let at = target.indexOf(content);
    while (at !== -1 && isTaken(at)) at = target.indexOf(content, at + 1);
    if (at === -1) return undefined;
    places.push({ id, start: at, end: at + content.length });
  }
  return places;
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
