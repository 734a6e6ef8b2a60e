import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { alert, notification, startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Call, type Stub } from './stub-server.js';

let sink: Stub;
let running: RunningRelay | undefined;

beforeEach(async () => {
  sink = await stubServer();
});

afterEach(async () => {
  await running?.close();
  running = undefined;
  await sink.close();
});

const MESSAGE = '{{ .data.labels.alertname }}';

const start = async (env: Record<string, string> = {}) => {
  running = await startRelay({
    EVENTS_WEBHOOK_OUT_URL: sink.url,
    EVENTS_WEBHOOK_OUT_MESSAGE: MESSAGE,
    ...env,
  });
  return running;
};

const texts = (): string[] => sink.calls.map(({ body }) => body.toString());

describe('a sink that fails', () => {
  it.each([500, 503, 408, 429])('is asked again after %i', async (status) => {
    let refusals = 2;
    sink.answer = () => (refusals-- > 0 ? { status } : {});
    const relay = await start();

    await relay.alert({ alertname: 'Again' });
    await until(() => sink.calls.length === 3);

    expect(await relay.metric('relay_deliveries_total{sink="webhook",outcome="retried"')).toBe(2);
  });

  it('is not asked before the time that it named', async () => {
    sink.answer = () =>
      sink.calls.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {};
    const relay = await start();

    await relay.alert({ alertname: 'Patience' });
    await until(() => sink.calls.length === 2);

    const [first, second] = sink.calls as [Call, Call];
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(1000);
  });

  it('holds up its own key only, and gets that in order', async () => {
    let isRepaired = false;
    sink.answer = ({ body }) => (body.includes('bad') && !isRepaired ? { status: 500 } : {});
    const relay = await start();
    const fingerprint = 'ffffffffffffffff';

    await relay.alert({ alertname: 'bad-1' }, { fingerprint });
    await until(() => sink.calls.length > 0);
    await relay.alert({ alertname: 'bad-2' }, { fingerprint });
    await relay.alert({ alertname: 'good' });
    await until(() => texts().includes('good'));
    expect(texts()).not.toContain('bad-2');
    isRepaired = true;
    await until(() => texts().includes('bad-2'));

    expect(texts().lastIndexOf('bad-1')).toBeLessThan(texts().indexOf('bad-2'));
  });

  it('is left alone after five failures in a row, and tried with one message then', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start({ EVENTS_RETRY_MAX_SECONDS: '60' });

    await relay.post(
      '/relay/alertmanager',
      notification(Array.from({ length: 40 }, (_unused, n) => alert({ alertname: `A${n}` }))),
    );
    await until(async () => {
      const [queue] = (await relay.status()).queues;
      return queue !== undefined && queue.breaker !== 'closed';
    });
    await new Promise((resolve) => setTimeout(resolve, 1000));

    // Five and the eight that were out by then, and a probe or two; not all forty.
    expect(sink.calls.length).toBeLessThan(20);
    expect((await relay.status()).queues[0]).toMatchObject({ sink: 'webhook', waiting: 40 });
  });

  it('keeps what waits over a restart', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start();
    await relay.alert({ alertname: 'Survivor' });
    await until(() => sink.calls.length > 0);
    await relay.close();

    sink.answer = () => ({});
    const calls = sink.calls.length;
    await start({ EVENTS_SPOOL_DIR: relay.folder });

    await until(() => sink.calls.length > calls);
    expect(texts().at(-1)).toBe('Survivor');
  });

  it('gives its deliveries up in the end', async () => {
    sink.answer = () => ({ status: 500 });
    const relay = await start({ EVENTS_RETRY_SECONDS: '0' });

    await relay.alert({ alertname: 'Hopeless' });
    await until(async () => (await relay.status()).dead_letters === 1);

    const { dead_letters: letters } = (await (await relay.admin('/relay/dead-letters')).json()) as {
      dead_letters: { reason: string }[];
    };
    expect(letters[0]?.reason).toBe('given up: HTTP 500');
  });
});

describe('the webhook', () => {
  it('signs what it sends as Standard Webhooks has it', async () => {
    const { createHmac } = await import('node:crypto');
    const relay = await start({ EVENTS_WEBHOOK_OUT_SECRET: 'shh' });

    await relay.alert({ alertname: 'Signed' });
    await until(() => sink.calls.length === 1);

    const { headers, body } = sink.calls[0]!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
    const mac = createHmac('sha256', 'shh').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
    expect(headers['content-type']).toBe('application/json');
  });
});
