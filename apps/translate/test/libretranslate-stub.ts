import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the stub was asked to translate. */
export interface LibreTranslateRequest {
  readonly q: readonly string[];
  readonly source: string;
  readonly target: string;
  readonly format: 'text' | 'html';
  readonly api_key?: string;
}

export interface LibreTranslateStub {
  readonly baseUrl: string;
  readonly requests: readonly LibreTranslateRequest[];
  /** How often it was asked for anything. */
  asked: number;
  languages: readonly { readonly code: string; readonly targets: readonly string[] }[];
  /** What it makes of the words of a text. */
  translate: (words: string) => string;
  /** What it answers for HTML, when set. */
  translateHtml: ((html: string) => string) | undefined;
  /** How long it takes for a translation. */
  delayMs: number;
  /** Answers every request with it, when set. */
  status: number | undefined;
  close(): Promise<void>;
}

/** The limits of a server by default, in texts and in characters of one text. */
const MOST_TEXTS = 25;
const MOST_CHARACTERS = 2000;
const KEY = 'libre-key';

/** A LibreTranslate server as its documentation describes it; refuses what a real one would refuse. */
export async function startLibreTranslateStub(): Promise<LibreTranslateStub> {
  const requests: LibreTranslateRequest[] = [];
  const server = createServer((incoming, response) => {
    void bodyOf(incoming).then((body) => {
      stub.asked += 1;
      if (stub.status !== undefined) answer(response, stub.status, { error: 'no' });
      else if (incoming.url === '/languages') answer(response, 200, stub.languages.map(named));
      else if (incoming.url === '/translate' && incoming.method === 'POST') {
        const request = JSON.parse(body) as LibreTranslateRequest;
        requests.push(request);
        const reason = refusalOf(request, stub);
        if (reason === undefined) {
          const translatedText = request.q.map((text) => translated(text, request, stub));
          setTimeout(() => answer(response, 200, { translatedText }), stub.delayMs);
        } else answer(response, ...reason);
      } else answer(response, 404, { error: 'Not found' });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stub: LibreTranslateStub = {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    asked: 0,
    languages: [
      { code: 'en', targets: ['en', 'es', 'zh-Hans'] },
      { code: 'es', targets: ['en', 'es'] },
    ],
    translate: (words) => words.toUpperCase(),
    translateHtml: undefined,
    delayMs: 0,
    status: undefined,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return stub;
}

const named = (language: { readonly code: string; readonly targets: readonly string[] }) => ({
  ...language,
  name: language.code,
});

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function refusalOf(
  { q, source, target, format, api_key }: LibreTranslateRequest,
  { languages }: LibreTranslateStub,
): [number, object] | undefined {
  if (api_key !== KEY) return [403, { error: 'Invalid API key' }];
  if (!Array.isArray(q) || !['text', 'html'].includes(format)) {
    return [400, { error: 'Invalid request' }];
  }
  const targets = languages.find(({ code }) => code === source)?.targets ?? [];
  if (!targets.includes(target)) return [400, { error: `${target} is not supported` }];
  if (q.length > MOST_TEXTS) return [400, { error: 'exceeds text limit' }];
  const characters = q.join('').length;
  return characters > MOST_CHARACTERS ? [400, { error: 'exceeds text limit' }] : undefined;
}

/** In HTML only what stands between tags and not in `code` is translated. */
function translated(
  text: string,
  { format }: LibreTranslateRequest,
  { translate, translateHtml }: LibreTranslateStub,
): string {
  if (format === 'text') return translate(text);
  if (translateHtml !== undefined) return translateHtml(text);
  return text
    .split(/(<code.*?<\/code>|<[^>]*>|&\w+;)/)
    .map((part, at) => (at % 2 === 0 ? translate(part) : part))
    .join('');
}

function answer(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
