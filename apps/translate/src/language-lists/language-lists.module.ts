import { Module } from '@nestjs/common';
import { TranslationModule } from '../translation/translation.module.js';
import { WritingModule } from '../writing/writing.module.js';
import { GlossaryLanguagesController } from './glossary-languages.controller.js';
import { LanguagesV2Controller } from './languages-v2.controller.js';
import { LanguagesV3Controller } from './languages-v3.controller.js';

@Module({
  imports: [TranslationModule, WritingModule],
  controllers: [LanguagesV2Controller, LanguagesV3Controller, GlossaryLanguagesController],
})
export class LanguageListsModule {}
