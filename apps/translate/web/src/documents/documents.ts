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
  readonly error_message?: string;
}

export interface NewDocument {
  readonly file: File;
  readonly source: string;
  readonly target: string;
}

export async function upload(
  { send }: Service,
  { file, source, target }: NewDocument,
): Promise<Handle> {
  const form = new FormData();
  form.set('target_lang', target);
  if (source !== '') form.set('source_lang', source);
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

/** Once: the service forgets what it has given. */
export async function fetchResult(
  { send }: Service,
  { document_id: id, document_key }: Handle,
): Promise<Blob> {
  const response = await send(`/v2/document/${id}/result`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ document_key }),
  });
  return await response.blob();
}

export async function cancel({ send }: Service, { document_id: id }: Handle): Promise<void> {
  await send(`/v2/document/${id}`, { method: 'DELETE' });
}
