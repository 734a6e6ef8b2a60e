import type { ModelFile } from './digest.js';
import type { FoundModel, ModelSource } from './hub.js';
import { ModelError } from './model-error.js';
import type { PublishedModel } from './published-model.js';

const STALL_MS = 60_000;

/** A repository of Maven, or a mirror of it. What is fetched is pinned: it says nothing that is believed. */
export class Maven implements ModelSource {
  readonly stallMs = STALL_MS;
  readonly #url: string;

  /** @param url such as `https://repo1.maven.org/maven2` */
  constructor(url: string) {
    this.#url = url.replace(/\/+$/, '');
  }

  find(model: PublishedModel): Promise<FoundModel> {
    const { pinned: files = [], revision: commit = '' } = model;
    return Promise.resolve({ model, commit, files });
  }

  async open(
    _found: FoundModel,
    { path }: ModelFile,
    from: number,
    signal: AbortSignal,
  ): Promise<Response> {
    const headers = from > 0 ? { range: `bytes=${from}-` } : {};
    const response = await fetch(`${this.#url}/${path}`, { headers, signal });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new ModelError(`${this.#url} answered ${response.status} for ${path}.`);
  }
}
