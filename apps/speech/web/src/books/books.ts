import { eventsOf } from '@sextant/web/api';
import type { Service } from '../service.js';

export interface Chapter {
  readonly title: string;
  /** Milliseconds; of what is spoken of it. */
  readonly start_ms?: number;
  readonly end_ms?: number;
}

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author?: string;
  readonly audio_format: string;
  readonly state: 'queued' | 'running' | 'complete' | 'failed';
  readonly voice_id: string;
  readonly characters: number;
  readonly characters_done: number;
  readonly audio_duration_ms: number;
  readonly chapters: readonly Chapter[];
  readonly created_at: string;
  readonly error?: { readonly message: string };
}

export const isOver = ({ state }: Book): boolean => state === 'complete' || state === 'failed';

export async function listBooks({ api }: Service, signal: AbortSignal): Promise<readonly Book[]> {
  const { body } = await api<{ readonly books: readonly Book[] }>('/audio/books', { signal });
  return body.books;
}

const pathOf = (id: string): string => `/audio/books/${encodeURIComponent(id)}`;

/** One with the times of its chapters. */
export async function readBook({ api }: Service, id: string, signal: AbortSignal): Promise<Book> {
  return (await api<Book>(pathOf(id), { signal })).body;
}

export interface NewBook {
  readonly file: File;
  readonly voice: string;
  readonly format: string;
}

export async function uploadBook(
  { upload }: Service,
  { file, voice, format }: NewBook,
  onSent: (share: number) => void,
): Promise<Book> {
  const form = new FormData();
  form.set('voice_id', voice);
  form.set('audio_format', format);
  form.set('document', file, file.name);
  const response = await upload('/audio/books', { form, onSent });
  return (await response.json()) as Book;
}

/** How it goes on, until it is over. */
export async function* followBook(
  { send }: Service,
  id: string,
  signal: AbortSignal,
): AsyncGenerator<Book, void, undefined> {
  const headers = { Accept: 'text/event-stream' };
  const response = await send(`${pathOf(id)}/events`, { headers, signal });
  for await (const { data } of eventsOf(response)) yield data as Book;
}

export async function fetchRecording({ send }: Service, { id }: Book): Promise<Blob> {
  return await (await send(`${pathOf(id)}/audio`)).blob();
}

export async function deleteBook({ api }: Service, { id }: Book): Promise<void> {
  await api(pathOf(id), { method: 'DELETE' });
}
