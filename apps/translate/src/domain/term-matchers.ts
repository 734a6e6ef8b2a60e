import { LRUCache } from 'lru-cache';
import type { Morphology } from './morphology.js';
import { TermMatcher } from './terms.js';
import type { DictionaryRequest, Terminology } from './terminology.js';

/** Matchers kept, counted in entries: about 300 bytes each. */
const MOST_ENTRIES_KEPT = 200_000;

/** Above this many entries a dictionary is taken as it is written: looking up forms takes about 50 µs each. */
const MOST_INFLECTED_ENTRIES = 5000;

/** Finds the matcher for the glossaries of a request, and keeps it as long as their entries stay. */
export class TermMatchers {
  readonly #terminology: Terminology;
  readonly #morphology: Morphology;
  readonly #kept = new LRUCache<string, TermMatcher>({
    maxSize: MOST_ENTRIES_KEPT,
    sizeCalculation: () => 1,
  });

  constructor(terminology: Terminology, morphology: Morphology) {
    this.#terminology = terminology;
    this.#morphology = morphology;
  }

  /** @throws {Problem} as `Terminology.dictionaries` */
  async matcher(request: DictionaryRequest): Promise<TermMatcher> {
    const dictionaries = await this.#terminology.dictionaries(request);
    const { source, target } = request;
    const parts = dictionaries.map(({ glossaryId, version }) => [glossaryId, version]);
    const key = JSON.stringify([source, target, parts]);
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    const entries = dictionaries.flatMap((dictionary) => dictionary.entries);
    const inflected = entries.length > MOST_INFLECTED_ENTRIES ? [] : entries;
    const forms = await this.#morphology.forms({ source, target }, inflected);
    const formsOf = new Map(inflected.map((entry, at) => [entry, forms[at]]));
    const matcher = new TermMatcher(dictionaries, (entry) => formsOf.get(entry) ?? [entry]);
    this.#kept.set(key, matcher, { size: entries.length + 1 });
    return matcher;
  }
}
