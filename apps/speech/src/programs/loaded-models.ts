import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { LoadedModelSettings } from './loaded-model.settings.js';

/** Processes that have a model in memory from their first job on. */
export interface ModelProcesses {
  /** Ends them; the next job loads the model anew. */
  rest(): Promise<void>;
}

export interface HeldModel {
  /** As the log has it. */
  readonly name: string;
  /** Whether it stays although nobody uses it, as long as there is room. */
  readonly isKept?: () => boolean;
}

/** One model's claim to memory. */
export interface ModelHold {
  /**
   * Waits until the model may be in memory, and keeps it there.
   *
   * @returns call it when the model is not needed any more; once
   * @throws the signal's reason
   */
  use(signal: AbortSignal): Promise<() => void>;
  /** Its processes are gone for good. */
  end(): void;
}

interface Held extends HeldModel {
  readonly processes: ModelProcesses;
  users: number;
  /** When it was used last, on a clock that nobody moves. */
  usedMs: number;
  isEnded: boolean;
}

/** Why a model left memory. */
const REASONS = ['idle', 'room'] as const;
type Reason = (typeof REASONS)[number];

/** How often idle ones are looked for, at least. */
const LOOK_EVERY_MS = 10_000;

/** Keeps as many models in memory as there may be, and lets go those that nobody uses. */
@Injectable()
export class LoadedModels implements OnApplicationShutdown {
  readonly #loaded = new Set<Held>();
  readonly #timer: NodeJS.Timeout;
  readonly #count;
  readonly #released;
  #change = Promise.withResolvers<undefined>();

  constructor(
    private readonly settings: LoadedModelSettings,
    private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.#count = metrics.gauge('speech_models_loaded', 'Neural models that are in memory.');
    this.#released = metrics.counter(
      'speech_models_released_total',
      'Neural models that left memory: nobody used them (idle), or another one needed the place (room).',
      'reason',
    );
    for (const reason of REASONS) this.#released.inc({ reason }, 0);
    const everyMs = Math.min(LOOK_EVERY_MS, Math.max(10, this.#idleMs / 4));
    this.#timer = setInterval(() => this.#releaseIdle(), everyMs).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.#timer);
  }

  hold(model: HeldModel, processes: ModelProcesses): ModelHold {
    const held: Held = { ...model, processes, users: 0, usedMs: 0, isEnded: false };
    return {
      use: (signal) => this.#use(held, signal),
      end: () => {
        held.isEnded = true;
        this.#leave(held);
      },
    };
  }

  get #idleMs(): number {
    const { speechModelIdleSeconds: seconds } = this.settings;
    return seconds === 0 ? Infinity : seconds * 1000;
  }

  async #use(held: Held, signal: AbortSignal): Promise<() => void> {
    // From now on nobody takes its place.
    held.users += 1;
    let isOver = false;
    const done = (): void => {
      if (isOver) return;
      isOver = true;
      held.users -= 1;
      held.usedMs = performance.now();
      this.#tell();
    };
    try {
      while (!this.#loaded.has(held) && !held.isEnded) {
        signal.throwIfAborted();
        // What changes while room is looked for counts, too.
        const change = this.#change.promise;
        if (!(await this.#makeRoom(held))) await either(change, signal);
      }
      if (held.isEnded) this.#leave(held);
    } catch (error) {
      done();
      throw error;
    }
    return done;
  }

  /** @returns whether there is a place for it now */
  async #makeRoom(held: Held): Promise<boolean> {
    if (this.#loaded.size < this.settings.speechModelsLoaded) {
      this.#loaded.add(held);
      this.#count.set(this.#loaded.size);
      return true;
    }
    const [oldest] = [...this.#loaded]
      .filter(({ users }) => users === 0)
      .toSorted((a, b) => keptLast(a) - keptLast(b) || a.usedMs - b.usedMs);
    if (oldest === undefined) return false;
    this.#loaded.delete(oldest);
    this.#loaded.add(held);
    await this.#release(oldest, 'room');
    return true;
  }

  #releaseIdle(): void {
    const sinceMs = performance.now() - this.#idleMs;
    for (const held of this.#loaded) {
      if (held.users > 0 || held.usedMs > sinceMs || held.isKept?.() === true) continue;
      this.#leave(held);
      void this.#release(held, 'idle');
    }
  }

  async #release({ name, processes }: Held, reason: Reason): Promise<void> {
    this.#released.inc({ reason });
    this.logger.info('model.released', { model: name, reason });
    await processes.rest();
  }

  #leave(held: Held): void {
    this.#loaded.delete(held);
    this.#count.set(this.#loaded.size);
    this.#tell();
  }

  #tell(): void {
    const { resolve } = this.#change;
    this.#change = Promise.withResolvers<undefined>();
    resolve(undefined);
  }
}

/** Until there may be a place, or nobody wants it any more. */
async function either(change: Promise<undefined>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  const gone = Promise.withResolvers<undefined>();
  const leave = (): void => gone.resolve(undefined);
  signal.addEventListener('abort', leave, { once: true });
  await Promise.race([change, gone.promise]);
  signal.removeEventListener('abort', leave);
}

const keptLast = ({ isKept }: Held): number => (isKept?.() === true ? 1 : 0);
