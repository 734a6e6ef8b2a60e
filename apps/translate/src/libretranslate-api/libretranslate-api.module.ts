import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { HttpModule } from '../http/http.module.js';
import { LanguagesModule } from '../languages/languages.module.js';
import { TranslationModule } from '../translation/translation.module.js';
import { BodyKeyGuard } from './body-key.guard.js';
import { LibreTranslateFilesController } from './libretranslate-files.controller.js';
import { LibreTranslateLanguages } from './libretranslate-languages.js';
import { LibreTranslateTextsController } from './libretranslate-texts.controller.js';

/** LibreTranslate's interface, beside DeepL's. */
@Module({
  imports: [AccessModule, HttpModule, LanguagesModule, TranslationModule, DocumentsModule],
  providers: [BodyKeyGuard, LibreTranslateLanguages],
  controllers: [LibreTranslateTextsController, LibreTranslateFilesController],
})
export class LibreTranslateApiModule {}
