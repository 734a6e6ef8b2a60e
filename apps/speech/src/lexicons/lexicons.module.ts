import { Module } from '@nestjs/common';
import { LexiconDirectory } from './lexicon.js';
import { LexiconsController } from './lexicons.controller.js';
import { Lexicons, LexiconStore } from './lexicons.js';
import { PostgresLexiconStore } from './postgres-lexicon-store.js';

@Module({
  providers: [
    Lexicons,
    { provide: LexiconDirectory, useExisting: Lexicons },
    { provide: LexiconStore, useClass: PostgresLexiconStore },
  ],
  controllers: [LexiconsController],
  exports: [LexiconDirectory, Lexicons],
})
export class LexiconsModule {}
