import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import type { BrokenPair, TranslationEngine } from './translation-engine.js';

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
    const broken = ('broken' in state ? state.broken : []).map(presentBroken);
    return Promise.resolve({ ...state, status, engine: state.status, broken, ...offersOf(engine) });
  }
}

/** A direction in short, as it stands in the table of `npm start`: `es-ca`. */
const presentBroken = ({ name, directions, reason }: BrokenPair) => ({
  name,
  directions: directions.map(({ source, target }) => `${source}-${target}`),
  reason,
});

function offersOf(engine: TranslationEngine | undefined): Readonly<Record<string, unknown>> {
  const directions = engine?.directions() ?? [];
  return {
    modelTypes: [...new Set(directions.flatMap(({ modelTypes }) => modelTypes))].sort(),
    features: [...new Set(directions.flatMap(({ features }) => [...features]))].sort(),
  };
}
