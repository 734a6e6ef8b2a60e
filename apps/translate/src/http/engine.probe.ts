import type { Probe, ProbeResult } from '@sextant/platform-health';
import type { TranslationEngine } from '../domain/translation-engine.js';

/**
 * Tells operators what an engine can do, and what is missing when it can do nothing.
 *
 * An engine that is down makes the service unready only when no other one works.
 */
export class EngineProbe implements Probe {
  /** @param name of one of the engines */
  constructor(
    readonly name: string,
    private readonly engines: readonly TranslationEngine[],
  ) {}

  check(): Promise<ProbeResult> {
    const engine = this.engines.find(({ name }) => name === this.name);
    const state = engine?.state() ?? { status: 'down', message: 'Not started.' };
    const isLast = this.engines.every((other) => other.state().status === 'down');
    const status = state.status === 'down' && isLast ? 'down' : 'up';
    return Promise.resolve({ ...state, status, engine: state.status, ...offersOf(engine) });
  }
}

function offersOf(engine: TranslationEngine | undefined): Readonly<Record<string, unknown>> {
  const directions = engine?.directions() ?? [];
  return {
    modelTypes: [...new Set(directions.flatMap(({ modelTypes }) => modelTypes))].sort(),
    features: [...new Set(directions.flatMap(({ features }) => [...features]))].sort(),
  };
}
