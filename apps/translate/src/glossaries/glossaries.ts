import { Injectable } from '@nestjs/common';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import {
  formatEntries,
  MAX_GLOSSARY_BYTES,
  mergeEntries,
  parseEntries,
  textFault,
  type DictionaryPair,
  type EntriesFormat,
} from './glossary-entries.js';
import { GLOSSARY_ERRORS } from './glossary-errors.js';
import {
  GlossaryStore,
  type DictionaryInfo,
  type Glossary,
  type LockedGlossary,
  type StoredDictionary,
} from './glossary.js';
import type {
  Dictionary,
  DictionaryRequest,
  DictionaryText,
  GlossaryEntry,
  Terminology,
} from './terminology.js';

/** A dictionary as callers send it. */
export interface DictionaryInput extends DictionaryPair {
  readonly entries: string;
  readonly format: EntriesFormat;
}

/** Glossaries of one account (spec 1, part 8). */
const MAX_GLOSSARIES = 1000;
/** Makes, changes and finds glossaries, and gives their terms to translation. */
@Injectable()
export class Glossaries implements Terminology {
  constructor(
    private readonly store: GlossaryStore,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** @throws {Problem} as `parseEntries`, `glossary_invalid`, `glossary_quota_exceeded` */
  async create(owner: string, name: string, inputs: readonly DictionaryInput[]): Promise<Glossary> {
    requireName(name);
    const dictionaries: StoredDictionary[] = [];
    for (const input of inputs) dictionaries.push(await this.#read(input));
    requireDistinctPairs(dictionaries);
    requireSize(dictionaries.reduce((sum, { entries }) => sum + bytesOf(entries), 0));
    const id = this.ids.next();
    const createdAt = new Date(this.clock.nowMs());
    const isStored = await this.store.insert(
      { id, owner, name, createdAt, dictionaries },
      MAX_GLOSSARIES,
    );
    if (!isStored) throw GLOSSARY_ERRORS.tooMany();
    return { id, name, createdAt, dictionaries: dictionaries.map(infoOf) };
  }

  list(owner: string): Promise<readonly Glossary[]> {
    return this.store.list(owner);
  }

  /** @throws {Problem} `glossary_not_found` */
  async get(owner: string, id: string): Promise<Glossary> {
    return found(await this.store.find(owner, id));
  }

  /** @throws {Problem} `glossary_not_found` */
  async delete(owner: string, id: string): Promise<void> {
    if (!(await this.store.delete(owner, id))) throw GLOSSARY_ERRORS.notFound();
  }

  /** @throws {Problem} `glossary_not_found`, `glossary_dictionary_not_found` */
  async dictionary(owner: string, id: string, pair: DictionaryPair): Promise<StoredDictionary> {
    const dictionary = await this.store.dictionary(owner, id, pair);
    if (dictionary !== undefined) return dictionary;
    await this.get(owner, id);
    throw GLOSSARY_ERRORS.dictionaryNotFound();
  }

  /**
   * Renames a glossary, adds a dictionary to it, or merges entries into one: those with a known source replace it.
   *
   * @throws {Problem} as `create`; `glossary_not_found`
   */
  async update(
    owner: string,
    id: string,
    {
      name,
      dictionary: input,
    }: { readonly name?: string | undefined; readonly dictionary?: DictionaryInput | undefined },
  ): Promise<Glossary> {
    if (name !== undefined) requireName(name);
    const added = input === undefined ? undefined : await this.#read(input);
    const changed = await this.store.change(owner, id, async (locked) => ({
      ...(name === undefined ? {} : { name }),
      ...(added === undefined ? {} : { put: await merged(locked, added) }),
    }));
    return found(changed);
  }

  /** Replaces a dictionary, or adds it. @throws {Problem} as `create`; `glossary_not_found` */
  async replaceDictionary(
    owner: string,
    id: string,
    input: DictionaryInput,
  ): Promise<DictionaryInfo> {
    const dictionary = await this.#read(input);
    const changed = await this.store.change(owner, id, (locked) => {
      requireSize(locked.bytesBesides(dictionary) + bytesOf(dictionary.entries));
      return Promise.resolve({ put: dictionary });
    });
    found(changed);
    return infoOf(dictionary);
  }

  /** @throws {Problem} `glossary_not_found`, `glossary_dictionary_not_found` */
  async deleteDictionary(owner: string, id: string, pair: DictionaryPair): Promise<void> {
    const changed = await this.store.change(owner, id, ({ glossary }) => {
      if (!glossary.dictionaries.some((info) => isSamePair(info, pair))) {
        throw GLOSSARY_ERRORS.dictionaryNotFound();
      }
      return Promise.resolve({ remove: pair });
    });
    found(changed);
  }

  async dictionaries(request: DictionaryRequest): Promise<readonly Dictionary[]> {
    const { owner, glossaryIds } = request;
    const pair = { source: request.source, target: request.target };
    const versions = await this.store.versions(owner, glossaryIds, pair);
    return glossaryIds.map((glossaryId) => {
      if (!versions.has(glossaryId)) throw GLOSSARY_ERRORS.notFound();
      const version = versions.get(glossaryId);
      if (version === undefined) throw GLOSSARY_ERRORS.pairMismatch();
      return { glossaryId, version, load: () => this.#text(owner, glossaryId, pair) };
    });
  }

  async #text(owner: string, id: string, pair: DictionaryPair): Promise<DictionaryText> {
    const text = await this.store.dictionaryText(owner, id, pair);
    if (text !== undefined) return text;
    await this.get(owner, id);
    throw GLOSSARY_ERRORS.dictionaryNotFound();
  }

  async #read({ source, target, entries, format }: DictionaryInput): Promise<StoredDictionary> {
    if (source === target) throw badRequest('Source and target language must differ.');
    return {
      source,
      target,
      version: this.ids.next(),
      entries: await parseEntries(entries, format, { source, target }),
    };
  }
}

async function merged(locked: LockedGlossary, added: StoredDictionary): Promise<StoredDictionary> {
  const entries = mergeEntries((await locked.entries(added)) ?? [], added.entries);
  requireSize(locked.bytesBesides(added) + bytesOf(entries));
  return { ...added, entries };
}

const infoOf = ({ source, target, entries }: StoredDictionary): DictionaryInfo => ({
  source,
  target,
  entryCount: entries.length,
});

const isSamePair = (a: DictionaryPair, b: DictionaryPair): boolean =>
  a.source === b.source && a.target === b.target;

const bytesOf = (entries: readonly GlossaryEntry[]): number =>
  Buffer.byteLength(formatEntries(entries));

function requireName(name: string): void {
  const fault = textFault(name);
  if (fault !== undefined) throw badRequest(`The glossary name ${fault}.`);
}

function requireDistinctPairs(dictionaries: readonly DictionaryPair[]): void {
  const pairs = new Set(dictionaries.map(({ source, target }) => `${source}>${target}`));
  if (pairs.size < dictionaries.length) {
    throw badRequest('A glossary holds at most one dictionary for each language pair.');
  }
}

function requireSize(bytes: number): void {
  if (bytes > MAX_GLOSSARY_BYTES) throw GLOSSARY_ERRORS.tooLarge();
}

const badRequest = (detail: string) => GLOSSARY_ERRORS.badRequest({ details: { detail } });

function found(glossary: Glossary | undefined): Glossary {
  if (glossary === undefined) throw GLOSSARY_ERRORS.notFound();
  return glossary;
}
