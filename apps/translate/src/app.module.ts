import { Module } from '@nestjs/common';
import { ApiKeysModule } from '@sextant/platform-security/api-keys';
import { HealthModule } from '@sextant/platform-runtime/health';
import { PostgresModule, PostgresProbe } from '@sextant/platform-data/postgres';
import { RateLimiters, RateLimitModule } from '@sextant/platform-security/rate-limit';
import { AccessModule } from './access/access.module.js';
import { ConfiguredEnginesModule } from './configured-engines/configured-engines.module.js';
import { EngineProbes } from './configured-engines/engine-probes.js';
import { DeveloperKeysModule } from './developer-keys/developer-keys.module.js';
import { DocumentAlignmentsModule } from './documents/alignment/document-alignments.module.js';
import { DocumentsModule } from './documents/documents.module.js';
import { LanguageListsModule } from './language-lists/language-lists.module.js';
import { LibreTranslateApiModule } from './libretranslate-api/libretranslate-api.module.js';
import * as MIGRATIONS from './migrations.js';
import { SystemModule } from './system/system.module.js';
import { TranslationModule } from './translation/translation.module.js';
import { WritingModule } from './writing/writing.module.js';

/** The service: its features, which import those below them in `floors.json`. */
@Module({
  imports: [
    PostgresModule.forRoot({ migrations: MIGRATIONS }),
    RateLimitModule.forRoot(),
    ApiKeysModule.forRoot(),
    ConfiguredEnginesModule,
    HealthModule.register({ probes: [PostgresProbe, RateLimiters, EngineProbes] }),
    AccessModule,
    LanguageListsModule,
    TranslationModule,
    WritingModule,
    DocumentsModule,
    DocumentAlignmentsModule,
    LibreTranslateApiModule,
    DeveloperKeysModule,
    SystemModule,
  ],
})
export class AppModule {}
