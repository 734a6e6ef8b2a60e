import { Injectable } from '@nestjs/common';
import type { Probes } from '@sextant/platform-runtime/health';
import { EngineProbe } from '../engines/engine.probe.js';
import { Engines } from '../engines/engines.js';

/** One probe for each engine, so that readiness lists them all. */
@Injectable()
export class EngineProbes implements Probes {
  readonly probes: readonly EngineProbe[];

  constructor({ all }: Engines) {
    this.probes = all.map(({ name }) => new EngineProbe(name, all));
  }
}
