import { Injectable } from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { SpeechEngines } from './speech-engine.js';

/** Lists the engines with their state; the service is ready when the first, which times words for all, is. */
@Injectable()
export class EnginesProbe implements Probe {
  readonly name = 'engines';

  constructor(private readonly engines: SpeechEngines) {}

  check(): Promise<ProbeResult> {
    const states = Object.fromEntries(
      this.engines.all.map((engine) => [engine.name, engine.state()]),
    );
    const builds = Object.fromEntries(
      this.engines.all.flatMap(({ name, build }) => (build === undefined ? [] : [[name, build]])),
    );
    const models = Object.fromEntries(
      this.engines.all.flatMap((engine) => Object.entries(engine.modelStates?.() ?? {})),
    );
    const isUp = this.engines.all[0]?.state() === 'ready';
    return Promise.resolve({ status: isUp ? 'up' : 'down', engines: states, builds, models });
  }
}
