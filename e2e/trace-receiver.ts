import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** A span, as far as it joins others. */
export interface ReceivedSpan {
  readonly service: string;
  readonly name: string;
  readonly traceId: string;
  /** Trace ids of the spans that it names as its causes. */
  readonly linked: readonly string[];
}

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string };
}
/** ExportTraceServiceRequest in OTLP's JSON encoding. */
interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly {
        readonly name: string;
        readonly traceId: string;
        readonly links?: readonly { readonly traceId: string }[];
      }[];
    }[];
  }[];
}

export interface TraceReceiver {
  readonly url: string;
  readonly spans: readonly ReceivedSpan[];
  readonly close: () => Promise<void>;
}

/** Takes traces by OTLP/HTTP and keeps what they say; other requests are answered as a collector does. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer((request, response) => {
    void bytesOf(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/v1/traces') {
        response.writeHead(404).end();
        return;
      }
      spans.push(...spansOf(JSON.parse(body.toString()) as ExportRequest));
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  return request.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
}

function* spansOf({ resourceSpans }: ExportRequest): Generator<ReceivedSpan> {
  for (const { resource, scopeSpans } of resourceSpans) {
    const name = resource.attributes.find(({ key }) => key === 'service.name');
    for (const { name: span, traceId, links = [] } of scopeSpans.flatMap(({ spans }) => spans)) {
      yield {
        service: name?.value.stringValue ?? '',
        name: span,
        traceId,
        linked: links.map((link) => link.traceId),
      };
    }
  }
}
