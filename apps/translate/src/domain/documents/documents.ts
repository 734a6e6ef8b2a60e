import type { Ids } from '@sextant/platform-clock';
import { baseLanguage, parseLanguage } from '../language.js';
import type { Customer } from '../metered-translator.js';
import type { Meter } from '../meter.js';
import type { Translator } from '../translator.js';
import type { Plan } from '../usage.js';
import type { DocumentContents } from './document-contents.js';
import { DOCUMENT_ERRORS } from './document-errors.js';
import type {
  DocumentHandle,
  DocumentJob,
  DocumentJobStore,
  DocumentLimits,
  DocumentPage,
} from './document-job.js';
import type { DocumentReader, ReadDocument } from './document-reader.js';
import type { DocumentRequest } from './document-translation.js';
import type { DocumentWork } from './document-work.js';
import { extensionOf, formatOf } from './formats/formats.js';
import { checkLegacy, newerFormatOf, type LegacyConverter } from './legacy-formats.js';
import { checkPicture, isPicture, paragraphsOf, type PictureReader } from './picture-formats.js';
import { digestOf, isKeyOf, newDocumentKey } from './sealed-contents.js';

export interface DocumentsDependencies {
  readonly store: DocumentJobStore;
  readonly contents: DocumentContents;
  readonly reader: DocumentReader;
  readonly work: DocumentWork;
  readonly translator: Translator;
  readonly meter: Meter;
  readonly ids: Ids;
  readonly limits: Readonly<Record<Plan, DocumentLimits>>;
  /** Absent where no program for old formats is. */
  readonly legacy?: LegacyConverter | undefined;
  readonly pictures?: PictureReader | undefined;
  /** Is told of what will be tried again. */
  readonly onRetry?: (error: unknown, id: string) => void;
}

/** A document as it is sent. */
export interface Upload {
  readonly customer: Customer;
  readonly bytes: Uint8Array;
  readonly request: DocumentRequest;
  /** Extension of the format that is wished; that of the file if absent. */
  readonly outputFormat?: string | undefined;
  readonly signal: AbortSignal;
}

export interface DocumentResult {
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** To be called once the caller has it all: it is gone then. */
  readonly delivered: () => Promise<void>;
  /** To be called when it did not arrive: it may be fetched again. */
  readonly notDelivered: () => Promise<void>;
}

/** Documents from their upload to their download. */
export class Documents {
  constructor(private readonly uses: DocumentsDependencies) {}

  /**
   * Takes a document. Everything that can be refused without translating is refused here.
   *
   * @returns the id, and the key under which all contents are kept; it is not kept itself
   * @throws {Problem} those of `DOCUMENT_ERRORS` and of `Translator.check`, `quota_exceeded`
   */
  async upload(asSent: Upload): Promise<{ readonly id: string; readonly key: string }> {
    const upload = await this.#newer(asSent);
    const { customer, bytes } = upload;
    const format = this.#checkFormat(upload);
    const { units, characters, sample } = await this.#read(format, bytes);
    const limits = this.uses.limits[customer.plan];
    if (characters > limits.characters) throw tooLong(characters, limits.characters);
    await this.uses.meter.require(customer, characters);
    const request = await this.#checked(upload, sample);
    const id = this.uses.ids.next().replaceAll('-', '').toUpperCase();
    const key = newDocumentKey();
    await this.uses.store.insert(
      {
        ...{ id, customer, format, characters },
        keyDigest: digestOf(key),
        targetLang: request.targetLang,
        bytes: bytes.length,
        units: units.length,
      },
      limits,
    );
    await this.#keep({ owner: customer.owner, id, key }, { request, bytes });
    this.uses.work.start({ owner: customer.owner, id, key });
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
    if (isUnfinished && !job.isHeld) this.uses.work.start({ ...handle, id: job.id });
    return job;
  }

  /**
   * The translated document, to be delivered once.
   *
   * @throws {Problem} `document_not_found`, `document_not_ready`, `document_failed`
   */
  async result(handle: DocumentHandle): Promise<DocumentResult> {
    const { owner, key } = handle;
    const job = await this.state(handle);
    const { id } = job;
    if (job.status === 'error') throw DOCUMENT_ERRORS.failed({ message: job.error ?? '' });
    const holder = this.uses.ids.next();
    if (job.status !== 'done' || !(await this.uses.store.holdResult(id, holder))) {
      throw DOCUMENT_ERRORS.notReady({ headers: { 'Retry-After': '1' } });
    }
    const notDelivered = () => this.uses.store.release(id, holder);
    const { filename, bytes } = await this.#contentsOf(id, key).catch(async (error: unknown) => {
      await notDelivered();
      throw error;
    });
    return {
      ...{ filename, bytes },
      mediaType: formatOf(filename).mediaType,
      delivered: () => this.#remove(id, owner),
      notDelivered,
    };
  }

  async list(owner: string, page: { skip: number; take: number }): Promise<DocumentPage> {
    return await this.uses.store.list(owner, page);
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
      const expired = await this.uses.store.expired();
      if (expired.length === 0) return;
      for (const job of expired) await this.#removeExpired(job);
    }
  }

  /** What cannot be removed now is tried again later, and holds up no other. */
  async #removeExpired({ id, parts }: DocumentJob): Promise<void> {
    const { contents, store, onRetry } = this.uses;
    try {
      await contents.removeAll(id, parts);
    } catch (error) {
      onRetry?.(error, id);
      await store.putOff(id);
      return;
    }
    await store.delete(id);
  }

  /** The words of a picture as a text, which it is from then on. */
  async #seen(upload: Upload, extension: string): Promise<Upload> {
    const { bytes, request, outputFormat, signal } = upload;
    this.#checkOutput({ from: extension, to: 'txt', outputFormat });
    checkPicture(extension, bytes);
    const { pictures } = this.uses;
    if (pictures === undefined) {
      throw DOCUMENT_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${extension}': no Tesseract is here to see words in pictures.`,
      });
    }
    const language = request.sourceLang;
    const text = paragraphsOf(await pictures.read({ extension, bytes, language }, signal));
    if (text === '') {
      throw DOCUMENT_ERRORS.invalid({
        message: 'Invalid file data: no words are seen in it; it may be damaged.',
      });
    }
    const filename = `${request.filename.slice(0, -extension.length)}txt`;
    return { ...upload, bytes: Buffer.from(text), request: { ...request, filename } };
  }

  /** An old format's file as one of the newer format, which it is from then on; others as they are. */
  async #newer(upload: Upload): Promise<Upload> {
    const { bytes, request, outputFormat, signal } = upload;
    const from = extensionOf(request.filename);
    if (isPicture(from)) return await this.#seen(upload, from);
    const to = newerFormatOf(from);
    if (to === undefined) return upload;
    this.#checkOutput({ from, to, outputFormat });
    checkLegacy(from, bytes);
    if (this.uses.legacy === undefined) {
      throw DOCUMENT_ERRORS.extensionUnsupported({
        message: `Unsupported file extension '${from}': no LibreOffice is here to open it. Save the file as ${to}.`,
      });
    }
    const filename = request.filename.slice(0, -from.length) + to;
    return {
      ...upload,
      bytes: await this.uses.legacy.convert({ from, to, bytes }, signal),
      request: { ...request, filename },
    };
  }

  #checkOutput({
    from,
    to,
    outputFormat = to,
  }: {
    readonly from: string;
    readonly to: string;
    readonly outputFormat: string | undefined;
  }): void {
    if (outputFormat.toLowerCase() === to) return;
    throw DOCUMENT_ERRORS.outputUnsupported({
      message: `Value for 'output_format' not supported. A ${from} file is answered as ${to}.`,
    });
  }

  #checkFormat({ request: { filename }, outputFormat }: Upload): string {
    formatOf(filename);
    const format = extensionOf(filename);
    this.#checkOutput({ from: format, to: format, outputFormat });
    return format;
  }

  async #read(format: string, bytes: Uint8Array): Promise<ReadDocument> {
    const document = await this.uses.reader.open(format, bytes);
    await document.close();
    return document;
  }

  /** @returns the request with the language that the whole document is of */
  async #checked(
    { customer: { owner }, request, signal }: Upload,
    sample: string,
  ): Promise<DocumentRequest> {
    const texts = [sample];
    const source = await this.uses.translator.check({ ...request, owner, texts, signal });
    const target = parseLanguage(request.targetLang);
    const isSame = target !== undefined && source === baseLanguage(target);
    if (isSame && (sample !== '' || request.sourceLang !== undefined)) {
      throw DOCUMENT_ERRORS.sameLanguage();
    }
    return sample === '' ? request : { ...request, sourceLang: source };
  }

  /** What is answered is stored; what could not be stored was never there. */
  async #keep(
    { owner, id, key }: DocumentHandle,
    { request, bytes }: { readonly request: DocumentRequest; readonly bytes: Uint8Array },
  ): Promise<void> {
    try {
      await this.uses.contents.putJson(id, key, 'request', request);
      await this.uses.contents.put(id, key, 'source', bytes);
      await this.uses.store.uploaded(id);
    } catch (error) {
      await this.uses.store.discard(id, owner);
      throw error;
    }
  }

  async #contentsOf(
    id: string,
    key: string,
  ): Promise<{ readonly filename: string; readonly bytes: Uint8Array }> {
    const request = await this.uses.contents.getJson(id, key, 'request');
    const bytes = await this.uses.contents.get(id, key, 'result');
    if (request === undefined || bytes === undefined) throw DOCUMENT_ERRORS.notFound();
    return { filename: (request as DocumentRequest).filename, bytes };
  }

  async #find({ id, owner, key }: DocumentHandle): Promise<DocumentJob> {
    const job = await this.uses.store.find(id, owner);
    if (job === undefined || !isKeyOf(job.keyDigest, key)) throw DOCUMENT_ERRORS.notFound();
    return job;
  }

  async #remove(id: string, owner: string): Promise<void> {
    await this.#discarded(id, owner);
  }

  /** What a kill leaves behind here is swept. */
  async #discarded(id: string, owner: string): Promise<DocumentJob | undefined> {
    const job = await this.uses.store.discard(id, owner);
    if (job !== undefined) await this.uses.contents.removeAll(job.id, job.parts);
    return job;
  }
}

const tooLong = (characters: number, most: number): Error =>
  DOCUMENT_ERRORS.tooManyCharacters({
    message: `The document has ${String(characters)} characters; ${String(most)} may be translated.`,
  });
