import type { Probe, ProbeResult } from '@sextant/platform-health';
import type { SpeechEngine } from './speech-engine.js';

/** Lists the engines with their state; the service is ready when the first, which times words for all, is. */
export class EnginesProbe implements Probe {
  readonly name = 'engines';

  constructor(private readonly engines: readonly SpeechEngine[]) {}

  check(): Promise<ProbeResult> {
    const states = Object.fromEntries(this.engines.map((engine) => [engine.name, engine.state()]));
    const builds = Object.fromEntries(
      this.engines.flatMap(({ name, build }) => (build === undefined ? [] : [[name, build]])),
    );
    const isUp = this.engines[0]?.state() === 'ready';
    return Promise.resolve({ status: isUp ? 'up' : 'down', engines: states, builds });
  }
}
