import { blobSettings } from '@sextant/platform-blobs';
import { integer, text } from '@sextant/platform-config';

const MEGABYTE = 1024 * 1024;
/** What is kept of all together: a terabyte. */
const MOST_MEGABYTES = 1024 * 1024;
/** Of one document: larger ones are more text, or unpack to more, than can be read. */
const MOST_OF_ONE = 256;

const megabytes = (
  env: string,
  description: string,
  { byDefault, most = MOST_MEGABYTES }: { readonly byDefault: number; readonly most?: number },
) =>
  integer({
    env,
    description,
    example: String(byDefault),
    default: byDefault,
    min: 1,
    max: most,
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
  documentMegabytes: megabytes('DOCUMENT_MAX_MEGABYTES', 'Size of the largest document.', {
    byDefault: 30,
    most: MOST_OF_ONE,
  }),
  freeDocumentMegabytes: megabytes(
    'FREE_DOCUMENT_MAX_MEGABYTES',
    'The same for keys of the free plan.',
    { byDefault: 10, most: MOST_OF_ONE },
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
    { byDefault: 1024 },
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
    { byDefault: 256 },
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
  libreOfficeSandbox: text({
    env: 'LIBREOFFICE_SANDBOX',
    description:
      'Bubblewrap, in which LibreOffice sees no file of the machine but the one it opens: a name in PATH or a whole path. Those files are refused where it does not work; `none` where whatever the service may read may be read by its callers.',
    example: '/usr/bin/bwrap',
    default: 'bwrap',
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
