import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';

/** What the stub was asked. */
export interface ChatRequest {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: {
    readonly model: string;
    readonly temperature: number;
    readonly stream: boolean;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format: { readonly type: string; readonly json_schema: { schema: object } };
  };
}

export interface ChatSegment {
  readonly id: number;
  readonly text: string;
}

/** One answer of the stub: translations, a whole message, a status, or something of its own. */
export type ChatAnswer =
  | { readonly translate: (segment: ChatSegment) => string | undefined }
  | { readonly content: string }
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | { readonly handle: (response: ServerResponse) => void };

/** Writes the segment in capitals, marks as they are. */
export const shout: ChatAnswer = { translate: ({ text }) => text.toUpperCase() };

export interface ChatStub {
  readonly baseUrl: string;
  readonly requests: readonly ChatRequest[];
  /** Answers for the next requests; the last one stays. */
  script(...answers: readonly ChatAnswer[]): void;
  close(): Promise<void>;
}

export const segmentsIn = (request: ChatRequest | undefined): readonly ChatSegment[] =>
  (JSON.parse(request?.body.messages[1]?.content ?? '{}') as { segments: ChatSegment[] }).segments;

export const systemPromptIn = (request: ChatRequest | undefined): string =>
  request?.body.messages[0]?.content ?? '';

/** A chat server that does what it is told, and remembers what it was asked. */
export async function startChatStub(): Promise<ChatStub> {
  const requests: ChatRequest[] = [];
  let answers: readonly ChatAnswer[] = [shout];
  const server = createServer((incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const request: ChatRequest = {
        path: incoming.url ?? '',
        method: incoming.method ?? '',
        headers: incoming.headers,
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest['body'],
      };
      requests.push(request);
      const [next = shout, ...rest] = answers;
      if (rest.length > 0) answers = rest;
      answer(next, request, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    requests,
    script: (...given) => {
      answers = given;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(next: ChatAnswer, request: ChatRequest, response: ServerResponse): void {
  if ('handle' in next) {
    next.handle(response);
  } else if ('status' in next) {
    response.writeHead(next.status, next.headers).end('{"error":{"message":"no"}}');
  } else {
    const content = 'content' in next ? next.content : translated(request, next.translate);
    const message = { role: 'assistant', content };
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  }
}

function translated(
  request: ChatRequest,
  translate: (segment: ChatSegment) => string | undefined,
): string {
  const written = segmentsIn(request).flatMap((segment) => {
    const text = translate(segment);
    return text === undefined ? [] : [{ id: segment.id, text }];
  });
  const { schema } = request.body.response_format.json_schema;
  const [member = ''] = (schema as { readonly required: readonly string[] }).required;
  return JSON.stringify({ [member]: written });
}
