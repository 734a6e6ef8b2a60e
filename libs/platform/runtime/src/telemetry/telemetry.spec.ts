import { afterEach, describe, expect, it } from '@jest/globals';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  activeTraceparent,
  Metrics,
  startTracing,
  traceDelivery,
  traceIdOf,
  traceRequest,
  type Tracing,
} from './index.js';

interface ExportedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  kind?: number;
  links?: { traceId: string; spanId: string }[];
  status?: object;
}
interface Export {
  resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[];
}

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;

let server: Server | undefined;
let tracing: Tracing | undefined;

afterEach(async () => {
  await tracing?.shutdown();
  server?.close();
  server?.closeAllConnections();
});

/** A collector and an upstream in one: keeps exported spans and the headers of other requests. */
async function collector() {
  const spans: ExportedSpan[] = [];
  const upstream: (string | undefined)[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      if (request.url === '/v1/traces') {
        const exported = JSON.parse(body) as Export;
        for (const { scopeSpans } of exported.resourceSpans)
          for (const scope of scopeSpans) spans.push(...scope.spans);
      } else upstream.push(request.headers['traceparent'] as string | undefined);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, spans, upstream };
}

describe('tracing', () => {
  it("exports a served request as a child of the caller's span and passes the context on", async () => {
    const { url, spans, upstream } = await collector();
    tracing = await startTracing({ service: 'demo', otlpEndpoint: url });

    const span = traceRequest({
      method: 'GET',
      path: '/things/7',
      headers: { traceparent: TRACEPARENT },
    });
    await span.run(async () => (await fetch(`${url}/upstream`)).text());
    span.end({ route: '/things/:id', status: 200 });
    await tracing.shutdown();

    const served = spans.find(({ name }) => name === 'GET /things/:id');
    const sent = spans.find(({ name }) => name === 'GET');
    expect(served).toMatchObject({ traceId: TRACE_ID, parentSpanId: 'b7ad6b7169203331' });
    expect(sent).toMatchObject({ traceId: TRACE_ID, parentSpanId: served?.spanId });
    expect(upstream).toEqual([`00-${TRACE_ID}-${String(sent?.spanId)}-01`]);
  });

  it('exports a delivery as a trace of its own, with links to what caused it', async () => {
    const { url, spans, upstream } = await collector();
    tracing = await startTracing({ service: 'demo', otlpEndpoint: url });

    const span = traceDelivery({
      name: 'send events',
      kind: 'producer',
      attributes: { 'messaging.system': 'kafka' },
      causes: [TRACEPARENT, TRACEPARENT, 'nonsense'],
    });
    const inside = await span.run(async () => {
      await (await fetch(`${url}/upstream`)).text();
      return activeTraceparent();
    });
    span.end('no answer');
    await tracing.shutdown();

    const sent = spans.find(({ name }) => name === 'send events');
    expect(sent).toMatchObject({
      kind: 4, // producer
      links: [{ traceId: TRACE_ID, spanId: 'b7ad6b7169203331' }],
      status: { code: 2, message: 'no answer' },
    });
    expect(sent?.traceId).not.toBe(TRACE_ID);
    expect(inside).toBe(`00-${String(sent?.traceId)}-${String(sent?.spanId)}-01`);
    expect(upstream[0]).toContain(String(sent?.traceId));
  });

  it('has no context to pass on when it was not started', () => {
    const span = traceDelivery({
      name: 's',
      kind: 'client',
      attributes: {},
      causes: [TRACEPARENT],
    });

    expect(span.run(() => activeTraceparent())).toBeUndefined();
    span.end();
  });

  it('does nothing, and breaks nothing, when it was not started', () => {
    const span = traceRequest({ method: 'GET', path: '/', headers: {} });

    expect(span.run(() => 'ran')).toBe('ran');
    span.end({ route: '/', status: 500 });
  });
});

describe('traceIdOf', () => {
  it('reads the trace-id of a valid traceparent', () => {
    expect(traceIdOf(TRACEPARENT)).toBe(TRACE_ID);
  });

  it.each([undefined, 'nonsense', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, ['a', 'b']])(
    'finds none in %j',
    (value) => expect(traceIdOf(value)).toBeUndefined(),
  );
});

describe('Metrics', () => {
  it('counts requests by method, route and status, and shows the process', async () => {
    const metrics = new Metrics('demo');

    metrics.observeRequest({ method: 'GET', route: '/a/:id', status: 200, durationSeconds: 0.02 });

    const page = await metrics.registry.metrics();
    const count = page
      .split('\n')
      .find((line) => line.startsWith('http_request_duration_seconds_count'));
    expect(count).toMatch(/ 1$/);
    for (const label of ['method="GET"', 'route="/a/:id"', 'status="200"', 'app="demo"']) {
      expect(count).toContain(label);
    }
    expect(page).toContain('process_resident_memory_bytes{app="demo"}');
  });

  it('are let go with their app, though what observes the process goes on', async () => {
    setFlagsFromString('--expose-gc');
    const gc = runInNewContext('gc') as NonNullable<typeof globalThis.gc>;
    const ended = [1, 2].map((number) => new WeakRef(new Metrics(`demo${number}`).registry));

    // What has been made in this turn is held until its end.
    await new Promise((resolve) => setImmediate(resolve));
    gc();

    expect(ended.map((registry) => registry.deref())).toEqual([undefined, undefined]);
  });

  it('asks a dependency that hangs once, however often the page is read, and again when it has answered', async () => {
    const metrics = new Metrics('demo');
    const answers: ((samples: { labels: object; value: number }[]) => void)[] = [];
    const read = () =>
      new Promise<{ labels: object; value: number }[]>((resolve) => answers.push(resolve));
    metrics.observed({ name: 'rows', help: 'Rows.' }, read);

    const pages = [1, 2, 3].map(() => metrics.registry.metrics());
    answers[0]?.([{ labels: {}, value: 7 }]);
    const shown = await Promise.all(pages);
    const next = metrics.registry.metrics();
    answers[1]?.([{ labels: {}, value: 8 }]);

    expect(answers).toHaveLength(2);
    for (const page of shown) expect(page).toContain('rows{app="demo"} 7');
    expect(await next).toContain('rows{app="demo"} 8');
  });

  it('asks again after a reading that failed at once', async () => {
    const metrics = new Metrics('demo');
    let isKnown = false;
    metrics.observed({ name: 'rows', help: 'Rows.' }, () => {
      if (!isKnown) throw new Error('not yet');
      return [{ labels: {}, value: 7 }];
    });

    const before = await metrics.registry.metrics();
    isKnown = true;

    expect(before).not.toContain('rows{');
    expect(await metrics.registry.metrics()).toContain('rows{app="demo"} 7');
  });
});
