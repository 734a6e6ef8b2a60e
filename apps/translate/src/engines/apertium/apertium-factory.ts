import { Injectable } from '@nestjs/common';
import { Logger } from '@sextant/platform-runtime/logging';
import type { EngineFactory } from '../engine-factory.js';
import { ApertiumEngine } from './apertium-engine.js';
import { ApertiumSettings } from './apertium.settings.js';

/** Language pairs of Apertium, as packages of the machine bring them. */
@Injectable()
export class ApertiumFactory implements EngineFactory {
  constructor(
    private readonly settings: ApertiumSettings,
    private readonly logger: Logger,
  ) {}

  get isWanted(): boolean {
    return this.settings.isWanted;
  }

  create(): ApertiumEngine {
    const { settings } = this;
    return new ApertiumEngine(
      {
        modeDirectories: [settings.apertiumModesDir],
        maxPipelines: settings.apertiumMaxPipelines,
        memoryBytes: settings.apertiumMemoryMib * 1024 * 1024,
        startWith: settings.apertiumWarm ?? [],
        testsItself: settings.apertiumSelfTest,
      },
      this.logger,
    );
  }
}
