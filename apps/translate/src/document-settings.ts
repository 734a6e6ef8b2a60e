import { blobSettings } from '@sextant/platform-blobs';
import { integer, text } from '@sextant/platform-config';

const MEGABYTE = 1024 * 1024;
const MOST_MEGABYTES = 1024;

const megabytes = (env: string, description: string, byDefault: number) =>
  integer({
    env,
    description,
    example: String(byDefault),
    default: byDefault,
    min: 1,
    max: MOST_MEGABYTES * MOST_MEGABYTES,
  });

const count = (env: string, description: string, byDefault: number) =>
  integer({
    env,
    description,
    example: String(byDefault),
    default: byDefault,
    min: 1,
    max: 1_000_000_000,
  });

/** The settings of documents. */
export const documentSettings = {
  ...blobSettings({ what: 'documents, sealed', app: 'translate' }),
  documentMegabytes: megabytes('DOCUMENT_MAX_MEGABYTES', 'Size of the largest document.', 30),
  freeDocumentMegabytes: megabytes(
    'FREE_DOCUMENT_MAX_MEGABYTES',
    'The same for keys of the free plan.',
    10,
  ),
  documentCharacters: count(
    'DOCUMENT_MAX_CHARACTERS',
    'Characters of the longest document.',
    10_000_000,
  ),
  freeDocumentCharacters: count(
    'FREE_DOCUMENT_MAX_CHARACTERS',
    'The same for keys of the free plan.',
    1_000_000,
  ),
  documentsUnfinished: count(
    'DOCUMENTS_AT_ONCE',
    'Documents of one organization that may wait or be translated at once; more are 429.',
    20,
  ),
  freeDocumentsUnfinished: count(
    'FREE_DOCUMENTS_AT_ONCE',
    'The same for uploads with keys of the free plan.',
    3,
  ),
  documentStoredMegabytes: megabytes(
    'DOCUMENT_STORED_MEGABYTES',
    'Size of all documents of one organization that are kept until they are downloaded; above, 429.',
    1024,
  ),
  documentRetentionMinutes: integer({
    env: 'DOCUMENT_RETENTION_MINUTES',
    description: 'How long a translated document is kept when nobody downloads it.',
    example: '60',
    default: 60,
    min: 1,
    max: 60 * 24 * 7,
  }),
  segmentMegabytes: megabytes(
    'DOCUMENT_SEGMENTS_MEGABYTES',
    'Size of all translations that are remembered for one organization (`segments_key`); the oldest make room.',
    256,
  ),
  segmentRetentionDays: integer({
    env: 'DOCUMENT_SEGMENTS_DAYS',
    description: 'How long they are remembered since they were last used.',
    example: '30',
    default: 30,
    min: 1,
    max: 3650,
  }),
  libreOffice: text({
    env: 'LIBREOFFICE',
    description:
      'LibreOffice, which opens doc, xls, ppt and rtf: a name in PATH or a whole path. Those files are refused without it.',
    example: '/usr/bin/soffice',
    default: 'soffice',
  }),
  tesseract: text({
    env: 'TESSERACT',
    description:
      'Tesseract, which sees words in pictures (png, jpeg, tiff): a name in PATH or a whole path. Those files are refused without it.',
    example: '/usr/bin/tesseract',
    default: 'tesseract',
  }),
  documentWorkers: integer({
    env: 'DOCUMENT_WORKERS',
    description: 'Documents that one process translates at once; the others take turns.',
    example: '2',
    default: 2,
    min: 1,
    max: 64,
  }),
};

export const bytesOf = (megabytes: number): number => megabytes * MEGABYTE;
