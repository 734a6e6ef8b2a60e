import { Module } from '@nestjs/common';
import { EngineMorphology } from '../engines/engine-morphology.js';
import { Morphology } from '../engines/morphology.js';
import { GlossariesModule } from '../glossaries/glossaries.module.js';
import { TermMatchers } from '../glossaries/terms/term-matchers.js';
import { LanguagesModule } from '../languages/languages.module.js';
import { MemoriesModule } from '../memories/transfers/memories.module.js';
import { StyleRulesModule } from '../style-rules/style-rules.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { Alternatives } from './alternatives/alternatives.js';
import { AlternativesController } from './alternatives/alternatives.controller.js';
import { MeteredAlternatives } from './alternatives/metered-alternatives.js';
import { TextComposer } from './composing/text-composer.js';
import { MeteredTranslator } from './metered-translator.js';
import { CurrentRoutes } from './routes/current-routes.js';
import { TranslateController } from './translate.controller.js';
import { TextAdmission } from './text-admission.js';
import { Translator } from './translator.js';

@Module({
  imports: [UsageModule, LanguagesModule, StyleRulesModule, MemoriesModule, GlossariesModule],
  providers: [
    CurrentRoutes,
    Translator,
    Alternatives,
    MeteredAlternatives,
    MeteredTranslator,
    TextAdmission,
    TextComposer,
    TermMatchers,
    { provide: Morphology, useClass: EngineMorphology },
  ],
  controllers: [TranslateController, AlternativesController],
  exports: [
    CurrentRoutes,
    MeteredAlternatives,
    MeteredTranslator,
    TermMatchers,
    Translator,
    TextComposer,
  ],
})
export class TranslationModule {}
