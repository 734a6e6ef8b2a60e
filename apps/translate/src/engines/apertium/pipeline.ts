import { ENGINE_ERRORS } from '../engine-errors.js';
import { Batch, BatchQueue, type Item } from './batch-queue.js';
import type { EngineLog } from '../engine-factory.js';
import type { EngineCaller } from '../translation-engine.js';
import type { ApertiumMode } from './modes/modes.js';
import { Session, type SessionEnd, type SessionLimits } from './session.js';

export interface PipelineLimits extends SessionLimits {
  /** UTF-16 code units that may wait of one owner; above, its next texts are refused. */
  readonly queueCharacters: number;
}

export interface PipelineEvents {
  /** Nothing is left to do. */
  idle(): void;
  /** The probe failed twice in a row: the mode does not work on this machine. The pipeline is closed. */
  broken(reason: string): void;
}

const STARTS_BEFORE_BROKEN = 2;
/** A text may take so much memory that the system kills; mostly it is somebody else's doing. */
const KILLS_BEFORE_CONVICTED = 3;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 30_000;
/** For a longer pause callers do not wait, they are told to come back. */
const LONGEST_AWAITED_PAUSE_MS = 2000;

/**
 * Translates with one mode, across the deaths of its processes. Starts them with the first text.
 *
 * When a session ends, the texts that were in it are suspects: each is run alone on a fresh one. A suspect
 * that ends that one as well (or in which three are killed) fails with its batch; all others are answered as if
 * nothing had happened. So a killed process costs time, and a poisonous text costs its own request only.
 */
export class Pipeline {
  readonly #mode: ApertiumMode;
  readonly #limits: PipelineLimits;
  readonly #log: EngineLog;
  readonly #events: PipelineEvents;
  readonly #batches = new Set<Batch>();
  readonly #queue = new BatchQueue();
  readonly #suspects: Item[] = [];
  /** Sessions that were killed while a suspect was alone in them. */
  readonly #kills = new WeakMap<Item, number>();
  #isTestingSuspect = false;
  #session: Session<Item> | undefined;
  #pause: NodeJS.Timeout | undefined;
  #isRefusing = false;
  #isClosed = false;
  #failedStarts = 0;
  #unexplainedEnds = 0;

  constructor(mode: ApertiumMode, limits: PipelineLimits, log: EngineLog, events: PipelineEvents) {
    this.#mode = mode;
    this.#limits = limits;
    this.#log = log;
    this.#events = events;
  }

  /** Process ids of the stages, in their order; none when nothing runs. */
  get pids(): readonly number[] {
    return this.#session?.pids ?? [];
  }

  get isIdle(): boolean {
    return this.#batches.size === 0;
  }

  /**
   * @param texts in the stream's encoding, at least one
   * @returns the answers in the order of the texts, in the stream's encoding
   * @throws {Problem} `engine_unavailable`, `engine_timeout`, `engine_overloaded`
   */
  async translate(
    texts: readonly string[],
    { owner = '', signal }: EngineCaller = {},
  ): Promise<readonly string[]> {
    signal?.throwIfAborted();
    if (this.#isClosed || this.#isRefusing) throw ENGINE_ERRORS.unavailable();
    if (this.#queue.charactersOf(owner) > this.#limits.queueCharacters) {
      throw ENGINE_ERRORS.overloaded();
    }
    const { promise, resolve, reject } = Promise.withResolvers<readonly string[]>();
    const batch = new Batch(owner, texts, { answered: resolve, failed: reject });
    const abort = () => batch.fail(signal?.reason);
    signal?.addEventListener('abort', abort, { once: true });
    this.#batches.add(batch);
    this.#queue.add(batch);
    this.#advance();
    try {
      return await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#forget(batch);
    }
  }

  /** Kills the processes. What is under way fails with `engine_unavailable`. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#pause);
    this.#session?.kill();
    this.#session = undefined;
    this.#failAll();
  }

  /** Starts what should run and sends what fits. */
  #advance(): void {
    if (this.#isClosed || this.isIdle || this.#pause !== undefined) return;
    this.#session ??= this.#start();
    if (!this.#session.hasRoom || this.#isTestingSuspect) return;
    const suspect = this.#nextSuspect();
    if (suspect === undefined) {
      this.#session.fill(() => this.#queue.take());
    } else {
      this.#isTestingSuspect = true;
      this.#session.send(suspect);
    }
  }

  #nextSuspect(): Item | undefined {
    let item = this.#suspects.shift();
    while (item?.batch.isSettled === true) item = this.#suspects.shift();
    return item;
  }

  #start(): Session<Item> {
    const startedMs = performance.now();
    return new Session<Item>(this.#mode.stages, this.#limits, {
      ready: () => {
        this.#failedStarts = 0;
        const startMs = Math.round(performance.now() - startedMs);
        this.#log.info('engine.pipeline_ready', { mode: this.#mode.name, startMs });
      },
      answered: ({ batch, index }, answer) => {
        this.#isTestingSuspect = false;
        this.#unexplainedEnds = 0;
        batch.answer(index, answer);
      },
      room: () => this.#advance(),
      ended: (end, outstanding) => this.#recover(end, outstanding),
    });
  }

  #recover(end: SessionEnd, outstanding: readonly Item[]): void {
    this.#session = undefined;
    this.#log.warn('engine.pipeline_ended', { mode: this.#mode.name, ...end });
    if (end.duringStart && end.kind !== 'killed') {
      this.#failedStarts += 1;
    }
    if (this.#failedStarts >= STARTS_BEFORE_BROKEN) {
      this.close();
      this.#events.broken(end.reason);
      return;
    }
    if (this.#isTestingSuspect && !this.#isForgiven(end, outstanding)) {
      this.#convict(end, outstanding);
    } else {
      this.#isTestingSuspect = false;
      this.#suspects.unshift(...outstanding);
      this.#unexplainedEnds += 1;
    }
    this.#restart();
  }

  /** Whether the suspect gets another session. */
  #isForgiven({ kind }: SessionEnd, [suspect]: readonly Item[]): boolean {
    if (kind !== 'killed' || suspect === undefined) return false;
    const kills = (this.#kills.get(suspect) ?? 0) + 1;
    this.#kills.set(suspect, kills);
    return kills < KILLS_BEFORE_CONVICTED;
  }

  /** The suspect ended a session in which it was alone. */
  #convict(end: SessionEnd, outstanding: readonly Item[]): void {
    this.#isTestingSuspect = false;
    this.#unexplainedEnds = 0;
    const error = end.kind === 'hung' ? ENGINE_ERRORS.timeout() : ENGINE_ERRORS.unavailable();
    for (const { batch } of outstanding) batch.fail(error);
  }

  /** At once, or after a pause that doubles with each end that no text explains. */
  #restart(): void {
    const pauses = this.#unexplainedEnds - 2;
    if (pauses < 0) {
      this.#advance();
      return;
    }
    const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** pauses);
    if (pauseMs > LONGEST_AWAITED_PAUSE_MS) {
      this.#isRefusing = true;
      this.#failAll();
    }
    this.#pause = setTimeout(() => {
      this.#pause = undefined;
      this.#isRefusing = false;
      this.#advance();
    }, pauseMs);
    this.#pause.unref();
  }

  #failAll(): void {
    this.#suspects.length = 0;
    for (const batch of this.#batches) batch.fail(ENGINE_ERRORS.unavailable());
  }

  #forget(batch: Batch): void {
    this.#queue.drop(batch);
    this.#batches.delete(batch);
    if (this.isIdle) this.#events.idle();
  }
}
