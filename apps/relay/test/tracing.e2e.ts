import { afterEach, describe, expect, it } from '@jest/globals';
import { alert, notification, spoolFolder, until } from './running-relay.js';
import { RelayProcess } from './relay-process.js';
import { stubServer, type Stub } from './stub-server.js';

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly kind: number;
  readonly links?: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly status: { readonly code?: number; readonly message?: string };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
let relay: RelayProcess;
let sink: Stub;
let collector: Stub;

afterEach(async () => {
  await relay.end('SIGKILL');
  await sink.close();
  await collector.close();
});

const spans = (): Span[] =>
  collector.calls.flatMap(({ json }) =>
    (json as unknown as Export).resourceSpans.flatMap(({ scopeSpans }) =>
      scopeSpans.flatMap((scope) => scope.spans),
    ),
  );

describe('traces', () => {
  it('show each try of a delivery, linked to the request that brought the alert', async () => {
    collector = await stubServer(() => ({ body: {} }));
    sink = await stubServer(() => (sink.calls.length === 1 ? { status: 503 } : {}));
    relay = await RelayProcess.create({
      EVENTS_SPOOL_DIR: spoolFolder(),
      EVENTS_WEBHOOK_OUT_URL: sink.url,
      EVENTS_RETRY_MAX_SECONDS: '1',
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    });
    await relay.start();

    await fetch(`${relay.url}/relay/alertmanager`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        traceparent: `00-${TRACE_ID}-b7ad6b7169203331-01`,
      },
      body: JSON.stringify(notification([alert({ alertname: 'Traced' })])),
    });
    await until(() => sink.calls.length === 2);
    await relay.end('SIGTERM'); // sends what is held back
    await until(() => spans().some(({ name }) => name === 'POST /relay/alertmanager'));

    const served = spans().find(({ name }) => name === 'POST /relay/alertmanager');
    const tries = spans().filter(({ name }) => name.startsWith('send 127.0.0.1'));
    expect(served?.traceId).toBe(TRACE_ID);
    expect(tries.map(({ status }) => status.message ?? 'ok').sort()).toEqual(['HTTP 503', 'ok']);
    for (const { links, attributes, traceId } of tries) {
      expect(links).toMatchObject([{ traceId: TRACE_ID, spanId: served?.spanId }]);
      expect(traceId).not.toBe(TRACE_ID);
      expect(attributes).toContainEqual({
        key: 'messaging.system',
        value: { stringValue: 'webhook' },
      });
    }
    const sent = sink.calls.map(({ headers }) => String(headers['traceparent']).split('-')[1]);
    expect(sent).toEqual(expect.arrayContaining(tries.map(({ traceId }) => traceId)));
  });
});
