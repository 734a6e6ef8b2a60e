import { ENGINE_ERRORS } from '../engine-errors.js';
import type { EngineLog } from '../engine-factory.js';
import type { EngineCaller } from '../translation-engine.js';
import type { ApertiumMode } from './modes/modes.js';
import { memoryOfProcesses } from './process-memory.js';
import { Pipeline, type PipelineLimits } from './pipeline.js';

export interface PoolLimits extends PipelineLimits {
  /** Pipelines that may be alive at once. One takes 16 MiB (urd-hin) to 960 MiB (oci-fra). */
  readonly maxPipelines: number;
  /** Memory that all of them may take together, in bytes. Above it idle ones are ended. */
  readonly memoryBytes: number;
}

/** How often the memory of the pipelines is measured while they are used: they grow with their texts. */
const MEASURED_EVERY_MS = 30_000;

/**
 * The pipelines that are alive, one for each mode in use.
 *
 * Their memory is measured when one has started, and again now and then: above the budget, idle ones are ended
 * until it is kept; the one that is in use always stays. Above the count, the idle one that was used least recently makes place; while none is idle, new modes wait
 * for their turn.
 */
export class PipelinePool {
  readonly #limits: PoolLimits;
  readonly #log: EngineLog;
  readonly #broken: (mode: string, reason: string) => void;
  /** In the order of their last use. */
  readonly #alive = new Map<string, Pipeline>();
  readonly #bytesOf = new Map<string, number>();
  #measuredMs = -Infinity;
  #waiting: (() => void)[] = [];
  readonly #brokenModes = new Set<string>();
  #isClosed = false;

  constructor(limits: PoolLimits, log: EngineLog, broken: (mode: string, reason: string) => void) {
    this.#limits = limits;
    this.#log = log;
    this.#broken = broken;
  }

  /** @throws {Problem} as `Pipeline.translate` */
  async translate(
    mode: ApertiumMode,
    texts: readonly string[],
    caller: EngineCaller = {},
  ): Promise<readonly string[]> {
    while (!this.#makePlaceFor(mode)) await this.#place(caller.signal);
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    const isFirst = !this.#alive.has(mode.name);
    const answers = await this.#use(mode).translate(texts, caller);
    const isDue = performance.now() - this.#measuredMs > MEASURED_EVERY_MS;
    if (isFirst || isDue) void this.#keepBudget();
    return answers;
  }

  /** Bytes that each pipeline took when it was measured last. */
  memory(): ReadonlyMap<string, number> {
    return this.#bytesOf;
  }

  /** Whether it was given up since the start. */
  isBroken(mode: string): boolean {
    return this.#brokenModes.has(mode);
  }

  isAlive(mode: string): boolean {
    return this.#alive.has(mode);
  }

  /** Process ids by mode: what an operator would look at, and a test kills. */
  pids(mode: string): readonly number[] {
    return this.#alive.get(mode)?.pids ?? [];
  }

  close(): void {
    this.#isClosed = true;
    for (const pipeline of this.#alive.values()) pipeline.close();
    this.#alive.clear();
    this.#wake();
  }

  /** Ends an idle pipeline if that is what it takes. @returns whether there is a place */
  #makePlaceFor({ name }: ApertiumMode): boolean {
    if (this.#alive.has(name) || this.#alive.size < this.#limits.maxPipelines) return true;
    const idle = [...this.#alive].find(([, pipeline]) => pipeline.isIdle);
    if (idle === undefined) return false;
    this.#evict(idle[0], { inFavourOf: name });
    return true;
  }

  async #keepBudget(): Promise<void> {
    this.#measuredMs = performance.now();
    const measured = await Promise.all(
      [...this.#alive].map(
        async ([name, { pids }]) => [name, await memoryOfProcesses(pids)] as const,
      ),
    );
    for (const [name, bytes] of measured) if (this.#alive.has(name)) this.#bytesOf.set(name, bytes);
    const total = () => [...this.#bytesOf.values()].reduce((sum, bytes) => sum + bytes, 0);
    const newest = [...this.#alive.keys()].at(-1);
    for (const [name, pipeline] of [...this.#alive]) {
      if (total() <= this.#limits.memoryBytes) return;
      if (!pipeline.isIdle || name === newest) continue;
      this.#evict(name, { bytes: this.#bytesOf.get(name), totalBytes: total() });
    }
  }

  #evict(mode: string, reason: Readonly<Record<string, unknown>>): void {
    this.#alive.get(mode)?.close();
    this.#alive.delete(mode);
    this.#bytesOf.delete(mode);
    this.#log.info('engine.pipeline_evicted', { mode, ...reason });
  }

  #use(mode: ApertiumMode): Pipeline {
    const pipeline = this.#alive.get(mode.name) ?? this.#create(mode);
    this.#alive.delete(mode.name);
    this.#alive.set(mode.name, pipeline);
    return pipeline;
  }

  #create(mode: ApertiumMode): Pipeline {
    return new Pipeline(mode, this.#limits, this.#log, {
      idle: () => this.#wake(),
      broken: (reason) => {
        this.#alive.delete(mode.name);
        this.#bytesOf.delete(mode.name);
        this.#brokenModes.add(mode.name);
        this.#broken(mode.name, reason);
        this.#wake();
      },
    });
  }

  /** Resolves when a place may have become free. */
  #place(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const abort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      });
    });
  }

  #wake(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
