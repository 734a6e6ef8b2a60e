import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import type { Vendor } from '../../src/sources/vendor.js';
import { VENDORS } from '../../src/sources/vendors/vendors.js';
import { startRelay, until, type RunningRelay } from '../running-relay.js';
import { stubServer, type Stub } from '../stub-server.js';

const SECRET = 'whsec_c2VjcmV0LW9mLXRoZS10ZXN0cw==';
const KEY = 'key-of-the-tests';
const JSON_TYPE = { 'content-type': 'application/json' };

const hex = (body: string, secret = KEY) => createHmac('sha256', secret).update(body).digest('hex');

/** How each vendor's own documentation has it sign; those that sign nothing send what they are told. */
const SIGNATURES: Readonly<Record<string, (body: string) => Record<string, string>>> = {
  github: (body) => ({ 'x-hub-signature-256': `sha256=${hex(body)}` }),
  sentry: (body) => ({ 'sentry-hook-signature': hex(body) }),
  grafana: (body) => ({ 'x-grafana-alerting-signature': hex(body) }),
  cloudflare: () => ({ 'cf-webhook-auth': KEY }),
  gitlab: () => ({ 'x-gitlab-token': KEY }),
};

const signed = (name: string, body: string): Record<string, string> =>
  SIGNATURES[name]?.(body) ?? { authorization: `Bearer ${KEY}` };

const WRONG: Readonly<Record<string, Record<string, string>>> = {
  github: { 'x-hub-signature-256': `sha256=${hex('other')}` },
  sentry: { 'sentry-hook-signature': hex('other') },
  grafana: { 'x-grafana-alerting-signature': hex('other') },
  cloudflare: { 'cf-webhook-auth': 'other' },
  gitlab: { 'x-gitlab-token': 'other' },
};

describe('vendors over HTTP', () => {
  let stub: Stub;
  let running: RunningRelay;

  beforeAll(async () => {
    stub = await stubServer();
    running = await startRelay({
      ...Object.fromEntries(
        VENDORS.flatMap(({ name }) => [
          [`EVENTS_HTTP_${name.toUpperCase()}_URL`, `/in/${name}`],
          [`EVENTS_HTTP_${name.toUpperCase()}_SECRET`, KEY],
        ]),
      ),
      // Whoever has it posts alerts, and no events of a vendor that has a secret of its own.
      EVENTS_HTTP_BEARER_TOKEN: 'general',
      EVENTS_WEBHOOK_OUT_URL: stub.url,
      EVENTS_WEBHOOK_OUT_MESSAGE:
        '{"type": {{ toJSON .type }}, "channel": {{ toJSON .channel }}, "data": {{ toJSON .data }}}',
    });
  });

  afterAll(async () => {
    await running.close();
    await stub.close();
  });

  const send = (name: string, body: string, headers: Record<string, string>) =>
    running.post(`/in/${name}`, body, headers);

  const examples = VENDORS.map((vendor) => [vendor.name, vendor as Vendor] as const);

  it.each(examples)('takes what %s documents, signed as it signs', async (name, vendor) => {
    const body = JSON.stringify(vendor.example);

    const answer = await send(name, body, {
      ...JSON_TYPE,
      ...vendor.exampleHeaders,
      ...signed(name, body),
    });

    expect([answer.status, await answer.json()]).toEqual([200, { Message: 'OK' }]);
    const ofIt = () => stub.calls.filter(({ json }) => json['channel'] === `in/${name}`);
    await until(() => ofIt().length === 1);
    expect(ofIt()[0]?.json).toMatchObject({ type: vendor.event });
  });

  it.each(examples)('refuses %s without credentials, and with wrong ones', async (name, vendor) => {
    const body = JSON.stringify(vendor.example);
    const headers = { ...JSON_TYPE, ...vendor.exampleHeaders };
    const wrong = WRONG[name] ?? { authorization: 'Bearer other' };

    const without = await send(name, body, headers);
    const withWrong = await send(name, body, { ...headers, ...wrong });
    const withGeneral = await send(name, body, { ...headers, authorization: 'Bearer general' });

    expect([without.status, withWrong.status, withGeneral.status]).toEqual([401, 401, 401]);
    expect(await without.json()).toMatchObject({ error: { code: 'unauthorized' } });
  });

  it.each(['zabbix', 'google', 'azure'])('takes the secret of %s as a password', async (name) => {
    const vendor = VENDORS.find((each) => each.name === name);
    const basic = Buffer.from(`relay:${KEY}`).toString('base64');

    const answer = await send(name, JSON.stringify(vendor?.example), {
      authorization: `Basic ${basic}`,
    });

    expect(answer.status).toBe(200);
  });

  it.each([
    ['google', 'auth_token'],
    ['azure', 'token'],
  ])(
    'takes the secret of %s in its address, as it cannot send headers',
    async (name, parameter) => {
      const body = JSON.stringify(VENDORS.find((each) => each.name === name)?.example);

      const right = await running.post(`/in/${name}?${parameter}=${KEY}`, body);
      const wrong = await running.post(`/in/${name}?${parameter}=other`, body);

      expect([right.status, wrong.status]).toEqual([200, 401]);
    },
  );

  it('refuses a signature of Grafana that is an hour old', async () => {
    const grafana = VENDORS.find(({ name }) => name === 'grafana');
    const body = JSON.stringify(grafana?.example);
    const at = (seconds: number) => ({
      'x-grafana-alerting-timestamp': String(seconds),
      'x-grafana-alerting-signature': hex(`${seconds}:${body}`),
    });
    const now = Math.floor(Date.now() / 1000);

    expect((await send('grafana', body, at(now))).status).toBe(200);
    expect((await send('grafana', body, at(now - 3600))).status).toBe(401);
  });

  it('says which member is wrong', async () => {
    const body = JSON.stringify({ alerts: [{ status: 'on fire', startsAt: 'now' }] });

    const answer = await send('grafana', body, signed('grafana', body));

    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: {
        code: 'invalid_payload',
        message: 'alerts[0].status must be equal to one of the allowed values.',
      },
    });
  });

  it('acknowledges the ping of GitHub and relays nothing', async () => {
    const body = '{"zen": "Keep it logically awesome.", "hook_id": 1}';

    const answer = await send('github', body, {
      'x-github-event': 'ping',
      ...signed('github', body),
    });

    expect(answer.status).toBe(200);
    expect(await running.metric('relay_events_dropped_total{source="github"')).toBe(1);
  });
});

describe('a vendor without a secret of its own', () => {
  it('is as closed as the inputs are', async () => {
    const running = await startRelay({
      EVENTS_HTTP_ZABBIX_URL: '/in/zabbix',
      EVENTS_HTTP_BEARER_TOKEN: 'general',
    });
    const { example } = VENDORS.find(({ name }) => name === 'zabbix') ?? {};

    const open = await running.post('/in/zabbix', example);
    const known = await running.post('/in/zabbix', example, { authorization: 'Bearer general' });
    await running.close();

    expect([open.status, known.status]).toEqual([401, 200]);
  });
});

describe('GitLab with a signing token', () => {
  it('is taken with its signature, and refused with another or an old one', async () => {
    const running = await startRelay({
      EVENTS_HTTP_GITLAB_URL: '/in/gitlab',
      EVENTS_HTTP_GITLAB_SECRET: SECRET,
    });
    const body =
      '{"object_kind":"push","project":{"path_with_namespace":"a/b"},"ref":"refs/heads/x"}';
    const sign = (seconds: number, text = body) => {
      const key = Buffer.from(SECRET.slice(6), 'base64');
      const mac = createHmac('sha256', key).update(`m1.${seconds}.${text}`).digest('base64');
      return {
        'webhook-id': 'm1',
        'webhook-timestamp': String(seconds),
        'webhook-signature': `v1,AAAA v1,${mac}`,
      };
    };
    const now = Math.floor(Date.now() / 1000);
    const statusWith = async (headers: Record<string, string>) =>
      (await running.post('/in/gitlab', body, headers)).status;

    const statuses = [
      await statusWith(sign(now)),
      await statusWith(sign(now, 'other')),
      await statusWith(sign(now - 3600)),
      await statusWith({ 'x-gitlab-token': SECRET }),
    ];
    await running.close();

    expect(statuses).toEqual([200, 401, 401, 401]);
  });
});
