import { describe, expect, it } from '@jest/globals';
import { alert, notification, until } from '../running-relay.js';
import { webhookDesk } from '../relay-desk.js';

const desk = webhookDesk();

const texts = (): string[] => desk.api.calls.map(({ body }) => body.toString());

describe('a dead letter', () => {
  const bury = async () => {
    desk.api.answer = () => ({ status: 400, body: 'no such room' });
    const relay = await desk.start();
    await relay.alert({ alertname: 'Refused' });
    await until(async () => (await relay.status()).dead_letters === 1);
    return relay;
  };

  it('comes of a refusal, without further tries, and tells why without the target', async () => {
    const relay = await bury();

    const page = await (await relay.admin('/relay/dead-letters')).json();

    expect(desk.api.calls).toHaveLength(1);
    expect(page).toEqual({
      dead_letters: [
        {
          id: 1,
          at: expect.any(String),
          sink: 'webhook',
          target: expect.stringMatching(/^127\.0\.0\.1:\d+#[0-9a-f]{8}$/),
          reason: 'HTTP 400: no such room',
          attempts: 0,
          event: {
            id: expect.any(String),
            type: 'org.sextant.relay.alertmanager.alert.firing.v1',
            subject: 'Refused',
            data: expect.objectContaining({ status: 'firing' }),
          },
        },
      ],
      next_before: null,
    });
  });

  it('is delivered when it is replayed', async () => {
    const relay = await bury();
    desk.api.answer = () => ({});

    const answer = await relay.admin('/relay/dead-letters/replay', {
      method: 'POST',
      body: JSON.stringify({ ids: [1] }),
    });
    await until(() => desk.api.calls.length === 2);

    expect(await answer.json()).toEqual({ replayed: 1 });
    expect(texts()).toEqual(['Refused', 'Refused']);
    expect((await relay.status()).dead_letters).toBe(0);
  });

  it('can be thrown away, once', async () => {
    const relay = await bury();
    const remove = async () =>
      (await relay.admin('/relay/dead-letters/1', { method: 'DELETE' })).status;

    expect([await remove(), await remove()]).toEqual([204, 404]);
  });

  it.each([
    [{}, 400],
    [{ ids: [] }, 400],
    [{ ids: ['x'] }, 400],
    [{ ids: [999] }, 404],
    [{ all: false }, 400],
    [{ ids: [1], more: 1 }, 400],
    [{ all: true, ids: [1] }, 400],
    [{ all: true }, 200],
  ])('replay of %j answers %i', async (body, status) => {
    const relay = await desk.start();

    const answer = await relay.admin('/relay/dead-letters/replay', {
      method: 'POST',
      body: JSON.stringify(body),
    });

    expect(answer.status).toBe(status);
  });

  it('comes in pages', async () => {
    desk.api.answer = () => ({ status: 404 });
    const relay = await desk.start();
    await relay.post(
      '/relay/alertmanager',
      notification(['a', 'b', 'c'].map((alertname) => alert({ alertname }))),
    );
    await until(async () => (await relay.status()).dead_letters === 3);
    const page = async (query: string) =>
      (await (await relay.admin(`/relay/dead-letters?${query}`)).json()) as {
        dead_letters: { id: number }[];
        next_before: number | null;
      };

    const first = await page('limit=2');
    const second = await page(`limit=2&before=${first.next_before}`);

    expect(first.dead_letters.map(({ id }) => id)).toEqual([3, 2]);
    expect(second.dead_letters.map(({ id }) => id)).toEqual([1]);
    expect(second.next_before).toBeNull();
  });
});

describe('administration', () => {
  it.each(['/relay/status', '/relay/dead-letters', '/RELAY/Status/'])(
    'denies %s to callers without the token',
    async (path) => {
      const relay = await desk.start();
      const status = async (authorization?: string) =>
        (
          await fetch(relay.url + path, {
            headers: authorization === undefined ? {} : { authorization },
          })
        ).status;

      expect([await status(), await status('Bearer wrong'), await status('Basic eDp5')]).toEqual([
        401, 401, 401,
      ]);
    },
  );

  it('denies everything to everybody when no token is configured', async () => {
    const relay = await desk.start({ EVENTS_ADMIN_TOKEN: '' });

    const statuses = await Promise.all(
      ['Bearer ', 'Bearer undefined', 'Bearer x'].map(
        async (authorization) =>
          (await fetch(`${relay.url}/relay/status`, { headers: { authorization } })).status,
      ),
    );

    expect(statuses).toEqual([401, 401, 401]);
  });
});
