import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@sextant/platform-logging';
import type { Metrics } from '@sextant/platform-telemetry';
import { ApertiumEngine } from './adapters/apertium/apertium-engine.js';
import { ChatEngine } from './adapters/chat/chat-engine.js';
import { EldLanguageDetector } from './adapters/eld-language-detector.js';
import { EngineMetrics, ObservedEngine, observeStates } from './adapters/observed-engine.js';
import { PhrasebookEngine } from './adapters/phrasebook/phrasebook-engine.js';
import type { TranslateConfig } from './config.js';
import { Glossaries } from './domain/glossaries.js';
import { Meter } from './domain/meter.js';
import { MeteredTranslator } from './domain/metered-translator.js';
import { StyleRules } from './domain/style-rules.js';
import { TermMatchers } from './domain/term-matchers.js';
import type { TranslationEngine } from './domain/translation-engine.js';
import { TranslationMemories } from './domain/translation-memories.js';
import { Translator } from './domain/translator.js';
import { EngineProbe } from './http/engine.probe.js';

/** The engines that are configured. */
export class Engines {
  /** In the order of preference; what they do is counted. */
  readonly all: readonly TranslationEngine[];

  constructor(
    readonly apertium: ApertiumEngine,
    others: readonly TranslationEngine[],
    metrics: Metrics,
  ) {
    const counters = new EngineMetrics(metrics);
    this.all = [apertium, ...others].map((engine) => new ObservedEngine(engine, counters));
    observeStates(metrics, this.all);
  }
}

/** The engines, the translator on top of them, and the probes that report them. */
@Module({})
export class EngineModule {
  static register(config: TranslateConfig, logger: Logger, metrics: Metrics): DynamicModule {
    return {
      module: EngineModule,
      global: true,
      providers: [
        { provide: Engines, useFactory: () => enginesOf(config, logger, metrics) },
        {
          provide: ApertiumEngine,
          inject: [Engines],
          useFactory: ({ apertium }: Engines) => apertium,
        },
        {
          provide: Translator,
          inject: [Engines, Glossaries, TranslationMemories, StyleRules],
          useFactory: translatorOf,
        },
        {
          provide: MeteredTranslator,
          inject: [Translator, Meter],
          useFactory: (plain: Translator, meter: Meter) => new MeteredTranslator(plain, meter),
        },
        ...engineNames(config).map((name) => ({
          provide: probeOf(name),
          inject: [Engines],
          useFactory: ({ all }: Engines) => new EngineProbe(name, all),
        })),
      ],
      exports: [Engines, Translator, MeteredTranslator, ...engineProbes(config)],
    };
  }
}

/** One probe for each engine, so that readiness lists them all. */
export const engineProbes = (config: TranslateConfig): readonly symbol[] =>
  engineNames(config).map(probeOf);

const engineNames = ({ chatBaseUrl, phrasebookDir }: TranslateConfig): readonly string[] => [
  'apertium',
  ...(chatBaseUrl === undefined ? [] : ['chat']),
  ...(phrasebookDir === undefined ? [] : ['phrasebook']),
];

const probeOf = (name: string): symbol => Symbol.for(`translate engine probe: ${name}`);

async function enginesOf(
  config: TranslateConfig,
  logger: Logger,
  metrics: Metrics,
): Promise<Engines> {
  const apertium = new ApertiumEngine(
    {
      modeDirectories: [config.apertiumModesDir],
      maxPipelines: config.apertiumMaxPipelines,
      memoryBytes: config.apertiumMemoryMib * 1024 * 1024,
    },
    logger,
  );
  return new Engines(apertium, [...chatOf(config), ...(await phrasebookOf(config))], metrics);
}

const chatOf = (config: TranslateConfig): readonly TranslationEngine[] =>
  config.chatBaseUrl === undefined
    ? []
    : [
        new ChatEngine({
          baseUrl: config.chatBaseUrl,
          apiKey: config.chatApiKey,
          model: config.chatModel,
          timeoutMs: config.chatTimeoutMs,
          concurrency: config.chatConcurrency,
          languages: config.chatLanguages,
        }),
      ];

async function phrasebookOf({
  phrasebookDir,
  phrasebookThreshold,
}: TranslateConfig): Promise<readonly TranslationEngine[]> {
  if (phrasebookDir === undefined) return [];
  return [await PhrasebookEngine.load(phrasebookDir, phrasebookThreshold)];
}

const translatorOf = (
  { apertium, all }: Engines,
  glossaries: Glossaries,
  memory: TranslationMemories,
  styleRules: StyleRules,
): Translator =>
  new Translator({
    engines: all,
    detector: new EldLanguageDetector(),
    terms: new TermMatchers(glossaries, apertium.morphology),
    memory,
    styleRules,
  });
