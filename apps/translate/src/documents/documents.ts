import { Injectable } from '@nestjs/common';
import { Ids } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { DocumentContents } from './contents/document-contents.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import {
  DocumentJobStore,
  type DocumentHandle,
  type DocumentJob,
  type DocumentPage,
} from './document-job.js';
import type { DocumentRequest } from './document-translation.js';
import { DocumentSettings } from './documents.settings.js';
import { DocumentUploads } from './document-uploads.js';
import type { Upload } from './upload.js';
import { DocumentWork } from './document-work.js';
import { formatOf } from './formats/formats.js';
import type { ByPlace } from './kept-translations.js';
import { digestOf, isKeyOf, newDocumentKey } from './contents/sealed-contents.js';

export interface DocumentResult {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** To be called once the caller has it all: it is gone then. */
  readonly delivered: () => Promise<void>;
  /** To be called when it did not arrive: it may be fetched again. */
  readonly notDelivered: () => Promise<void>;
}

/** What is stored of a document before it is translated. */
interface Kept {
  readonly request: DocumentRequest;
  readonly bytes: Uint8Array;
  readonly reused: ByPlace;
}

/** The hold of a result that is being downloaded ends by itself after some of these. */
const RENEW_MS = 10_000;
/** Two hours. */
const MOST_RENEWALS = 720;

/** Documents from their upload to their download. */
@Injectable()
export class Documents {
  constructor(
    private readonly store: DocumentJobStore,
    private readonly contents: DocumentContents,
    private readonly uploads: DocumentUploads,
    private readonly work: DocumentWork,
    private readonly ids: Ids,
    private readonly settings: DocumentSettings,
    private readonly logger: Logger,
  ) {}

  /**
   * Takes a document. Everything that can be refused without translating is refused here.
   *
   * @returns the id, and the key under which all contents are kept; it is not kept itself
   * @throws {Problem} those of `DOCUMENT_ERRORS` and of `Translator.check`, `quota_exceeded`
   */
  async upload(asSent: Upload): Promise<{ readonly id: string; readonly key: string }> {
    const { customer } = asSent;
    const limits = this.settings.limits[customer.plan];
    const { request, bytes, format, reused, ...sizes } = await this.uploads.checked(
      asSent,
      limits.characters,
    );
    const id = this.ids.next().replaceAll('-', '').toUpperCase();
    const key = newDocumentKey();
    const { targetLang } = request;
    const keyDigest = digestOf(key);
    const job = { id, customer, format, keyDigest, targetLang, bytes: bytes.length, ...sizes };
    await this.store.insert(job, limits);
    await this.#keep({ owner: customer.owner, id, key }, { request, bytes, reused });
    this.work.start({ owner: customer.owner, id, key });
    return { id, key };
  }

  /**
   * How a document stands. One that nobody works on any more, because its process was killed, goes on now.
   *
   * @throws {Problem} `document_not_found`, also for another key
   */
  async state(handle: DocumentHandle): Promise<DocumentJob> {
    const job = await this.#find(handle);
    const isUnfinished = job.status === 'queued' || job.status === 'translating';
    if (isUnfinished && !job.isHeld) this.work.start({ ...handle, id: job.id });
    return job;
  }

  /**
   * A document that is translated.
   *
   * @throws {Problem} `document_not_found`, `document_not_ready`, `document_failed`
   */
  async finished(handle: DocumentHandle): Promise<DocumentJob> {
    const job = await this.state(handle);
    if (job.status === 'error') throw DOCUMENT_ERRORS.failed({ message: job.error ?? '' });
    if (job.status !== 'done') throw notReady();
    return job;
  }

  /**
   * The translated document, to be delivered once; again, where its alignment is kept.
   *
   * @throws {Problem} as `finished`
   */
  async result(handle: DocumentHandle): Promise<DocumentResult> {
    const { owner, key } = handle;
    const { id } = await this.finished(handle);
    const request = await this.#requestOf(id, key);
    const { filename, keepsAlignment } = request;
    const named = { filename, mediaType: formatOf(filename).mediaType };
    if (keepsAlignment === true) {
      return { ...named, bytes: await this.#resultOf(id, key), ...STAYS };
    }
    const holder = this.ids.next();
    if (!(await this.store.holdResult(id, holder))) throw notReady();
    const endHold = this.#keepResult(id, holder);
    const notDelivered = async () => {
      endHold();
      await this.store.release(id, holder);
    };
    const bytes = await this.#resultOf(id, key).catch(async (error: unknown) => {
      await notDelivered();
      throw error;
    });
    return {
      ...{ ...named, bytes, notDelivered },
      delivered: async () => {
        endHold();
        await this.#discarded(id, owner);
      },
    };
  }

  async list(owner: string, page: { skip: number; take: number }): Promise<DocumentPage> {
    return await this.store.list(owner, page);
  }

  /**
   * Ends a document, whatever state it is in.
   *
   * @throws {Problem} `document_not_found`
   */
  async cancel(owner: string, id: string): Promise<void> {
    const job = await this.#discarded(id, owner);
    if (job === undefined) throw DOCUMENT_ERRORS.notFound();
  }

  /** Removes what nobody can ask for any more, however much it is. */
  async sweep(): Promise<void> {
    for (;;) {
      const expired = await this.store.expired();
      if (expired.length === 0) return;
      for (const job of expired) await this.#removeExpired(job);
    }
  }

  /** What cannot be removed now is tried again later, and holds up no other. */
  async #removeExpired({ id, parts }: DocumentJob): Promise<void> {
    const { contents, store, logger } = this;
    try {
      await contents.removeAll(id, parts);
    } catch (error) {
      logger.warn('document.removal', { err: error, document_id: id });
      await store.putOff(id);
      return;
    }
    await store.delete(id);
  }

  /** A download may take its time, but not for ever. */
  #keepResult(id: string, holder: string): () => void {
    let left = MOST_RENEWALS;
    const timer = setInterval(() => {
      left -= 1;
      if (left === 0) clearInterval(timer);
      // One that cannot be renewed now is renewed the next time.
      this.store.keepResult(id, holder).catch(() => undefined);
    }, RENEW_MS).unref();
    return () => clearInterval(timer);
  }

  /** What is answered is stored; what could not be stored was never there. */
  async #keep({ owner, id, key }: DocumentHandle, { request, bytes, reused }: Kept): Promise<void> {
    try {
      await this.contents.putJson(id, key, 'request', request);
      if (reused.size > 0) await this.contents.putJson(id, key, 'reused', [...reused]);
      await this.contents.put(id, key, 'source', bytes);
      await this.store.uploaded(id);
    } catch (error) {
      await this.store.discard(id, owner);
      throw error;
    }
  }

  async #requestOf(id: string, key: string): Promise<DocumentRequest> {
    const request = await this.contents.getJson(id, key, 'request');
    if (request === undefined) throw DOCUMENT_ERRORS.notFound();
    return request as DocumentRequest;
  }

  async #resultOf(id: string, key: string): Promise<Uint8Array> {
    const bytes = await this.contents.get(id, key, 'result');
    if (bytes === undefined) throw DOCUMENT_ERRORS.notFound();
    return bytes;
  }

  async #find({ id, owner, key }: DocumentHandle): Promise<DocumentJob> {
    const job = await this.store.find(id, owner);
    if (job === undefined || !isKeyOf(job.keyDigest, key)) throw DOCUMENT_ERRORS.notFound();
    return job;
  }

  /** What a kill leaves behind here is swept. */
  async #discarded(id: string, owner: string): Promise<DocumentJob | undefined> {
    const job = await this.store.discard(id, owner);
    if (job !== undefined) await this.contents.removeAll(job.id, job.parts);
    return job;
  }
}

/** What can be fetched again needs no hold. */
const STAYS = { delivered: () => Promise.resolve(), notDelivered: () => Promise.resolve() };

const notReady = (): Error => DOCUMENT_ERRORS.notReady({ headers: { 'Retry-After': '1' } });
