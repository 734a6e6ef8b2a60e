import type { Plan } from '../access/scopes.js';
import { bytesOf } from './contents/megabytes.js';
import type { DocumentLimits } from './document-job.js';
import type { DocumentSettings } from './documents.settings.js';

/** Bytes of the largest document of a plan. */
export const maxBytesOf = (settings: DocumentSettings, plan: Plan): number =>
  bytesOf(plan === 'free' ? settings.freeDocumentMegabytes : settings.documentMegabytes);

/** What an organization may have of documents, by the plan of its key. */
export function limitsOf(settings: DocumentSettings, plan: Plan): DocumentLimits {
  const storedBytes = bytesOf(settings.documentStoredMegabytes);
  return plan === 'free'
    ? {
        storedBytes,
        characters: settings.freeDocumentCharacters,
        unfinished: settings.freeDocumentsUnfinished,
      }
    : {
        storedBytes,
        characters: settings.documentCharacters,
        unfinished: settings.documentsUnfinished,
      };
}
