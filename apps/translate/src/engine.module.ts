import { Module, type DynamicModule, type FactoryProvider } from '@nestjs/common';
import { ConfigError } from '@sextant/platform-config';
import type { Logger } from '@sextant/platform-logging';
import type { Metrics } from '@sextant/platform-telemetry';
import { apertiumFactory } from './engines/apertium/apertium-factory.js';
import { chatFactory } from './engines/chat/chat-factory.js';
import { EldLanguageDetector } from './languages/eld-language-detector.js';
import type { EngineFactory } from './engines/engine-factory.js';
import { EngineMetrics, ObservedEngine, observeStates } from './engines/observed-engine.js';
import { libreTranslateFactory } from './engines/libretranslate/libretranslate-factory.js';
import { onnxFactory } from './engines/onnx/onnx-factory.js';
import { phrasebookFactory } from './engines/phrasebook/phrasebook-factory.js';
import type { TranslateConfig } from './config.js';
import { Glossaries } from './glossaries/glossaries.js';
import { Meter } from './usage/meter.js';
import { MeteredTranslator } from './translation/metered-translator.js';
import { noMorphology, type Morphology } from './engines/morphology.js';
import { StyleRules } from './style-rules/style-rules.js';
import { TermMatchers } from './glossaries/terms/term-matchers.js';
import type { TranslationEngine } from './engines/translation-engine.js';
import { TranslationMemories } from './memories/translation-memories.js';
import { Translator } from './translation/translator.js';
import type { WritingEngine } from './engines/writing-engine.js';
import { EngineProbe } from './engines/engine.probe.js';

/** Every kind of engine, in the order of preference. How to add one: docs/engines.md. */
export const ENGINE_FACTORIES: readonly EngineFactory<TranslateConfig>[] = [
  apertiumFactory,
  onnxFactory,
  libreTranslateFactory,
  chatFactory,
  phrasebookFactory,
];

/** The engines that are configured. */
export class Engines {
  /** In the order of preference; what they do is counted. */
  readonly all: readonly TranslationEngine[];
  readonly #bare: readonly TranslationEngine[];

  constructor(bare: readonly TranslationEngine[], metrics: Metrics) {
    const counters = new EngineMetrics(metrics);
    this.#bare = bare;
    this.all = bare.map((engine) => new ObservedEngine(engine, counters));
    observeStates(metrics, this.all);
  }

  /** The engine itself, past its counters. */
  named(name: string): TranslationEngine | undefined {
    return this.#bare.find((engine) => engine.name === name);
  }

  /** What improves texts too. */
  get writing(): readonly WritingEngine[] {
    return this.#bare.flatMap(({ writing }) => writing ?? []);
  }

  /** What engines do better before their first request. In the background: requests start what they need. */
  async prepare(): Promise<void> {
    await Promise.all(this.#bare.map(async (engine) => engine.prepare?.()));
  }
}

/** The engines, the translator on top of them, and the probes that report them. */
@Module({})
export class EngineModule {
  static register(config: TranslateConfig, logger: Logger, metrics: Metrics): DynamicModule {
    const wanted = wantedEngines(config);
    return {
      module: EngineModule,
      global: true,
      providers: [
        {
          provide: Engines,
          useFactory: async () =>
            new Engines(
              await Promise.all(wanted.map(async (factory) => factory.create(config, logger))),
              metrics,
            ),
        },
        detectorOf(config),
        {
          provide: Translator,
          inject: [Engines, EldLanguageDetector, Glossaries, TranslationMemories, StyleRules],
          useFactory: translatorOf,
        },
        {
          provide: MeteredTranslator,
          inject: [Translator, Meter],
          useFactory: (plain: Translator, meter: Meter) => new MeteredTranslator(plain, meter),
        },
        ...wanted.map(({ name }) => ({
          provide: probeOf(name),
          inject: [Engines],
          useFactory: ({ all }: Engines) => new EngineProbe(name, all),
        })),
      ],
      exports: [
        Engines,
        EldLanguageDetector,
        Translator,
        MeteredTranslator,
        ...engineProbes(config),
      ],
    };
  }
}

const detectorOf = ({ detectionDatabase }: TranslateConfig): FactoryProvider => ({
  provide: EldLanguageDetector,
  useFactory: () => EldLanguageDetector.load(detectionDatabase),
});

/** One probe for each engine, so that readiness lists them all. */
export const engineProbes = (config: TranslateConfig): readonly symbol[] =>
  wantedEngines(config).map(({ name }) => probeOf(name));

const probeOf = (name: string): symbol => Symbol.for(`translate engine probe: ${name}`);

/** @throws {ConfigError} when there is none */
function wantedEngines(config: TranslateConfig): readonly EngineFactory<TranslateConfig>[] {
  const wanted = ENGINE_FACTORIES.filter((factory) => factory.isWanted(config));
  if (wanted.length > 0) return wanted;
  throw new ConfigError(['APERTIUM_ENABLED is false, and no other engine is configured.']);
}

const translatorOf = (
  { all }: Engines,
  detector: EldLanguageDetector,
  ...[glossaries, memory, styleRules]: readonly [Glossaries, TranslationMemories, StyleRules]
): Translator =>
  new Translator({
    engines: all,
    detector,
    terms: new TermMatchers(glossaries, morphologyOf(all)),
    memory,
    styleRules,
  });

const morphologyOf = (engines: readonly TranslationEngine[]): Morphology =>
  engines.find(({ morphology }) => morphology !== undefined)?.morphology ?? noMorphology;
