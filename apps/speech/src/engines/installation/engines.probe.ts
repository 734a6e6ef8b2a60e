import { Injectable } from '@nestjs/common';
import type { Probe, ProbeResult } from '@sextant/platform-runtime/health';
import { NO_RECOGNISER } from '../../recognition/recogniser.js';
import { Transcriber } from '../../recognition/transcriber.js';
import { SpeechEngines } from '../speech-engine.js';

/**
 * Lists the engines with their state, and the recogniser. The service is ready when the first engine, which times words for all, is:
 * without a recogniser it speaks all the same.
 */
@Injectable()
export class EnginesProbe implements Probe {
  readonly name = 'engines';

  constructor(
    private readonly engines: SpeechEngines,
    private readonly transcriber: Transcriber,
  ) {}

  async check(): Promise<ProbeResult> {
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
    const hears = await this.transcriber.isAvailable();
    const recogniser = hears ? this.transcriber.by : NO_RECOGNISER;
    return { status: isUp ? 'up' : 'down', engines: states, builds, models, recogniser };
  }
}
