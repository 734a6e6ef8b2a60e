import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { DocumentContents } from '../contents/document-contents.js';
import { DOCUMENT_ERRORS } from '../document-errors.js';
import { DocumentJobStore, type DocumentHandle, type DocumentJob } from '../document-job.js';
import { Documents } from '../documents.js';
import { DocumentReader, type ReadDocument } from '../reading/document-reader.js';
import type { DocumentRequest } from '../work/document-translation.js';
import {
  correctedIn,
  merged,
  partsOf,
  reusedIn,
  unitsLeft,
  type ByPlace,
} from '../work/kept-translations.js';

const cutOtherwise = (): Error =>
  DOCUMENT_ERRORS.noAlignment({
    message: 'An earlier version cut this document otherwise. Translate it again for an alignment.',
  });

/** Whose document, and until when anybody waits for it. */
export interface Asked {
  readonly handle: DocumentHandle;
  readonly signal: AbortSignal;
}

/** A document that is done, with all that was made of it. */
export interface Translated {
  readonly job: DocumentJob;
  readonly key: string;
  readonly request: DocumentRequest;
  readonly document: ReadDocument;
  /** One for each unit, with what its reviewer has corrected. */
  readonly translations: readonly string[];
  readonly reused: ByPlace;
  readonly corrected: ByPlace;
}

/** Documents that are open at the same time: each is in memory. */
const AT_ONCE = 2;
const SOON = { headers: { 'Retry-After': '1' } };

/** Opens documents that are translated and whose alignment is kept. */
@Injectable()
export class TranslatedDocuments {
  readonly #turns = new FairQueue(AT_ONCE);

  constructor(
    private readonly documents: Documents,
    private readonly store: DocumentJobStore,
    private readonly contents: DocumentContents,
    private readonly reader: DocumentReader,
    private readonly ids: Ids,
  ) {}

  /**
   * Organizations have their turns one after the other.
   *
   * @throws {Problem} as `Documents.finished`, `document_without_alignment`
   */
  async inTurn<Result>(
    { handle, signal }: Asked,
    work: (translated: Translated) => Promise<Result>,
  ): Promise<Result> {
    const open = async () => {
      const job = await this.documents.finished(handle);
      return await this.#open(job, handle.key, work);
    };
    return await this.#turns.turn(handle.owner, open, signal);
  }

  /** Nobody else changes it meanwhile. @throws {Problem} as `Documents.finished`, `document_not_ready` */
  async alone<Result>(
    handle: DocumentHandle,
    work: (job: DocumentJob) => Promise<Result>,
  ): Promise<Result> {
    const { documents, store, ids } = this;
    const job = await documents.finished(handle);
    const holder = ids.next();
    if (!(await store.holdResult(job.id, holder))) throw DOCUMENT_ERRORS.notReady(SOON);
    try {
      return await work(job);
    } finally {
      await store.release(job.id, holder);
    }
  }

  async #open<Result>(
    job: DocumentJob,
    key: string,
    work: (translated: Translated) => Promise<Result>,
  ): Promise<Result> {
    const { contents, reader } = this;
    const request = await alignedRequest(contents, job.id, key);
    const source = await contents.get(job.id, key, 'source');
    const parts = await partsOf(contents, job, key);
    if (source === undefined || parts === undefined) throw DOCUMENT_ERRORS.notFound();
    const reused = await reusedIn(contents, job.id, key);
    const corrected = await correctedIn(contents, job.id, key);
    const document = await reader.open(job.format, source, {
      ...{ isGiven: true, languages: request.languages },
    });
    try {
      // Units of an earlier version are cut otherwise: translations would stand beside texts of others.
      if (unitsLeft(document.units, reused).length !== parts.length) throw cutOtherwise();
      const translations = merged(document.units, reused, parts).map(
        (text, at) => corrected.get(at) ?? text,
      );
      return await work({ job, key, request, document, translations, reused, corrected });
    } finally {
      await document.close();
    }
  }
}

/** @throws {Problem} `document_without_alignment` */
export async function alignedRequest(
  contents: DocumentContents,
  id: string,
  key: string,
): Promise<DocumentRequest> {
  const request = (await contents.getJson(id, key, 'request')) as DocumentRequest | undefined;
  if (request?.keepsAlignment !== true) throw DOCUMENT_ERRORS.noAlignment();
  return request;
}
