import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DOCUMENT_ERRORS } from './document-errors.js';
import type { DocumentHandle, DocumentJob } from './document-job.js';
import { Documents } from './documents.js';

const EVERY_MS = 500;
/** Connections on which nothing comes are closed by what stands between. */
const AT_LEAST_EVERY_MS = 15_000;
const MOST_OF_ONE = 10;

/** Tells callers how their documents go on, as it happens. */
@Injectable()
export class DocumentWatches {
  readonly #active = new Map<string, number>();

  constructor(private readonly documents: Documents) {}

  /**
   * @returns the state, again whenever it is another one, until the document has ended or the signal aborts
   * @throws {Problem} by the first call of `next()`: `documents_watch_limit`, and as `Documents.state`
   */
  async *watch(
    handle: DocumentHandle,
    signal: AbortSignal,
  ): AsyncGenerator<DocumentJob, void, undefined> {
    const { owner } = handle;
    const active = this.#active.get(owner) ?? 0;
    if (active >= MOST_OF_ONE)
      throw DOCUMENT_ERRORS.watchLimit({ headers: { 'Retry-After': '5' } });
    this.#active.set(owner, active + 1);
    try {
      yield* this.#changes(handle, signal);
    } finally {
      const left = (this.#active.get(owner) ?? 1) - 1;
      if (left === 0) this.#active.delete(owner);
      else this.#active.set(owner, left);
    }
  }

  async *#changes(
    handle: DocumentHandle,
    signal: AbortSignal,
  ): AsyncGenerator<DocumentJob, void, undefined> {
    let told = '';
    let silentMs = 0;
    while (!signal.aborted) {
      const job = await this.documents.state(handle);
      const state = `${job.status} ${String(job.unitsDone)}`;
      if (state !== told || silentMs >= AT_LEAST_EVERY_MS) {
        yield job;
        told = state;
        silentMs = 0;
      }
      if (job.status === 'done' || job.status === 'error') return;
      await sleep(EVERY_MS, undefined, { signal }).catch(() => undefined);
      silentMs += EVERY_MS;
    }
  }
}
