import { Global, Module } from '@nestjs/common';
import { Metrics } from '@sextant/platform-runtime/telemetry';
import { ApertiumFactory } from '../engines/apertium/apertium-factory.js';
import { ChatFactory } from '../engines/chat/chat-factory.js';
import { Engines } from '../engines/engines.js';
import { LibreTranslateFactory } from '../engines/libretranslate/libretranslate-factory.js';
import { OnnxFactory } from '../engines/onnx/onnx-factory.js';
import { PhrasebookFactory } from '../engines/phrasebook/phrasebook-factory.js';
import { HarperFactory } from '../writing/harper/harper-factory.js';
import { LanguageToolFactory } from '../writing/languagetool/languagetool-factory.js';
import { WritingEngines } from '../writing/writing-engines.js';
import { ConfiguredEngines, configuredEngines } from './configured-engines.js';
import { configuredWritingEngines } from './configured-writing-engines.js';
import { EngineProbes } from './engine-probes.js';

/** Every kind of engine, in the order of preference: a neural model that was fetched goes before rules. How to add one: docs/engines.md. */
export const ENGINE_FACTORIES = [
  OnnxFactory,
  ApertiumFactory,
  LibreTranslateFactory,
  ChatFactory,
  PhrasebookFactory,
];

const CHECKER_FACTORIES = [HarperFactory, LanguageToolFactory];

/** The engines that the settings ask for: global, for translation and writing stand below the engines. */
@Global()
@Module({
  providers: [
    ...ENGINE_FACTORIES,
    ...CHECKER_FACTORIES,
    {
      provide: ConfiguredEngines,
      inject: [Metrics, ...ENGINE_FACTORIES],
      useFactory: configuredEngines,
    },
    {
      provide: WritingEngines,
      inject: [ConfiguredEngines, ...CHECKER_FACTORIES],
      useFactory: configuredWritingEngines,
    },
    { provide: Engines, useExisting: ConfiguredEngines },
    EngineProbes,
  ],
  exports: [Engines, WritingEngines, EngineProbes],
})
export class ConfiguredEnginesModule {}
