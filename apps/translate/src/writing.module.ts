import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { EldLanguageDetector } from './adapters/eld-language-detector.js';
import { HarperWriter } from './adapters/harper/harper-writer.js';
import type { TranslateConfig } from './config.js';
import { Meter } from './domain/meter.js';
import { Writer } from './domain/writing/writer.js';
import type { WritingEngine } from './domain/writing/writing-engine.js';
import { Engines } from './engine.module.js';

/** The engines that improve texts, in the order of preference. */
export class WritingEngines implements OnApplicationShutdown {
  constructor(readonly all: readonly WritingEngine[]) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.all.map((engine) => engine.close()));
  }
}

/** Rephrasing and correction. */
@Module({})
export class WritingModule {
  static register({ harperEnabled }: TranslateConfig): DynamicModule {
    return {
      module: WritingModule,
      global: true,
      providers: [
        {
          provide: WritingEngines,
          inject: [Engines],
          useFactory: (engines: Engines) =>
            new WritingEngines([
              ...engines.writing,
              ...(harperEnabled ? [new HarperWriter()] : []),
            ]),
        },
        {
          provide: Writer,
          inject: [WritingEngines, Meter],
          useFactory: ({ all }: WritingEngines, meter: Meter) =>
            new Writer({ engines: all, detector: new EldLanguageDetector(), meter }),
        },
      ],
      exports: [Writer],
    };
  }
}
