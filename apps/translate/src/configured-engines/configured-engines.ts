import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { Metrics } from '@sextant/platform-runtime/telemetry';
import type { EngineFactory } from '../engines/engine-factory.js';
import type { Engines } from '../engines/engines.js';
import { EngineMetrics, ObservedEngine, observeStates } from '../engines/observed-engine.js';
import type { TranslationEngine } from '../engines/translation-engine.js';
import type { WritingEngine } from '../engines/writing-engine.js';

export class ConfiguredEngines implements Engines, OnApplicationBootstrap, OnApplicationShutdown {
  readonly all: readonly TranslationEngine[];
  readonly #bare: readonly TranslationEngine[];

  /** @param bare in the order of preference */
  constructor(bare: readonly TranslationEngine[], metrics: Metrics) {
    const counters = new EngineMetrics(metrics);
    this.#bare = bare;
    this.all = bare.map((engine) => new ObservedEngine(engine, counters));
    observeStates(metrics, this.all);
  }

  /** The engine itself, past its counters. */
  named(name: string): TranslationEngine | undefined {
    return this.#bare.find((engine) => engine.name === name);
  }

  /** What improves texts too. */
  get writing(): readonly WritingEngine[] {
    return this.#bare.flatMap(({ writing }) => writing ?? []);
  }

  /** What engines do better before their first request. In the background: requests start what they need. */
  onApplicationBootstrap(): void {
    for (const engine of this.#bare) void engine.prepare?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }
}

/** @param factories in the order of preference */
export async function configuredEngines(
  metrics: Metrics,
  ...factories: readonly EngineFactory[]
): Promise<ConfiguredEngines> {
  const wanted = factories.filter(({ isWanted }) => isWanted);
  const engines = await Promise.all(wanted.map(async (factory) => factory.create()));
  return new ConfiguredEngines(engines, metrics);
}
