import type { ShownDocument } from './use-documents.js';

const PLACE = 'sextant-translate-documents';

/** Keeps the keys of documents for a reload of this tab; they go with it. */
export function keepDocuments(documents: readonly ShownDocument[]): void {
  const kept = documents
    .filter(({ handle, error }) => handle !== undefined && error === undefined)
    .map(({ id, name, source, target, isReviewed, handle, isFetched }) => ({
      ...{ id, name, source, target, isReviewed, handle },
      ...(isFetched === undefined ? {} : { isFetched }),
    }));
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(kept));
  } catch {
    // Private windows have no storage: a reload begins anew.
  }
}

export function documentsOfTab(): readonly ShownDocument[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? '[]') as readonly ShownDocument[];
    // What was delivered once is not there any more.
    return kept.filter(({ isFetched, isReviewed }) => isFetched === undefined || isReviewed);
  } catch {
    return [];
  }
}
