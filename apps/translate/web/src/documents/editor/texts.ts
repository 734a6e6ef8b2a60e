import type { Service } from '../../service.js';
import type { Handle, Review } from '../documents.js';

export interface WantedTerm {
  readonly source: string;
  readonly target: string;
}

/** A text of a document beside its translation; words with the marks `g` and `x`. */
export interface EditableText {
  readonly text_id: string;
  readonly source: string;
  readonly target: string;
  readonly origin: 'translation' | 'correction' | 'draft';
  readonly terms: readonly WantedTerm[];
}

export interface TextPage {
  readonly source_lang: string;
  readonly texts: readonly EditableText[];
  readonly next_page?: number;
}

const PAGE_SIZE = 50;

export async function listTexts(
  { api }: Service,
  { document_id: id, document_key }: Handle,
  { page, size = PAGE_SIZE, signal }: { page: number; size?: number; signal?: AbortSignal },
): Promise<TextPage> {
  const { body } = await api<TextPage>(`/v2/document/${id}/texts`, {
    method: 'POST',
    body: { document_key, page, page_size: size },
    ...(signal === undefined ? {} : { signal }),
  });
  return body;
}

/** What somebody else has written there meanwhile. */
export async function targetNow(
  service: Service,
  handle: Handle,
  textId: string,
): Promise<string | undefined> {
  const unit = Number(textId.split('-', 1)[0]) - 1;
  const { texts } = await listTexts(service, handle, { page: unit, size: 1 });
  return texts.find(({ text_id: id }) => id === textId)?.target;
}

/** @throws {ApiError} 409 where the translation is another one than `base` */
export async function saveText(
  { api }: Service,
  { document_id: id, document_key }: Handle,
  draft: { readonly textId: string; readonly target: string; readonly base: string },
): Promise<void> {
  const { textId, target, base } = draft;
  await api(`/v2/document/${id}/texts/${textId}`, {
    method: 'PUT',
    body: { document_key, target, base },
  });
}

/** Writes the document anew. @param memoryId of the memory that learns from it; empty for none */
export async function finishTexts(
  { api }: Service,
  { document_id: id, document_key }: Handle,
  memoryId: string,
): Promise<Review> {
  const { body } = await api<Review>(`/v2/document/${id}/texts/corrections`, {
    method: 'POST',
    body: {
      document_key,
      ...(memoryId === '' ? {} : { translation_memory_id: memoryId }),
    },
    // Writing a large one takes longer than most calls.
    timeoutMs: 60_000,
  });
  return body;
}
