import { Injectable } from '@nestjs/common';
import { Blobs } from '@sextant/platform-data/blobs';
import { Clock, Ids, Random } from '@sextant/platform-runtime/clock';
import { shownSecret, WebhookCaller } from '@sextant/platform-events/webhooks';
import { invalid } from '../errors/request-errors.js';
import { SpeechService } from '../synthesis/speech-service.js';
import { BookWorker } from './book-worker.js';
import { BOOK_ERRORS } from './documents/book-errors.js';
import { codePoints, piecesOfBook, type BookText } from './documents/book-text.js';
import type { MeasuredText } from './documents/bounded-text.js';
import { BOOK_FORMAT, BOOK_ROUTE, type BookFormatName } from './files/book-format.js';
import {
  coverKey,
  headKey,
  partKey,
  textKey,
  type Book,
  type BookPart,
  type BookProgress,
  type BookUpload,
} from './book.js';
import { BookStore } from './book-store.js';
import { type BookWebhook, BookWebhookStore, type WebhookState } from './webhooks/book-webhook.js';
import { id3Tag, MAX_CHAPTERS } from './files/id3.js';
import { timedChapters } from './timed-chapters.js';
import { DocumentReader } from './documents/document-reader.js';

/** Characters of a book, after its markup is gone. */
export const MAX_BOOK_CHARACTERS = 1_000_000;
const MAX_UNFINISHED = 10;
const MAX_LISTED = 100;
/** As Standard Webhooks have them: 24 to 64. */
const SECRET_BYTES = 32;

/** Books: documents that are spoken in the background, however long it takes and whatever stops in between. */
@Injectable()
export class Books {
  constructor(
    private readonly store: BookStore,
    private readonly blobs: Blobs,
    private readonly speech: SpeechService,
    private readonly reader: DocumentReader,
    private readonly webhookStore: BookWebhookStore,
    private readonly caller: WebhookCaller,
    private readonly worker: BookWorker,
    private readonly clock: Clock,
    private readonly ids: Ids,
    private readonly random: Random,
  ) {}

  /** Reads a document and takes it in. Durable when it resolves. @throws {Problem} for what cannot be spoken */
  async create(workspace: string, upload: BookUpload): Promise<CreatedBook> {
    const { store, blobs, clock, ids } = this;
    const webhook = this.webhookOf(upload);
    const language = await this.languageOf(workspace, upload);
    const most = { characters: MAX_BOOK_CHARACTERS, chapters: MAX_CHAPTERS };
    const text = textOf(await this.reader.read(upload, { workspace, most }));
    const pieces = piecesOfBook(text, language);
    if (pieces.length === 0) throw invalid('document', 'There is nothing to say in it.');
    const id = ids.next();
    const book: Book = {
      id,
      workspace,
      title: text.title,
      author: text.author,
      format: upload.format,
      state: 'queued',
      settings: upload.settings,
      chapters: text.chapters.map(({ title }, chapter) => ({
        title,
        pieces: pieces.filter((piece) => piece.chapter === chapter).length,
      })),
      characters: pieces.reduce((sum, piece) => sum + codePoints(piece.text), 0),
      createdAt: new Date(clock.nowMs()),
    };
    await blobs.put(textKey(id), Buffer.from(JSON.stringify(pieces)));
    if (text.cover !== undefined) await blobs.put(coverKey(id), text.cover);
    try {
      const hasRoom = await store.insert(book, MAX_UNFINISHED, webhook);
      if (!hasRoom) throw BOOK_ERRORS.limitReached({ headers: { 'Retry-After': '60' } });
    } catch (error) {
      for (const key of [textKey(id), coverKey(id)]) await blobs.delete(key);
      throw error;
    }
    this.worker.wake();
    return { book, ...(webhook && { webhookSecret: shownSecret(webhook.secret) }) };
  }

  /** Of those that have one, by the id of the book. */
  webhooks(books: readonly Book[]): Promise<ReadonlyMap<string, WebhookState>> {
    return this.webhookStore.states(books.map(({ id }) => id));
  }

  private webhookOf({ webhookUrl }: BookUpload): BookWebhook | undefined {
    if (webhookUrl === undefined) return undefined;
    if (!this.caller.mayCall(webhookUrl)) {
      throw invalid(
        'webhook_url',
        'webhook_url must be an https address outside of private networks.',
      );
    }
    return { url: webhookUrl.href, secret: this.random.bytes(SECRET_BYTES) };
  }

  /** @throws {Problem} `book_not_found`, the same for another workspace's */
  async get(workspace: string, id: string): Promise<Book> {
    const book = await this.store.find(workspace, id);
    if (book === undefined) throw BOOK_ERRORS.notFound();
    return book;
  }

  list(workspace: string): Promise<readonly Book[]> {
    return this.store.list(workspace, MAX_LISTED);
  }

  /** What is spoken of it. */
  parts(id: string): Promise<readonly BookPart[]> {
    return this.store.parts(id);
  }

  progress(id: string): Promise<BookProgress> {
    return this.store.progress(id);
  }

  /** @throws {Problem} `book_not_found` */
  async delete(workspace: string, id: string): Promise<void> {
    if (!(await this.store.leave(workspace, id))) throw BOOK_ERRORS.notFound();
    this.worker.leave(id);
  }

  /** The whole recording, piece by piece. @throws {Problem} `book_not_found`, `book_not_ready` */
  async audio(workspace: string, id: string): Promise<BookAudio> {
    const book = await this.get(workspace, id);
    if (book.state !== 'complete') throw BOOK_ERRORS.notReady();
    const parts = await this.store.parts(id);
    const head = await this.headOf(book, parts);
    const bytes = parts.reduce((sum, part) => sum + part.bytes, head.length);
    const { blobs } = this;
    const { content: contentOf } = BOOK_FORMAT[book.format];
    async function* content(start = 0, end = bytes): AsyncGenerator<Uint8Array> {
      let at = head.length;
      if (start < at) yield head.subarray(start, end);
      for (const { piece, bytes: length } of parts) {
        const from = at;
        at += length;
        if (at <= start || from >= end) continue;
        const found = await blobs.get(partKey(id, piece));
        if (found === undefined) throw new Error(`A part of the book ${id} is gone.`);
        yield contentOf(found).subarray(Math.max(0, start - from), end - from);
      }
    }
    return { title: book.title, format: book.format, bytes, content };
  }

  private async headOf(book: Book, parts: readonly BookPart[]): Promise<Uint8Array> {
    const { blobs } = this;
    if (book.format === 'm4b') {
      const head = await blobs.get(headKey(book.id));
      if (head === undefined) throw new Error(`The head of the book ${book.id} is gone.`);
      return head;
    }
    const cover = await blobs.get(coverKey(book.id));
    return id3Tag({ ...book, cover }, timedChapters(book, parts));
  }

  /** What cannot be spoken is refused before it waits for its turn. @throws {Problem} as `SpeechService.voiceFor` */
  private async languageOf(workspace: string, { settings, format }: BookUpload): Promise<string> {
    const { signal } = new AbortController();
    const { audio } = BOOK_FORMAT[format];
    const how = { format: audio, normalizesText: true, normalizesLoudness: true, signal };
    const voice = await this.speech.voiceFor({ ...settings, ...how, workspace }, BOOK_ROUTE);
    return settings.language ?? voice.locale;
  }
}

export interface CreatedBook {
  readonly book: Book;
  /** Is told this once. */
  readonly webhookSecret?: string;
}

export interface BookAudio {
  readonly title: string;
  readonly format: BookFormatName;
  readonly bytes: number;
  /** Of all of it, or from a byte to before another one. */
  readonly content: (start?: number, end?: number) => AsyncGenerator<Uint8Array>;
}

/** @throws {Problem} `book_too_long` */
function textOf({ text, characters, chapters }: MeasuredText): BookText {
  if (text !== undefined) return text;
  const has =
    chapters > MAX_CHAPTERS
      ? `${chapters} chapters, at most ${MAX_CHAPTERS} are`
      : `${characters} characters, at most ${MAX_BOOK_CHARACTERS} are`;
  throw BOOK_ERRORS.tooLong({ message: `The document has ${has} allowed.` });
}
