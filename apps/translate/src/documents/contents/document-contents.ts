import { Injectable } from '@nestjs/common';
import { free } from '../formats/own-memory.js';
import { seal, unseal } from './sealed-contents.js';

/** Where bytes are kept by key. */
export abstract class ContentStore {
  /** Keeps none of the bytes in memory when it is done. */
  abstract put(key: string, bytes: Uint8Array): Promise<void>;
  /** @returns bytes that nobody else has */
  abstract get(key: string): Promise<Uint8Array | undefined>;
  abstract delete(key: string): Promise<void>;
}

/**
 * What is kept of a document: what was asked, its source, translations that were known before and as they came, the
 * result, and what its reviewer corrected and is about to.
 */
export type ContentName =
  | 'corrected'
  | 'drafts'
  | 'request'
  | 'reused'
  | 'result'
  | 'source'
  | `part-${number}`;

/** Contents of documents, readable with the callers' keys only. */
@Injectable()
export class DocumentContents {
  constructor(private readonly store: ContentStore) {}

  /** @param contents are given: their memory is free afterwards */
  async put(id: string, key: string, name: ContentName, contents: Uint8Array): Promise<void> {
    const place = placeOf(id, name);
    const sealed = seal(contents, key, place);
    free(contents);
    await this.store.put(place, sealed);
    free(sealed);
  }

  async get(id: string, key: string, name: ContentName): Promise<Uint8Array | undefined> {
    const place = placeOf(id, name);
    const sealed = await this.store.get(place);
    return sealed && unseal(sealed, key, place);
  }

  async putJson(id: string, key: string, name: ContentName, value: unknown): Promise<void> {
    await this.put(id, key, name, Buffer.from(JSON.stringify(value)));
  }

  /** @returns what `putJson` was given; undefined where nothing was */
  async getJson(id: string, key: string, name: ContentName): Promise<unknown> {
    const bytes = await this.get(id, key, name);
    return bytes === undefined ? undefined : JSON.parse(Buffer.from(bytes).toString());
  }

  /** All of a document but what is needed for its result. */
  async removeWork(id: string, parts: number): Promise<void> {
    await this.#remove(id, ['source', 'reused', ...partNames(parts)]);
  }

  /** @param parts that may have been stored */
  async removeAll(id: string, parts: number): Promise<void> {
    await this.#remove(id, [
      'corrected',
      'drafts',
      'request',
      'result',
      'reused',
      'source',
      ...partNames(parts),
    ]);
  }

  async #remove(id: string, names: readonly ContentName[]): Promise<void> {
    for (const name of names) await this.store.delete(placeOf(id, name));
  }
}

/** The one behind the last may have been stored by a process that was killed then. */
const partNames = (parts: number): readonly ContentName[] =>
  Array.from({ length: parts + 1 }, (_, at) => `part-${at}` as const);

const placeOf = (id: string, name: ContentName): string => `documents/${id}/${name}`;
