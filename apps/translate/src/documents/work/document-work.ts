import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Clock, Ids } from '@sextant/platform-runtime/clock';
import { Logger } from '@sextant/platform-runtime/logging';
import { toProblem } from '@sextant/platform-http/errors';
import { FairQueue } from '../../scheduling/fair-queue.js';
import { Meter } from '../../usage/meter.js';
import { Translator } from '../../translation/translator.js';
import { DocumentWorkSettings } from './document-work.settings.js';
import { DocumentContents } from '../contents/document-contents.js';
import { DocumentJobStore, type DocumentHandle, type DocumentJob } from '../document-job.js';
import { DocumentReader, type ReadDocument } from '../reading/document-reader.js';
import {
  translateUnits,
  union,
  writeOptionsOf,
  type DocumentRequest,
} from './document-translation.js';
import { merged, partsOf, reusedIn, unitsLeft } from './kept-translations.js';
import { RememberedSegments } from '../segments/remembered-segments.js';

/** How long a document is worked on while others wait. */
const TURN_MS = 5000;
/** A hold ends by itself after some of these. */
const RENEW_MS = 4000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;
/** Without any progress for so long, what fails all the while has failed for good. */
const GIVE_UP_MS = 15 * 60_000;

type Outcome = 'over' | 'more';

/** What is being worked on. */
interface Turn {
  readonly job: DocumentJob;
  readonly key: string;
  readonly request: DocumentRequest;
  readonly document: ReadDocument;
  readonly signal: AbortSignal;
}

/** Another process, or nobody, is to go on with the document. */
class HoldLost extends Error {}

/**
 * Translates documents by turns.
 *
 * Translations are stored as they come, so that a turn can end at any of them, and a killed process costs two. What
 * cannot be reached for a while is tried again; what is the document's fault ends it with words for its caller.
 */
@Injectable()
export class DocumentWork {
  readonly #underWay = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();
  /** Since when the attempts at a document fail: one that has waited for its turn has not failed. */
  readonly #failingSinceMs = new Map<string, number>();

  /** Turns of all documents of this process. */
  readonly #queue: FairQueue;
  /** The name of this process among all that may hold a document. */
  readonly #worker: string;

  constructor(
    private readonly store: DocumentJobStore,
    private readonly contents: DocumentContents,
    private readonly reader: DocumentReader,
    private readonly translator: Translator,
    private readonly meter: Meter,
    private readonly segments: RememberedSegments,
    private readonly clock: Clock,
    private readonly logger: Logger,
    ids: Ids,
    settings: DocumentWorkSettings,
  ) {
    this.#queue = new FairQueue(settings.documentWorkers);
    this.#worker = ids.next();
  }

  /** Works on a document from now on, unless this process does already. */
  start(handle: DocumentHandle): void {
    if (this.#underWay.has(handle.id) || this.#stop.signal.aborted) return;
    const work = this.#untilOver(handle).finally(() => {
      this.#underWay.delete(handle.id);
      this.#failingSinceMs.delete(handle.id);
    });
    this.#underWay.set(handle.id, work);
  }

  /** Others go on with what is not over, when their callers ask. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#underWay.values());
  }

  async #untilOver(handle: DocumentHandle): Promise<void> {
    const { signal } = this.#stop;
    let pauseMs = FIRST_PAUSE_MS;
    while (!signal.aborted) {
      try {
        const outcome = await this.#queue.turn(handle.owner, () => this.#turn(handle), signal);
        if (outcome === 'over') return;
        pauseMs = FIRST_PAUSE_MS;
      } catch (error) {
        if (this.#stop.signal.aborted) return;
        this.logger.warn('document.retry', { err: error, document_id: handle.id });
        await sleep(pauseMs, undefined, { signal }).catch(() => undefined);
        // oxlint-disable-next-line no-useless-assignment -- the next failure reads it
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
  }

  async #turn(handle: DocumentHandle): Promise<Outcome> {
    const { store } = this;
    const job = await store.hold(handle.id, this.#worker);
    if (job === undefined) return 'over';
    const hold = this.#keepHold(job.id);
    try {
      return await this.#work(job, handle.key, hold.signal);
    } catch (error) {
      if (error instanceof HoldLost || hold.signal.reason instanceof HoldLost) return 'over';
      if (this.#stop.signal.aborted) throw error;
      await this.#failOrThrow(job, error);
      return 'over';
    } finally {
      hold.end();
      // A hold that cannot be released ends by itself.
      await store.release(job.id, this.#worker).catch(() => undefined);
    }
  }

  /** Renews a hold until it is ended; the signal aborts when it is lost, and when the service stops. */
  #keepHold(id: string): { readonly signal: AbortSignal; end(): void } {
    const lost = new AbortController();
    const timer = setInterval(() => {
      this.store.renew(id, this.#worker).then(
        (isHeld) => {
          if (!isHeld) lost.abort(new HoldLost());
        },
        // Whether it is held is asked again, and before anything is stored.
        () => undefined,
      );
    }, RENEW_MS);
    return {
      signal: AbortSignal.any([lost.signal, this.#stop.signal]),
      end: () => clearInterval(timer),
    };
  }

  async #work(job: DocumentJob, key: string, signal: AbortSignal): Promise<Outcome> {
    const { contents, reader } = this;
    const request = await contents.getJson(job.id, key, 'request');
    const source = await contents.get(job.id, key, 'source');
    // Its process was killed while it was being uploaded.
    if (request === undefined || source === undefined) throw new HoldLost();
    const { languages } = request as DocumentRequest;
    const document = await reader.open(job.format, source, { isGiven: true, languages });
    try {
      return await this.#translate({
        ...{ job, key, document, signal },
        request: request as DocumentRequest,
      });
    } finally {
      await document.close();
    }
  }

  async #translate(turn: Turn): Promise<Outcome> {
    const { store, clock, translator, contents } = this;
    const { job, key, request, document, signal } = turn;
    const { owner } = job.customer;
    const reused = await reusedIn(contents, job.id, key);
    const done = await partsOf(contents, job, key);
    if (done === undefined) throw new HoldLost();
    let { parts, placeholderFormats } = job;
    const endMs = clock.monotonicMs() + TURN_MS;
    const goesOn = () => clock.monotonicMs() <= endMs || !this.#queue.isWanted;
    const runsAhead = () => !this.#queue.isWanted;
    const left = unitsLeft(document.units, reused).slice(done.length);
    const all = done.length + left.length;
    const context = { owner, request, signal, goesOn, runsAhead };
    for await (const stretch of translateUnits(translator, left, context)) {
      signal.throwIfAborted();
      await contents.putJson(job.id, key, `part-${parts}`, stretch.texts);
      parts += 1;
      done.push(...stretch.texts);
      placeholderFormats = union([placeholderFormats, stretch.placeholderFormats]);
      const progress = { unitsDone: done.length, parts, placeholderFormats };
      if (!(await store.progress(job.id, this.#worker, progress))) throw new HoldLost();
    }
    if (done.length < all) return 'more';
    await this.#finish(turn, merged(document.units, reused, done));
    if (request.keepsAlignment !== true) await contents.removeWork(job.id, parts);
    return 'over';
  }

  /** Counted before it is offered and once, however often this is tried. */
  async #finish(
    { job, key, request, document }: Turn,
    translations: readonly string[],
  ): Promise<void> {
    const { store, contents, meter, segments } = this;
    const result = await document.write(translations, writeOptionsOf(request));
    await document.close();
    await contents.put(job.id, key, 'result', result);
    if (!(await store.renew(job.id, this.#worker))) throw new HoldLost();
    const { characters } = job;
    if (characters > 0) {
      const record = { ...job.customer, operation: 'document_translation', characters } as const;
      await meter.recordOnce(uuidOf(job.id), record);
    }
    // Not before it is paid for.
    if (request.segments !== undefined) {
      const { owner } = job.customer;
      await segments.remember(request.segments, owner, { units: document.units, translations });
    }
    await store.finish(job.id, this.#worker, { status: 'done' });
  }

  async #failOrThrow(job: DocumentJob, error: unknown): Promise<void> {
    const problem = toProblem(error, () => undefined);
    const isOwnFault = problem.status < 500;
    const nowMs = this.clock.monotonicMs();
    const sinceMs = this.#failingSinceMs.get(job.id) ?? nowMs;
    this.#failingSinceMs.set(job.id, sinceMs);
    const isForGood = Math.min(job.idleMs, nowMs - sinceMs) >= GIVE_UP_MS;
    if (!isOwnFault && !isForGood) throw error;
    if (problem.cause !== undefined) {
      this.logger.warn('document.failed', { err: problem.cause, document_id: job.id });
    }
    await this.store.finish(job.id, this.#worker, {
      status: 'error',
      error: problem.message,
    });
    await this.contents.removeWork(job.id, job.parts);
  }
}

const uuidOf = (id: string): string =>
  id.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
