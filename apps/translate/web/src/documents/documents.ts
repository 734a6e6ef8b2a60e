import { eventsOf } from '@sextant/web/api';
import type { Service } from '../service.js';

/** The key is nowhere but here: without it nobody reads the document again. */
export interface Handle {
  readonly document_id: string;
  readonly document_key: string;
}

export interface DocumentStatus {
  readonly status: 'queued' | 'translating' | 'done' | 'error';
  readonly seconds_remaining?: number;
  readonly billed_characters?: number;
  /** With a key of remembered translations. */
  readonly reused_characters?: number;
  /** Texts of cells that something in the document compares with. */
  readonly kept_texts?: number;
  readonly error_message?: string;
}

export interface NewDocument {
  readonly file: File;
  readonly source: string;
  readonly target: string;
  /** Extension of the answer to a PDF; empty for the same. */
  readonly output: string;
  /** Whether its texts can be corrected beside their translations. */
  readonly isReviewed: boolean;
  /** Under which translations are remembered; empty for none. */
  readonly segmentsKey: string;
}

export async function upload(
  { send }: Service,
  { file, source, target, output, isReviewed, segmentsKey }: NewDocument,
): Promise<Handle> {
  const form = new FormData();
  form.set('target_lang', target);
  if (source !== '') form.set('source_lang', source);
  if (output !== '' && /\.pdf$/i.test(file.name)) form.set('output_format', output);
  if (isReviewed) form.set('show_alignment', '1');
  if (segmentsKey !== '') form.set('segments_key', segmentsKey);
  form.set('file', file, file.name);
  const response = await send('/v2/document', { method: 'POST', body: form });
  return (await response.json()) as Handle;
}

/** How it goes on, until it is done or has failed. */
export async function* follow(
  { send }: Service,
  { document_id: id, document_key }: Handle,
  signal: AbortSignal,
): AsyncGenerator<DocumentStatus, void, undefined> {
  const response = await send(`/v2/document/${id}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream' },
    body: JSON.stringify({ document_key }),
    signal,
  });
  for await (const { name, data } of eventsOf(response)) {
    if (name === 'status') yield data as DocumentStatus;
  }
}

export interface Answered {
  readonly file: Blob;
  /** As the service calls it: the extension may be another one than that of what was sent. */
  readonly name: string | undefined;
}

/** Once: the service forgets what it has given, but for a document that is reviewed. */
export const fetchResult = async (service: Service, handle: Handle): Promise<Answered> =>
  await fetchFile(service, handle, 'result');

/** The texts of a reviewed document beside their translations. */
export const fetchAlignment = async (service: Service, handle: Handle): Promise<Answered> =>
  await fetchFile(service, handle, 'alignment');

async function fetchFile(
  { send }: Service,
  { document_id: id, document_key }: Handle,
  what: 'result' | 'alignment',
): Promise<Answered> {
  const response = await send(`/v2/document/${id}/${what}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ document_key }),
  });
  const name = fileNameOf(response.headers.get('Content-Disposition') ?? '');
  return { file: await response.blob(), name };
}

/** @see RFC 6266 section 4.3: the extended name goes before the plain one */
export function fileNameOf(disposition: string): string | undefined {
  const [, extended] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? [];
  if (extended !== undefined) return decodeURIComponent(extended);
  const [, quoted, bare] = /filename=(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition) ?? [];
  return quoted?.replaceAll(/\\(.)/g, '$1') ?? bare;
}

export interface Review {
  readonly corrected_texts: number;
  readonly taught_segments: number;
}

/** @param memoryId of the memory that learns from it; empty for none */
export async function sendCorrected(
  { send }: Service,
  { document_id: id, document_key }: Handle,
  { file, memoryId }: { readonly file: File; readonly memoryId: string },
): Promise<Review> {
  const form = new FormData();
  form.set('document_key', document_key);
  if (memoryId !== '') form.set('translation_memory_id', memoryId);
  form.set('file', file, file.name);
  const response = await send(`/v2/document/${id}/alignment`, { method: 'PUT', body: form });
  return (await response.json()) as Review;
}

export async function cancel({ send }: Service, { document_id: id }: Handle): Promise<void> {
  await send(`/v2/document/${id}`, { method: 'DELETE' });
}
