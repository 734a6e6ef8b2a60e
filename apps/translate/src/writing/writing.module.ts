import { Module } from '@nestjs/common';
import { LanguagesModule } from '../languages/languages.module.js';
import { TranslationModule } from '../translation/translation.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { WriteController } from './write.controller.js';
import { Writer } from './writer.js';

@Module({
  imports: [UsageModule, LanguagesModule, TranslationModule],
  providers: [Writer],
  controllers: [WriteController],
  exports: [Writer],
})
export class WritingModule {}
