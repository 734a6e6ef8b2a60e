import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Worker } from 'node:worker_threads';
import { builtFile } from '@sextant/platform-runtime/config';
import { FontSettings } from '@sextant/platform-pdf-fonts/settings';
import type { AgreementPrinter } from './agreement-printer.js';
import { IPT_ERRORS } from '../errors/ipt-errors.js';
import { Observer } from '../observability/observer.js';
import { isObject, type Json, type JsonObject } from '../fields/strict-json.js';
import type { Paragraph, PrintReply, PrintRequest } from './pdf-worker.js';

interface Waiting {
  readonly resolve: (pdf: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Of the build: Node runs it outside of the service, in tests too. */
const WORKER_FILE = builtFile(import.meta.url, './pdf-worker.js');

/** Prints agreements in a thread of its own, which starts with the first of them. */
@Injectable()
export class PdfPrinter implements AgreementPrinter, OnApplicationShutdown {
  readonly #waiting = new Map<number, Waiting>();
  protected readonly workerFile: string | URL = WORKER_FILE;
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(
    private readonly observer: Observer,
    private readonly fonts: FontSettings,
  ) {}

  /**
   * The same document gives the same bytes.
   *
   * @throws {Problem} `FONT_UNAVAILABLE`
   */
  async print(document: JsonObject): Promise<Uint8Array> {
    const startMs = performance.now();
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const id = this.#lastId;
    const title = text(document['title']);
    const request: PrintRequest = { id, title, paragraphs: paragraphsOf(document) };
    const printed = new Promise<Uint8Array>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
    });
    this.#worker.ref();
    this.#worker.postMessage(request);
    const pdf = await printed;
    this.observer.printed((performance.now() - startMs) / 1000);
    return pdf;
  }

  onApplicationShutdown(): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
  }

  #start(): Worker {
    const { fontsDir, fontsRegistry } = this.fonts;
    const workerData = { fontsDir, fontsRegistry };
    const worker = new Worker(this.workerFile, { execArgv: [], workerData });
    worker.on('message', (reply: PrintReply) => this.#settle(reply));
    worker.on('error', (error: unknown) => this.#end(worker, error));
    worker.on('exit', () => this.#end(worker, undefined));
    return worker;
  }

  #settle({ id, pdf, error, isFontMissing }: PrintReply): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    // An idle printer keeps no process alive.
    if (this.#waiting.size === 0) this.#worker?.unref();
    if (pdf !== undefined) return waiting?.resolve(pdf);
    const cause = new Error(`The agreement was not printed: ${error}`);
    waiting?.reject(isFontMissing === true ? IPT_ERRORS.fontUnavailable({ cause }) : cause);
  }

  /** What was in the thread is lost; the next agreement starts another one. */
  #end(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    for (const { reject } of this.#waiting.values()) {
      reject(new Error('The thread that prints has ended.', { cause }));
    }
    this.#waiting.clear();
  }
}

function paragraphsOf(document: JsonObject): readonly Paragraph[] {
  const clauses = Array.isArray(document['clauses'])
    ? (document['clauses'] as readonly Json[])
    : [];
  return [
    { text: text(document['title']), size: 20, before: 0 },
    ...clauses.filter(isObject).flatMap((clause, index) => [
      { text: `${index + 1}. ${text(clause['heading'])}`, size: 13, before: 16 },
      ...text(clause['text'])
        .split('\n')
        .map((line) => ({ text: line, size: 10.5, before: 4 })),
    ]),
    { text: text(document['notice']), size: 8.5, before: 24 },
  ];
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
