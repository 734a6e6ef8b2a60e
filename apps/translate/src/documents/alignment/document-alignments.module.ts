import { Module } from '@nestjs/common';
import { MemoriesModule } from '../../memories/transfers/memories.module.js';
import { TranslationModule } from '../../translation/translation.module.js';
import { DocumentsModule } from '../documents.module.js';
import { DocumentAlignmentsController } from './document-alignments.controller.js';
import { DocumentAlignments } from './document-alignments.js';
import { DocumentTextsController } from './document-texts.controller.js';
import { DocumentTexts } from './document-texts.js';
import { TranslatedDocuments } from './translated-documents.js';

@Module({
  imports: [MemoriesModule, TranslationModule, DocumentsModule],
  providers: [TranslatedDocuments, DocumentAlignments, DocumentTexts],
  controllers: [DocumentAlignmentsController, DocumentTextsController],
})
export class DocumentAlignmentsModule {}
