import type { Probe, ProbeResult } from '@sextant/platform-health';
import type { TranslationEngine } from '../domain/translation-engine.js';

/** Tells operators what the engine can do, and what is missing when it can do nothing. */
export class EngineProbe implements Probe {
  readonly name: string;

  constructor(private readonly engine: TranslationEngine) {
    this.name = engine.name;
  }

  check(): Promise<ProbeResult> {
    return Promise.resolve({ ...this.engine.state() });
  }
}
