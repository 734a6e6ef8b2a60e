import { integer, settingsOf } from '@sextant/platform-runtime/config';
import type { Plan } from '../access/scopes.js';
import { bytesOf, megabytes } from './contents/megabytes.js';
import type { DocumentLimits } from './document-job.js';

/** Of one document: larger ones are more text, or unpack to more, than can be read. */
const MOST_OF_ONE = 256;

const count = (env: string, description: string, byDefault: number) =>
  integer({
    env,
    description,
    example: String(byDefault),
    default: byDefault,
    min: 1,
    max: 1_000_000_000,
  });

export class DocumentSettings extends settingsOf({
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
}) {
  /** Bytes of a document, by plan. */
  get maxBytes(): Readonly<Record<Plan, number>> {
    return { pro: bytesOf(this.documentMegabytes), free: bytesOf(this.freeDocumentMegabytes) };
  }

  get limits(): Readonly<Record<Plan, DocumentLimits>> {
    const storedBytes = bytesOf(this.documentStoredMegabytes);
    return {
      pro: {
        storedBytes,
        characters: this.documentCharacters,
        unfinished: this.documentsUnfinished,
      },
      free: {
        storedBytes,
        characters: this.freeDocumentCharacters,
        unfinished: this.freeDocumentsUnfinished,
      },
    };
  }
}
