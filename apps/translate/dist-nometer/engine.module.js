function _ts_decorate(decorators, target, key, desc) {
    var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;
    if (typeof Reflect === "object" && typeof Reflect.decorate === "function") {
        r = Reflect.decorate(decorators, target, key, desc);
    } else {
        for(var i = decorators.length - 1; i >= 0; i--){
            if (d = decorators[i]) {
                r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;
            }
        }
    }
    return c > 3 && r && Object.defineProperty(target, key, r), r;
}
import { Module } from '@nestjs/common';
import { ApertiumEngine } from './adapters/apertium/apertium-engine.js';
import { EldLanguageDetector } from './adapters/eld-language-detector.js';
import { PhrasebookEngine } from './adapters/phrasebook/phrasebook-engine.js';
import { Glossaries } from './domain/glossaries.js';
import { Meter } from './domain/meter.js';
import { MeteredTranslator } from './domain/metered-translator.js';
import { noMorphology } from './domain/morphology.js';
import { StyleRules } from './domain/style-rules.js';
import { TermMatchers } from './domain/term-matchers.js';
import { TranslationMemories } from './domain/translation-memories.js';
import { Translator } from './domain/translator.js';
import { EngineProbe } from './http/engine.probe.js';
import { LibraryModule } from './library.module.js';
/** All engines in the order of preference. */ export class Engines {
    constructor(apertium, others){
        this.apertium = apertium;
        this.others = others;
    }
    get all() {
        return [
            ...this.others,
            this.apertium
        ];
    }
}
export class EngineModule {
    static register(config, logger) {
        return {
            module: EngineModule,
            global: true,
            imports: [
                LibraryModule
            ],
            providers: [
                {
                    provide: Engines,
                    useFactory: ()=>engines(config, logger)
                },
                {
                    provide: Translator,
                    inject: [
                        Engines,
                        Glossaries,
                        TranslationMemories,
                        StyleRules
                    ],
                    useFactory: translator
                },
                {
                    provide: MeteredTranslator,
                    inject: [
                        Translator,
                        Meter
                    ],
                    useFactory: (plain, meter)=>new MeteredTranslator(plain, meter)
                },
                {
                    provide: EngineProbe,
                    inject: [
                        Engines
                    ],
                    useFactory: ({ apertium })=>new EngineProbe(apertium)
                }
            ],
            exports: [
                Engines,
                Translator,
                MeteredTranslator,
                EngineProbe
            ]
        };
    }
}
EngineModule = _ts_decorate([
    Module({})
], EngineModule);
async function engines(config, logger) {
    const { apertiumModesDir, apertiumMaxPipelines, phrasebookDir, phrasebookThreshold } = config;
    const apertium = new ApertiumEngine({
        modeDirectories: [
            apertiumModesDir
        ],
        maxPipelines: apertiumMaxPipelines
    }, logger);
    const phrasebooks = phrasebookDir === undefined ? [] : [
        await PhrasebookEngine.load(phrasebookDir, phrasebookThreshold)
    ];
    return new Engines(apertium, phrasebooks);
}
const translator = ({ all }, glossaries, memory, styleRules)=>new Translator({
        engines: all,
        detector: new EldLanguageDetector(),
        terms: new TermMatchers(glossaries, noMorphology),
        memory,
        styleRules
    });

//# sourceMappingURL=engine.module.js.map