import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import type { WritingEngine } from '../engines/writing-engine.js';
import type { CheckerFactory } from '../writing/checker-factory.js';
import type { WritingEngines } from '../writing/writing-engines.js';
import type { ConfiguredEngines } from './configured-engines.js';

class ConfiguredWritingEngines
  implements WritingEngines, OnApplicationBootstrap, OnApplicationShutdown
{
  constructor(readonly all: readonly WritingEngine[]) {}

  /** What engines do better before their first request. */
  onApplicationBootstrap(): void {
    for (const engine of this.all) void engine.prepare?.();
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }
}

/** Those that rephrase come before those that correct by rules. */
export async function configuredWritingEngines(
  { writing }: ConfiguredEngines,
  ...factories: readonly CheckerFactory[]
): Promise<WritingEngines> {
  const checkers = await Promise.all(factories.map((factory) => factory.create()));
  const wanted = checkers.filter((checker) => checker !== undefined);
  return new ConfiguredWritingEngines([...writing, ...wanted]);
}
