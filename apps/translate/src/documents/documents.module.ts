import { FontSettings } from '@sextant/platform-pdf-fonts/settings';
import { Module } from '@nestjs/common';
import { Blobs, blobsOf } from '@sextant/platform-data/blobs';
import { Logger } from '@sextant/platform-runtime/logging';
import { GlossariesModule } from '../glossaries/glossaries.module.js';
import { StyleRulesModule } from '../style-rules/style-rules.module.js';
import { TranslationModule } from '../translation/translation.module.js';
import { UsageModule } from '../usage/usage.module.js';
import { BlobSettings } from './contents/blob.settings.js';
import { ContentStore, DocumentContents } from './contents/document-contents.js';
import { DocumentForms } from './uploads/document.form.js';
import { DocumentJobStore } from './document-job.js';
import { DocumentUploads } from './uploads/document-uploads.js';
import { DocumentWatches } from './document-watches.js';
import { DocumentWork } from './work/document-work.js';
import { DocumentsController } from './documents.controller.js';
import { Documents } from './documents.js';
import { DocumentsUpkeep } from './documents-upkeep.js';
import { IncomingFiles } from './uploads/incoming-files.js';
import { PostgresDocumentStore } from './postgres-document-store.js';
import { DocumentReader } from './reading/document-reader.js';
import { DocumentThreads } from './reading/document-threads.js';
import { installedPrograms } from './reading/libreoffice-and-tesseract.js';
import { OtherPrograms } from './reading/other-programs.js';
import { ProgramSettings } from './reading/program.settings.js';
import { PostgresSegmentStore } from './segments/postgres-segment-store.js';
import { RememberedSegments, SegmentPlaces } from './segments/remembered-segments.js';

/** Documents, from their upload to their download. */
@Module({
  imports: [UsageModule, StyleRulesModule, GlossariesModule, TranslationModule],
  providers: [
    Documents,
    DocumentUploads,
    DocumentWork,
    DocumentWatches,
    DocumentForms,
    DocumentsUpkeep,
    IncomingFiles,
    DocumentContents,
    RememberedSegments,
    { provide: DocumentJobStore, useClass: PostgresDocumentStore },
    { provide: SegmentPlaces, useClass: PostgresSegmentStore },
    {
      provide: DocumentReader,
      inject: [FontSettings],
      useFactory: ({ fontsDir, fontsRegistry }: FontSettings) =>
        new DocumentThreads({ fonts: { fontsDir, fontsRegistry } }),
    },
    { provide: Blobs, inject: [BlobSettings], useFactory: blobsOf },
    { provide: ContentStore, useExisting: Blobs },
    { provide: OtherPrograms, inject: [ProgramSettings, Logger], useFactory: installedPrograms },
  ],
  controllers: [DocumentsController],
  exports: [
    Documents,
    DocumentWatches,
    DocumentForms,
    DocumentContents,
    DocumentJobStore,
    DocumentReader,
    RememberedSegments,
  ],
})
export class DocumentsModule {}
