import type { Blobs } from '@sextant/platform-blobs';
import { randomIds, systemClock } from '@sextant/platform-clock';
import type { Logger } from '@sextant/platform-logging';
import type { DataSource } from 'typeorm';
import { DocumentThreads } from './documents/reading/document-threads.js';
import { LibreOfficeConverter } from './documents/reading/libreoffice-converter.js';
import { findProgram } from './programs/limited-program.js';
import { Sandbox } from './programs/sandbox.js';
import { PostgresDocumentStore } from './documents/postgres-document-store.js';
import { PostgresSegmentStore } from './documents/segments/postgres-segment-store.js';
import { TesseractReader } from './documents/reading/tesseract-reader.js';
import type { TranslateConfig } from './config.js';
import { bytesOf } from './documents/documents.settings.js';
import { DocumentAlignments } from './documents/alignment/document-alignments.js';
import { DocumentContents } from './documents/contents/document-contents.js';
import type { DocumentLimits } from './documents/document-job.js';
import { DocumentUploads } from './documents/document-uploads.js';
import { DocumentWork } from './documents/document-work.js';
import { Documents } from './documents/documents.js';
import { IncomingFiles, type IncomingFilesDependencies } from './documents/incoming-files.js';
import { RememberedSegments } from './documents/segments/remembered-segments.js';
import { FairQueue } from './scheduling/fair-queue.js';
import type { Meter } from './usage/meter.js';
import type { StyleRuleLookup } from './style-rules/style-rule-lookup.js';
import type { Terminology } from './glossaries/terminology.js';
import type { TranslationMemories } from './memories/translation-memories.js';
import type { Translator } from './translation/translator.js';
import type { Plan } from './access/scopes.js';

/** What documents need of the rest of the service. */
export interface DocumentParts {
  readonly source: DataSource;
  readonly blobs: Blobs;
  readonly translator: Translator;
  readonly meter: Meter;
  readonly terminology: Terminology;
  readonly styleRules: StyleRuleLookup;
  readonly memories: TranslationMemories;
}

export interface DocumentServices {
  readonly documents: Documents;
  readonly alignments: DocumentAlignments;
  readonly segments: RememberedSegments;
  readonly contents: DocumentContents;
  readonly store: PostgresDocumentStore;
  readonly work: DocumentWork;
  readonly reader: DocumentThreads;
}

/** The operator's word that LibreOffice may see what the service sees. */
const WITHOUT = 'none';

export async function documentServices(
  { source, blobs, memories, ...parts }: DocumentParts,
  config: TranslateConfig,
  logger: Logger,
): Promise<DocumentServices> {
  const store = new PostgresDocumentStore(source, config.documentRetentionMinutes);
  const contents = new DocumentContents(blobs);
  const reader = new DocumentThreads();
  const segments = new RememberedSegments(
    new PostgresSegmentStore(source, config.segmentRetentionDays),
    blobs,
    bytesOf(config.segmentMegabytes),
  );
  const work = new DocumentWork({
    ...{ store, contents, reader, segments, clock: systemClock },
    ...parts,
    queue: new FairQueue(config.documentWorkers),
    worker: randomIds.next(),
    onRetry: (error, id) => logger.warn('document.retry', { err: error, document_id: id }),
  });
  const files = new IncomingFiles({ reader, ...(await otherPrograms(config, logger)) });
  const documents = new Documents({
    ...{ store, contents, work, ids: randomIds, limits: limitsOf(config) },
    uploads: new DocumentUploads({ files, reader, segments, ...parts }),
    onRetry: (error, id) => logger.warn('document.removal', { err: error, document_id: id }),
  });
  const alignments = new DocumentAlignments({
    ...{ documents, store, contents, reader, memories, segments, ids: randomIds },
  });
  return { documents, alignments, segments, contents, store, work, reader };
}

/** Programs of the machine that open what nothing here opens, where it has them. */
async function otherPrograms(
  { libreOffice, libreOfficeSandbox, tesseract }: TranslateConfig,
  logger: Logger,
): Promise<Omit<IncomingFilesDependencies, 'reader'>> {
  const names = [libreOffice, tesseract, libreOfficeSandbox];
  const [office, reader, bubblewrap] = await Promise.all(names.map(findProgram));
  const sandbox =
    bubblewrap === undefined
      ? undefined
      : await Sandbox.of(
          bubblewrap,
          [office, reader].filter((path) => path !== undefined),
        );
  const isAllowed = sandbox !== undefined || libreOfficeSandbox === WITHOUT;
  if (office !== undefined && !isAllowed) {
    logger.warn('documents.no_sandbox', { libreoffice: office, sandbox: libreOfficeSandbox });
  }
  return {
    legacy:
      office === undefined || !isAllowed
        ? undefined
        : new LibreOfficeConverter({ program: office, sandbox }),
    pictures: reader === undefined ? undefined : await TesseractReader.at(reader, sandbox),
  };
}

const limitsOf = (config: TranslateConfig): Readonly<Record<Plan, DocumentLimits>> => {
  const storedBytes = bytesOf(config.documentStoredMegabytes);
  return {
    pro: {
      storedBytes,
      characters: config.documentCharacters,
      unfinished: config.documentsUnfinished,
    },
    free: {
      storedBytes,
      characters: config.freeDocumentCharacters,
      unfinished: config.freeDocumentsUnfinished,
    },
  };
};
