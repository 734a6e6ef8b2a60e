import type { ApiOptions } from './api.js';
import { createSender } from './sender.js';

export interface Upload {
  readonly form: FormData;
  /** Called with the share that was sent, between 0 and 1. */
  readonly onSent: (share: number) => void;
  readonly signal?: AbortSignal;
}

/** Sends a form and tells how far it is; otherwise as `Sender`. */
export type Uploader = (path: string, upload: Upload) => Promise<Response>;

export const createUploader =
  (options: ApiOptions): Uploader =>
  (path, { form, onSent, signal }) => {
    const world = { ...options.world, fetch: sendingBy(onSent) };
    const init = { method: 'POST', body: form, ...(signal === undefined ? {} : { signal }) };
    return createSender({ ...options, world })(path, init);
  };

/** `fetch` by XMLHttpRequest: `fetch` itself does not tell how much of a body was sent. */
const sendingBy =
  (onSent: (share: number) => void) =>
  (url: string, { method = 'GET', headers, body, signal }: RequestInit): Promise<Response> =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open(method, url);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onSent(loaded / total);
      request.upload.onload = () => onSent(1);
      const content = contentOf(request);
      request.onreadystatechange = () => {
        if (request.readyState === request.HEADERS_RECEIVED) resolve(answerOf(request, content));
      };
      const fail = () => {
        const reason =
          signal?.aborted === true ? (signal.reason as Error) : new TypeError('network');
        content.fail(reason);
        reject(reason);
      };
      request.onerror = fail;
      request.onabort = fail;
      signal?.addEventListener('abort', () => request.abort());
      request.send(body as XMLHttpRequestBodyInit);
    });

/** The body of an answer, as it comes. */
function contentOf(request: XMLHttpRequest) {
  const encoder = new TextEncoder();
  let given = 0;
  let fail: (reason: unknown) => void = () => undefined;
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const give = () => {
        const text = request.responseText.slice(given);
        given += text.length;
        if (text !== '') controller.enqueue(encoder.encode(text));
      };
      request.onprogress = give;
      request.onload = () => {
        give();
        controller.close();
      };
      fail = (reason) => controller.error(reason);
    },
    cancel: () => request.abort(),
  });
  return { stream, fail: (reason: unknown) => fail(reason) };
}

function answerOf(
  request: XMLHttpRequest,
  { stream }: { readonly stream: ReadableStream<Uint8Array> },
): Response {
  const lines = request.getAllResponseHeaders().trim().split(/\r?\n/);
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(':');
    return [line.slice(0, at), line.slice(at + 1).trim()];
  });
  return new Response(stream, { status: request.status, headers });
}
