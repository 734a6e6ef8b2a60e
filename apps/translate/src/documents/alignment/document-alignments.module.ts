import { Module } from '@nestjs/common';
import { MemoriesModule } from '../../memories/transfers/memories.module.js';
import { DocumentsModule } from '../documents.module.js';
import { DocumentAlignmentsController } from './document-alignments.controller.js';
import { DocumentAlignments } from './document-alignments.js';

@Module({
  imports: [MemoriesModule, DocumentsModule],
  providers: [DocumentAlignments],
  controllers: [DocumentAlignmentsController],
})
export class DocumentAlignmentsModule {}
