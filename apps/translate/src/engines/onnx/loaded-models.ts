import { ENGINE_ERRORS } from '../engine-errors.js';
import type { EngineLog } from '../engine-factory.js';
import { ModelProcess, type Ask } from './model-process.js';
import type { OnnxModel } from './onnx-models.js';

export interface LoadedModelsOptions {
  readonly threads: number;
  readonly mostLoaded: number;
  readonly timeoutMs: number;
}

/** Two gigabytes from a slow disk. */
const START_MS = 120_000;
/** A model whose process ended so lately is not started again at once. */
const PAUSE_MS = 5000;

/** Processes of the models that are in use; loaded at their first use. */
export class LoadedModels {
  readonly #processes = new Map<string, ModelProcess>();
  readonly #failedAt = new Map<string, number>();
  #isClosed = false;

  constructor(
    private readonly options: LoadedModelsOptions,
    private readonly log: EngineLog,
  ) {}

  /** @throws {Problem} `engine_unavailable`, `engine_timeout`, or `engine_overloaded` when other models are busy */
  async translate(
    model: OnnxModel,
    ask: Ask,
    signal: AbortSignal | undefined,
  ): Promise<readonly string[]> {
    if (this.#isClosed) throw ENGINE_ERRORS.unavailable();
    const process = this.#processes.get(model.folder) ?? this.#load(model);
    if (process === undefined) throw ENGINE_ERRORS.overloaded();
    return process.translate(ask, signal);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#processes.values()].map((process) => process.close()));
  }

  #load(model: OnnxModel): ModelProcess | undefined {
    const failedAt = this.#failedAt.get(model.folder);
    if (failedAt !== undefined && performance.now() - failedAt < PAUSE_MS) {
      throw ENGINE_ERRORS.unavailable();
    }
    if (!this.#makeRoom()) return undefined;
    const { name, folder } = model;
    const { threads, timeoutMs } = this.options;
    const process = new ModelProcess(
      { name, folder, threads, timeoutMs, startMs: START_MS },
      this.log,
    );
    this.#processes.set(folder, process);
    void process.ended.then(() => {
      if (this.#processes.get(folder) === process) this.#processes.delete(folder);
      if (!process.isReady) this.#failedAt.set(folder, performance.now());
    });
    return process;
  }

  /** @returns false when all that are loaded have something to do */
  #makeRoom(): boolean {
    if (this.#processes.size < this.options.mostLoaded) return true;
    const [longest] = [...this.#processes.entries()]
      .filter(([, { isIdle }]) => isIdle)
      .toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    if (longest === undefined) return false;
    const [folder, process] = longest;
    this.#processes.delete(folder);
    void process.close();
    return true;
  }
}
