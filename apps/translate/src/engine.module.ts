import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@sextant/platform-logging';
import { ApertiumEngine } from './adapters/apertium/apertium-engine.js';
import { EldLanguageDetector } from './adapters/eld-language-detector.js';
import { PhrasebookEngine } from './adapters/phrasebook/phrasebook-engine.js';
import type { TranslateConfig } from './config.js';
import { Glossaries } from './domain/glossaries.js';
import { Meter } from './domain/meter.js';
import { MeteredTranslator } from './domain/metered-translator.js';
import { noMorphology } from './domain/morphology.js';
import { StyleRules } from './domain/style-rules.js';
import { TermMatchers } from './domain/term-matchers.js';
import type { TranslationEngine } from './domain/translation-engine.js';
import { TranslationMemories } from './domain/translation-memories.js';
import { Translator } from './domain/translator.js';
import { EngineProbe } from './http/engine.probe.js';
import { LibraryModule } from './library.module.js';

/** All engines in the order of preference. */
export class Engines {
  constructor(
    readonly apertium: ApertiumEngine,
    readonly others: readonly TranslationEngine[],
  ) {}

  get all(): readonly TranslationEngine[] {
    return [...this.others, this.apertium];
  }
}

/** The engines, the translator on top of them, and the probe that reports them. */
@Module({})
export class EngineModule {
  static register(config: TranslateConfig, logger: Logger): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      imports: [LibraryModule],
      providers: [
        { provide: Engines, useFactory: () => engines(config, logger) },
        {
          provide: Translator,
          inject: [Engines, Glossaries, TranslationMemories, StyleRules],
          useFactory: translator,
        },
        {
          provide: MeteredTranslator,
          inject: [Translator, Meter],
          useFactory: (plain: Translator, meter: Meter) => new MeteredTranslator(plain, meter),
        },
        {
          provide: EngineProbe,
          inject: [Engines],
          useFactory: ({ apertium }: Engines) => new EngineProbe(apertium),
        },
      ],
      exports: [Engines, Translator, MeteredTranslator, EngineProbe],
    };
  }
}

async function engines(config: TranslateConfig, logger: Logger): Promise<Engines> {
  const { apertiumModesDir, apertiumMaxPipelines, phrasebookDir, phrasebookThreshold } = config;
  const apertium = new ApertiumEngine(
    { modeDirectories: [apertiumModesDir], maxPipelines: apertiumMaxPipelines },
    logger,
  );
  const phrasebooks =
    phrasebookDir === undefined
      ? []
      : [await PhrasebookEngine.load(phrasebookDir, phrasebookThreshold)];
  return new Engines(apertium, phrasebooks);
}

const translator = (
  { all }: Engines,
  glossaries: Glossaries,
  memory: TranslationMemories,
  styleRules: StyleRules,
): Translator =>
  new Translator({
    engines: all,
    detector: new EldLanguageDetector(),
    terms: new TermMatchers(glossaries, noMorphology),
    memory,
    styleRules,
  });
