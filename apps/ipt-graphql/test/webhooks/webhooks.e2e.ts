import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp } from '@sextant/platform-testing';
import { Webhook } from 'standardwebhooks';
import { iptGraphql } from '../../src/app.js';
import { WebhookSecrets } from '../../src/webhooks/webhook-secrets.js';
import { projectData, type Answer, type IptClient } from '../client.js';
import { startService, type StartedService } from '../started-service.js';

interface Got {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

interface Delivery {
  readonly id: string;
  readonly eventId: string;
  readonly type: string;
  readonly state: string;
  readonly attempts: number;
  readonly nextAttemptAt: string | null;
  readonly log: readonly { readonly status: number | null; readonly error: string | null }[];
}

const WEBHOOK = 'webhook { id url types description isEnabled createdAt } secret';
const DELIVERY =
  'id eventId type body state attempts nextAttemptAt createdAt deliveredAt log { at status error durationMs }';

describe('webhooks', () => {
  let service: StartedService;
  let receiver: Server;
  let origin: string;
  /** What the receiver got, and how it answers, by path. */
  const got: Got[] = [];
  const answers = new Map<string, (attempt: number) => number>();

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void readText(request).then((body) => {
        const path = request.url ?? '';
        got.push({ path, headers: request.headers, body });
        const attempt = got.filter((each) => each.path === path).length;
        const status = answers.get(path)?.(attempt) ?? 204;
        if (status === 302) response.setHeader('location', '/elsewhere');
        if (status !== 0) response.writeHead(status).end();
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    origin = `http://127.0.0.1:${port}`;
    service = await startService({
      env: { WEBHOOK_ALLOW_HOSTS: `127.0.0.1:${port}`, WEBHOOK_RETRY_SECONDS: '0,0' },
    });
  });

  afterAll(async () => {
    await service.close();
    receiver.closeAllConnections();
    receiver.close();
  });

  afterEach(() => {
    got.length = 0;
    answers.clear();
  });

  const ask = async (client: IptClient, query: string, variables: object = {}) => {
    const { body } = await client.post({ query, variables });
    const { data } = body as { data?: { result: Answer } };
    if (data === undefined) throw new Error(JSON.stringify(body));
    return data.result;
  };
  const outcome = 'isSuccess error { code message }';
  const create = async (client: IptClient, url: string, types?: readonly string[]) =>
    await ask(
      client,
      `mutation ($url: String, $types: [String!]) { result: createWebhook(url: $url, types: $types) { ${WEBHOOK} ${outcome} } }`,
      { url, types },
    );
  const idOf = (answer: Answer): string => (answer['webhook'] as { id: string }).id;
  const call = async (client: IptClient, name: string, webhookId: string) =>
    await ask(
      client,
      `mutation ($id: String) { result: ${name}(id: $id) { ${name === 'testWebhook' ? `delivery { ${DELIVERY} }` : WEBHOOK} ${outcome} } }`,
      { id: webhookId },
    );
  const replay = async (client: IptClient, variables: object) =>
    await ask(
      client,
      `mutation ($deliveryId: String, $webhookId: String) { result: replayWebhook(deliveryId: $deliveryId, webhookId: $webhookId) { count ${outcome} } }`,
      variables,
    );
  const deliveriesOf = async (client: IptClient, webhookId: string, state?: string) => {
    const { deliveries } = await ask(
      client,
      `query ($webhookId: String, $state: String) { result: webhookDeliveries(webhookId: $webhookId, state: $state) { deliveries { ${DELIVERY} } cursor ${outcome} } }`,
      { webhookId, state },
    );
    return deliveries as readonly Delivery[];
  };
  const until = async <T>(look: () => T | Promise<T>, isThere: (value: T) => boolean) => {
    const lateMs = Date.now() + 30_000;
    for (;;) {
      const value = await look();
      if (isThere(value)) return value;
      if (Date.now() > lateMs) throw new Error(`Waited in vain: ${JSON.stringify(value)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const settled = (client: IptClient, webhookId: string, state: string) =>
    until(
      () => deliveriesOf(client, webhookId),
      ([first]) => first?.state === state,
    );
  /** The first step of a flow. */
  const step = async (client: IptClient, ipnftId: string, symbol: string) => {
    const wallet = service.chain.wallet(1).address;
    const project = projectData({ ipnftId, symbol, wallet, chainId: 11155111 });
    const answer = await client.call('generateAssignmentAgreement', {
      projectData: JSON.stringify(project),
    });
    expect(answer.error).toBeNull();
  };

  it('tells of each step, signed so that the library of Standard Webhooks believes it', async () => {
    const client = await service.clientOf('steps');
    const made = await create(client, `${origin}/steps`);
    const other = await service.clientOf('steps-other');
    await create(other, `${origin}/other`);

    await step(client, '11', 'STEPS');
    const [message] = await until(
      () => got.filter(({ path }) => path === '/steps'),
      ({ length }) => length > 0,
    );

    const secret = String(made['secret']);
    const headers = message?.headers as Record<string, string>;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(new Webhook(secret).verify(message?.body ?? '', headers)).toEqual({
      type: 'ipt.flow.agreement_ready',
      timestamp: expect.any(String),
      data: {
        chainId: 11155111,
        ipnftId: '11',
        kind: 'MINT',
        step: 'AGREEMENT_READY',
        symbol: 'STEPS',
      },
    });
    expect(() => new Webhook(secret).verify(`${message?.body} `, headers)).toThrow();
    const [delivery] = await settled(client, idOf(made), 'DELIVERED');
    expect(delivery).toMatchObject({
      eventId: headers['webhook-id'],
      type: 'ipt.flow.agreement_ready',
      attempts: 1,
      nextAttemptAt: null,
      log: [{ status: 204, error: null }],
    });
    // Nobody hears of others' flows.
    expect(got.filter(({ path }) => path === '/other')).toEqual([]);
  });

  it('sends the types that were asked for alone', async () => {
    const client = await service.clientOf('types');
    const made = await create(client, `${origin}/types`, ['ipt.flow.upload_issued']);
    await step(client, '12', 'TYPES');
    await client.call('generateImageUploadUrl', {
      filename: 'art.png',
      contentType: 'image/png',
      ipnftId: '12',
    });

    const deliveries = await settled(client, idOf(made), 'DELIVERED');

    expect(deliveries.map(({ type }) => type)).toEqual(['ipt.flow.upload_issued']);
  });

  it.each([
    ['an error', 500, { status: 500, error: null }],
    ['a redirect, which is not followed', 302, { status: 302, error: null }],
  ])(
    'tries again after %s, with the same id, then gives up until it is replayed',
    async (...[, status, log]) => {
      const client = await service.clientOf(`dead-${status}`);
      const path = `/dead-${status}`;
      answers.set(path, () => status);
      const made = await create(client, origin + path);
      await call(client, 'testWebhook', idOf(made));

      const [dead] = await settled(client, idOf(made), 'DEAD');
      expect(dead).toMatchObject({ type: 'ipt.test', attempts: 3, log: [log, log, log] });
      const sent = got.filter((each) => each.path === path);
      expect(new Set(sent.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([dead?.eventId]),
      );
      expect(got.filter((each) => each.path === '/elsewhere')).toEqual([]);
      expect(await deliveriesOf(client, idOf(made), 'PENDING')).toEqual([]);

      answers.delete(path);
      expect(await replay(client, { webhookId: idOf(made) })).toMatchObject({ count: 1 });
      const [again] = await settled(client, idOf(made), 'DELIVERED');
      expect(again?.id).toBe(dead?.id);
      expect(again?.log).toHaveLength(4);
      // One that was delivered can be sent again, too.
      expect(await replay(client, { deliveryId: dead?.id })).toMatchObject({ count: 1 });
      await until(
        () => got.filter((each) => each.path === path),
        ({ length }) => length === 5,
      );
    },
  );

  it('switches an endpoint off that is gone', async () => {
    const client = await service.clientOf('gone');
    answers.set('/gone', () => 410);
    const made = await create(client, `${origin}/gone`);
    await call(client, 'testWebhook', idOf(made));
    await settled(client, idOf(made), 'DEAD');

    const { webhooks } = await ask(
      client,
      `{ result: webhooks { webhooks { id isEnabled } ${outcome} } }`,
    );

    expect(webhooks).toEqual([{ id: idOf(made), isEnabled: false }]);
  });

  it('signs with both secrets after a rotation', async () => {
    const client = await service.clientOf('rotated');
    const made = await create(client, `${origin}/rotated`);
    const rotated = await call(client, 'rotateWebhookSecret', idOf(made));
    await call(client, 'testWebhook', idOf(made));
    const [message] = await until(
      () => got.filter(({ path }) => path === '/rotated'),
      ({ length }) => length > 0,
    );

    expect(rotated['secret']).not.toBe(made['secret']);
    for (const secret of [rotated['secret'], made['secret']]) {
      const headers = message?.headers as Record<string, string>;
      expect(new Webhook(String(secret)).verify(message?.body ?? '', headers)).toMatchObject({
        type: 'ipt.test',
      });
    }
  });

  it('changes, lists and deletes those of the tenant, for administrators', async () => {
    const client = await service.clientOf('owner');
    const stranger = await service.clientOf('stranger');
    const reader = await service.clientOf('owner', { scopes: ['read', 'mint', 'tokenize'] });
    const made = await create(client, `${origin}/owner`);
    const update = (by: IptClient, variables: object) =>
      ask(
        by,
        `mutation ($id: String, $url: String, $isEnabled: Boolean, $description: String) { result: updateWebhook(id: $id, url: $url, isEnabled: $isEnabled, description: $description) { ${WEBHOOK} ${outcome} } }`,
        { id: idOf(made), ...variables },
      );

    expect(await update(client, { isEnabled: false, description: 'Books' })).toMatchObject({
      webhook: { url: `${origin}/owner`, isEnabled: false, description: 'Books', types: [] },
      secret: null,
    });
    const refusals = [
      [update(stranger, {}), 'NOT_FOUND'],
      [call(stranger, 'deleteWebhook', idOf(made)), 'NOT_FOUND'],
      [replay(stranger, { webhookId: idOf(made) }), 'NOT_FOUND'],
      [replay(client, { deliveryId: idOf(made) }), 'NOT_FOUND'],
      [replay(client, {}), 'INVALID_INPUT'],
      [create(reader, `${origin}/reader`), 'FORBIDDEN'],
      [create(client, `${origin}/owner`, ['ipt.everything']), 'INVALID_INPUT'],
      [update(client, { id: 'no id' }), 'INVALID_INPUT'],
    ] as const;
    for (const [answer, code] of refusals) {
      expect(await answer).toMatchObject({ isSuccess: false, error: { code } });
    }
    await step(client, '13', 'OWNER');
    expect(await deliveriesOf(client, idOf(made))).toEqual([]);
    expect(await call(client, 'deleteWebhook', idOf(made))).toMatchObject({ isSuccess: true });
    expect(await ask(client, `{ result: webhooks { webhooks { id } } }`)).toEqual({ webhooks: [] });
  });

  it.each([
    ...['http://example.org/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/hook'],
    ...['https://0x7f000001/', 'https://user:secret@example.org/', 'ftp://example.org/', 'nowhere'],
  ])('refuses the address %s', async (url) => {
    const client = await service.clientOf('addresses');

    expect(await create(client, url)).toMatchObject({ error: { code: 'INVALID_INPUT' } });
  });

  it('does not connect to a name that leads into a private network', async () => {
    const client = await service.clientOf('names');
    const made = await create(client, 'https://localhost/hook');
    await call(client, 'testWebhook', idOf(made));

    const [dead] = await settled(client, idOf(made), 'DEAD');

    expect(dead?.log[0]).toEqual({
      at: expect.any(String),
      status: null,
      error: 'localhost is not a public address.',
      durationMs: expect.any(Number),
    });
  });

  it('is limited to twenty for a tenant', async () => {
    const client = await service.clientOf('many');
    const made = await Promise.all(
      Array.from({ length: 25 }, (_, index) => create(client, `${origin}/many/${index}`)),
    );

    expect(made.filter(({ isSuccess }) => isSuccess)).toHaveLength(20);
    expect(made.find(({ isSuccess }) => !isSuccess)?.error?.code).toBe('QUOTA_EXCEEDED');
  });

  it('sends each message once with two replicas, and shows the attempts as a metric', async () => {
    const client = await service.clientOf('replicas');
    const second = await startApp(iptGraphql, { ...service.env });
    const made = await create(client, `${origin}/replicas`);
    await Promise.all(Array.from({ length: 40 }, () => call(client, 'testWebhook', idOf(made))));

    await until(
      () => deliveriesOf(client, idOf(made), 'PENDING'),
      ({ length }) => length === 0,
    );
    await second.close();

    const ids = got
      .filter(({ path }) => path === '/replicas')
      .map((each) => each.headers['webhook-id']);
    expect(ids).toHaveLength(40);
    expect(new Set(ids).size).toBe(40);
    const metrics = await (await fetch(`${service.running.url}/metrics`)).text();
    expect(metrics).toMatch(/^ipt_webhook_attempts_total\{outcome="dead",.*\} [1-9]/m);
  });
});

describe('the secrets of webhooks', () => {
  it('are of the endpoint, of its version and of the key', () => {
    const webhook = { id: '1', secretVersion: 1, rotatedUntil: null };
    const shown = [
      new WebhookSecrets(Buffer.from('key')).shown(webhook),
      new WebhookSecrets(Buffer.from('other')).shown(webhook),
      new WebhookSecrets(Buffer.from('key')).shown({ ...webhook, id: '2' }),
      new WebhookSecrets(Buffer.from('key')).shown({ ...webhook, secretVersion: 2 }),
    ];

    expect(new Set(shown).size).toBe(4);
  });
});
