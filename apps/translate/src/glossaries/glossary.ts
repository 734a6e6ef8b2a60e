import type { DictionaryPair } from './glossary-entries.js';
import type { DictionaryText, GlossaryEntry } from './terminology.js';

/** One language pair of a glossary, without its entries. */
export interface DictionaryInfo extends DictionaryPair {
  readonly entryCount: number;
}

/** A named set of dictionaries, at most one for each pair. */
export interface Glossary {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly dictionaries: readonly DictionaryInfo[];
}

/** A dictionary with its entries, as it is stored. */
export interface StoredDictionary extends DictionaryPair {
  /** Another one after each change. */
  readonly version: string;
  readonly entries: readonly GlossaryEntry[];
}

export interface NewGlossary {
  readonly id: string;
  readonly owner: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly dictionaries: readonly StoredDictionary[];
}

/** What a change makes of a glossary, decided while nobody else can change it. */
export interface GlossaryChange {
  readonly name?: string;
  readonly put?: StoredDictionary;
  readonly remove?: DictionaryPair;
}

/** A glossary while it is being changed. */
export interface LockedGlossary {
  readonly glossary: Glossary;
  /** UTF-8 bytes of all entries of a dictionary, by pair. */
  bytesBesides(pair: DictionaryPair): number;
  entries(pair: DictionaryPair): Promise<readonly GlossaryEntry[] | undefined>;
}

/** Where glossaries are kept. Everything is seen by its owner only. */
export abstract class GlossaryStore {
  /** @returns false when the owner holds `limit` glossaries already; nothing is stored then */
  abstract insert(glossary: NewGlossary, limit: number): Promise<boolean>;
  /** Oldest first. */
  abstract list(owner: string): Promise<readonly Glossary[]>;
  abstract find(owner: string, id: string): Promise<Glossary | undefined>;
  abstract dictionary(
    owner: string,
    id: string,
    pair: DictionaryPair,
  ): Promise<StoredDictionary | undefined>;
  /** The same with its entries as one text, for whoever needs no list of them. */
  abstract dictionaryText(
    owner: string,
    id: string,
    pair: DictionaryPair,
  ): Promise<DictionaryText | undefined>;
  /** The version of each dictionary of a pair, by the glossary's id; one query for the whole list. */
  abstract versions(
    owner: string,
    ids: readonly string[],
    pair: DictionaryPair,
  ): Promise<ReadonlyMap<string, string | undefined>>;
  /**
   * Changes a glossary atomically; changes of one glossary happen one after the other.
   *
   * @returns the glossary afterwards; undefined when there is none
   */
  abstract change(
    owner: string,
    id: string,
    decide: (locked: LockedGlossary) => Promise<GlossaryChange>,
  ): Promise<Glossary | undefined>;
  /** @returns whether there was one */
  abstract delete(owner: string, id: string): Promise<boolean>;
}
