import { expect } from '@jest/globals';
import type { SendRequest } from '../running-speech.js';

export interface BookAnswer {
  readonly id: string;
  readonly title: string;
  readonly state: string;
  readonly characters: number;
  readonly characters_done: number;
  readonly audio_duration_ms: number;
  readonly chapters: readonly { title: string; start_ms?: number; end_ms?: number }[];
  readonly error?: { readonly code: string };
}

/** Sends a document. */
export function postBook(
  url: string,
  key: string,
  file: readonly [name: string, bytes: Uint8Array<ArrayBuffer> | string],
  fields: Readonly<Record<string, string>> = { voice_id: 'george' },
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('document', new Blob([file[1]]), file[0]);
  const headers = { authorization: `Bearer ${key}` };
  return fetch(`${url}/v1/audio/books`, { method: 'POST', headers, body });
}

/** What its events tell until it is over. */
export async function followBook(
  request: SendRequest,
  id: string,
  key?: string,
): Promise<readonly BookAnswer[]> {
  const options = key === undefined ? {} : { key };
  const answer = await request('GET', `/v1/audio/books/${id}/events`, options);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  return [...(await answer.text()).matchAll(/^data: (.*)$/gm)].map(
    ([, data]) => JSON.parse(data ?? '') as BookAnswer,
  );
}
