import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Morphology } from '../../engines/morphology.js';
import { TermIndex } from './term-index.js';
import { TermMatcher } from './terms.js';
import { Terminology, type Dictionary, type DictionaryRequest } from '../terminology.js';
import type { Direction } from '../../engines/direction.js';

/** Bytes of indices that are kept. A largest glossary (10 MiB, 760,000 entries) takes 32 MB. */
const MOST_BYTES_KEPT = 128 * 1024 * 1024;

/** Finds the matcher for the glossaries of a request, and keeps their indices as long as their entries stay. */
@Injectable()
export class TermMatchers {
  readonly #terminology: Terminology;
  readonly #morphology: Morphology;
  /** By version: another version is another index, so that nothing has to be forgotten. */
  readonly #kept = new LRUCache<string, TermIndex>({
    maxSize: MOST_BYTES_KEPT,
    sizeCalculation: ({ bytes }) => bytes + 1024,
  });
  /** Under way: whoever wants the same dictionary meanwhile waits for it. */
  readonly #coming = new Map<string, Promise<TermIndex>>();

  constructor(terminology: Terminology, morphology: Morphology) {
    this.#terminology = terminology;
    this.#morphology = morphology;
  }

  /** @throws {Problem} as `Terminology.dictionaries` */
  async matcher(request: DictionaryRequest): Promise<TermMatcher> {
    const dictionaries = await this.#terminology.dictionaries(request);
    return new TermMatcher(
      await Promise.all(
        dictionaries.map(async (dictionary) => ({
          glossaryId: dictionary.glossaryId,
          index: await this.#index(dictionary, request),
        })),
      ),
    );
  }

  #index(dictionary: Dictionary, { source, target }: Direction): Promise<TermIndex> {
    const { version } = dictionary;
    const kept = this.#kept.get(version);
    if (kept !== undefined) return Promise.resolve(kept);
    const coming = this.#coming.get(version);
    if (coming !== undefined) return coming;
    const index = this.#build(dictionary, { source, target }).finally(() =>
      this.#coming.delete(version),
    );
    this.#coming.set(version, index);
    return index;
  }

  async #build(dictionary: Dictionary, direction: Direction): Promise<TermIndex> {
    const { version, text } = await dictionary.load();
    const index = await TermIndex.of(text, (entries) => this.#morphology.forms(direction, entries));
    // Perhaps a newer one than was asked for.
    this.#kept.set(version, index);
    return index;
  }
}
