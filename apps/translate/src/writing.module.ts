import { Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import { EldLanguageDetector } from './languages/eld-language-detector.js';
import { HarperWriter } from './writing/harper/harper-writer.js';
import { findJava } from './writing/languagetool/languagetool-jars.js';
import { LanguageToolWriter } from './writing/languagetool/languagetool-writer.js';
import type { TranslateConfig } from './config.js';
import { Meter } from './usage/meter.js';
import { Writer } from './writing/writer.js';
import type { WritingEngine } from './engines/writing-engine.js';
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
  static register(config: TranslateConfig): DynamicModule {
    return {
      module: WritingModule,
      global: true,
      providers: [
        {
          provide: WritingEngines,
          inject: [Engines],
          useFactory: async (engines: Engines) =>
            new WritingEngines([...engines.writing, ...(await checkers(config))]),
        },
        {
          provide: Writer,
          inject: [WritingEngines, EldLanguageDetector, Meter],
          useFactory: ({ all }: WritingEngines, detector: EldLanguageDetector, meter: Meter) =>
            new Writer({ engines: all, detector, meter }),
        },
      ],
      exports: [Writer],
    };
  }
}

/** Those that correct by rules: one for English, inside this service, and one for others where Java is. */
async function checkers({
  harperEnabled,
  languageToolDir: folder,
  java: name,
}: TranslateConfig): Promise<readonly WritingEngine[]> {
  const java = folder === undefined ? undefined : await findJava(name);
  return [
    ...(harperEnabled ? [new HarperWriter()] : []),
    ...(folder === undefined || java === undefined
      ? []
      : [new LanguageToolWriter({ java, folder })]),
  ];
}
