import { Module } from '@nestjs/common';
import { GlossariesV2Controller } from './glossaries-v2.controller.js';
import { GlossariesV3Controller } from './glossaries-v3.controller.js';
import { Glossaries } from './glossaries.js';
import { GlossaryStore } from './glossary.js';
import { PostgresGlossaryStore } from './postgres-glossary-store.js';
import { Terminology } from './terminology.js';

@Module({
  providers: [
    Glossaries,
    { provide: Terminology, useExisting: Glossaries },
    { provide: GlossaryStore, useClass: PostgresGlossaryStore },
  ],
  controllers: [GlossariesV2Controller, GlossariesV3Controller],
  exports: [Terminology],
})
export class GlossariesModule {}
