import { afterEach, describe, expect, it } from '@jest/globals';
import { createUploader } from '../src/api/uploader.js';

type Listener = (event?: { readonly loaded: number; readonly total: number }) => void;

/** What a browser does with a request, told step by step. */
class FakeRequest {
  static last: FakeRequest;
  readonly HEADERS_RECEIVED = 2;
  readonly upload: { onprogress?: Listener; onload?: Listener } = {};
  readonly sent: Record<string, string> = {};
  readyState = 0;
  status = 0;
  responseText = '';
  answerHeaders = 'content-type: text/event-stream\r\nx-trace-id: a:b\r\n';
  onreadystatechange: Listener = () => undefined;
  onprogress: Listener = () => undefined;
  onload: Listener = () => undefined;
  onerror: Listener = () => undefined;
  onabort: Listener = () => undefined;
  constructor() {
    FakeRequest.last = this;
  }
  open(method: string, url: string) {
    this.sent['line'] = `${method} ${url}`;
  }
  setRequestHeader(name: string, value: string) {
    this.sent[name] = value;
  }
  getAllResponseHeaders() {
    return this.answerHeaders;
  }
  send() {
    this.upload.onprogress?.({ loaded: 1, total: 4 });
    this.upload.onload?.();
  }
  abort() {
    this.onabort();
  }
  answers(status: number) {
    this.status = status;
    this.readyState = this.HEADERS_RECEIVED;
    this.onreadystatechange();
  }
  brings(text: string) {
    this.responseText += text;
    this.onprogress();
  }
}

const before = globalThis.XMLHttpRequest;
afterEach(() => {
  globalThis.XMLHttpRequest = before;
});

async function begun(more: { readonly signal?: AbortSignal } = {}) {
  globalThis.XMLHttpRequest = FakeRequest as unknown as typeof XMLHttpRequest;
  const shares: number[] = [];
  const upload = createUploader({ base: '/v1', token: () => Promise.resolve('token') });
  const onSent = (share: number) => shares.push(share);
  const answer = upload('/files', { form: new FormData(), onSent, ...more });
  answer.catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  return { answer, shares, request: FakeRequest.last };
}

describe('createUploader', () => {
  it('tells how far it is, and gives the answer as it comes', async () => {
    const { answer, shares, request } = await begun();

    request.answers(200);
    const response = await answer;
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    request.brings('one');
    const first = await reader.read();
    request.brings(' two');
    request.onload();
    const second = await reader.read();

    expect(request.sent).toEqual({ line: 'POST /v1/files', authorization: 'Bearer token' });
    expect(shares).toEqual([0.25, 1]);
    expect([first.value, second.value]).toEqual(['one', ' two']);
    expect(response.headers.get('x-trace-id')).toBe('a:b');
    expect((await reader.read()).done).toBe(true);
  });

  it('fails with what the service says', async () => {
    const { answer, request } = await begun();

    request.answers(413);
    request.brings('{"error":{"code":"body_too_large","message":"Too large."}}');
    request.onload();

    await expect(answer).rejects.toMatchObject({ status: 413, code: 'body_too_large' });
  });

  it('fails when the service cannot be reached', async () => {
    const { answer, request } = await begun();

    request.onerror();

    await expect(answer).rejects.toMatchObject({ code: 'unreachable' });
  });

  it('ends with the reason of whoever gives it up', async () => {
    const stop = new AbortController();
    const { answer } = await begun({ signal: stop.signal });

    stop.abort();

    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
  });
});
