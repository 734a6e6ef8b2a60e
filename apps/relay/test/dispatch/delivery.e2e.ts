import { describe, expect, it } from '@jest/globals';
import { alert, notification, until } from '../running-relay.js';
import { type Call } from '../stub-server.js';
import { webhookDesk } from '../relay-desk.js';

const desk = webhookDesk();

const texts = (): string[] => desk.api.calls.map(({ body }) => body.toString());

describe('a sink that fails', () => {
  it.each([500, 503, 408, 429])('is asked again after %i', async (status) => {
    let refusals = 2;
    desk.api.answer = () => (refusals-- > 0 ? { status } : {});
    const relay = await desk.start();

    await relay.alert({ alertname: 'Again' });
    await until(() => desk.api.calls.length === 3);

    expect(await relay.metric('relay_deliveries_total{sink="webhook",outcome="retried"')).toBe(2);
  });

  it('is not asked before the time that it named', async () => {
    desk.api.answer = () =>
      desk.api.calls.length === 1 ? { status: 429, headers: { 'retry-after': '1' } } : {};
    const relay = await desk.start();

    await relay.alert({ alertname: 'Patience' });
    await until(() => desk.api.calls.length === 2);

    const [first, second] = desk.api.calls as [Call, Call];
    expect(second.atMs - first.atMs).toBeGreaterThanOrEqual(1000);
  });

  it('holds up its own key only, and gets that in order', async () => {
    let isRepaired = false;
    desk.api.answer = ({ body }) => (body.includes('bad') && !isRepaired ? { status: 500 } : {});
    const relay = await desk.start();
    const fingerprint = 'ffffffffffffffff';

    await relay.alert({ alertname: 'bad-1' }, { fingerprint });
    await until(() => desk.api.calls.length > 0);
    await relay.alert({ alertname: 'bad-2' }, { fingerprint });
    await relay.alert({ alertname: 'good' });
    await until(() => texts().includes('good'));
    expect(texts()).not.toContain('bad-2');
    isRepaired = true;
    await until(() => texts().includes('bad-2'));

    expect(texts().lastIndexOf('bad-1')).toBeLessThan(texts().indexOf('bad-2'));
  });

  it('is left alone after five failures in a row, and tried with one message then', async () => {
    desk.api.answer = () => ({ status: 500 });
    const relay = await desk.start({ EVENTS_RETRY_MAX_SECONDS: '60' });

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
    expect(desk.api.calls.length).toBeLessThan(20);
    expect((await relay.status()).queues[0]).toMatchObject({ sink: 'webhook', waiting: 40 });
  });

  it('keeps what waits over a restart', async () => {
    desk.api.answer = () => ({ status: 500 });
    const relay = await desk.start();
    await relay.alert({ alertname: 'Survivor' });
    await until(() => desk.api.calls.length > 0);
    await relay.close();

    desk.api.answer = () => ({});
    const calls = desk.api.calls.length;
    await desk.start({ EVENTS_SPOOL_DIR: relay.folder });

    await until(() => desk.api.calls.length > calls);
    expect(texts().at(-1)).toBe('Survivor');
  });

  it('gives its deliveries up in the end', async () => {
    desk.api.answer = () => ({ status: 500 });
    const relay = await desk.start({ EVENTS_RETRY_SECONDS: '0' });

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
    const relay = await desk.start({ EVENTS_WEBHOOK_OUT_SECRET: 'shh' });

    await relay.alert({ alertname: 'Signed' });
    await until(() => desk.api.calls.length === 1);

    const { headers, body } = desk.api.calls[0]!;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body.toString()}`;
    const mac = createHmac('sha256', 'shh').update(signed).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${mac}`);
    expect(headers['content-type']).toBe('application/json');
  });
});
