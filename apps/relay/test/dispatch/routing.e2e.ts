import { describe, expect, it } from '@jest/globals';
import { alert, notification, until } from '../running-relay.js';
import { stubServer } from '../stub-server.js';
import { MESSAGE, webhookDesk } from '../relay-desk.js';

const desk = webhookDesk();

const texts = (): string[] => desk.api.calls.map(({ body }) => body.toString());

describe('templates', () => {
  it('send the event that one fails on to the dead letters, and the rest flows', async () => {
    const relay = await desk.start({
      EVENTS_WEBHOOK_OUT_MESSAGE:
        '{{ if eq .data.labels.alertname "Fails" }}{{ index .data.labels.alertname 99 }}{{ end }}{{ .data.labels.alertname }}',
    });

    await relay.alert({ alertname: 'Fails' });
    await relay.alert({ alertname: 'Works' });
    await until(() => texts().includes('Works'));
    await until(async () => (await relay.status()).dead_letters === 1);

    const { recent } = await relay.status();
    expect(recent.find(({ what }) => what === 'dead')?.reason).toContain(
      'executing "webhook-message"',
    );
    expect(texts()).toEqual(['Works']);
  });

  it.each([
    ['loops', '{{ range until 100000 }}{{ range until 100000 }}x{{ end }}{{ end }}'],
    ['recurses', '{{ define "r" }}{{ template "r" . }}{{ end }}{{ template "r" . }}'],
  ])('are stopped when one %s', async (_name, template) => {
    const relay = await desk.start({ EVENTS_WEBHOOK_OUT_MESSAGE: template });

    await relay.alert({ alertname: 'Endless' });
    await until(async () => (await relay.status()).dead_letters === 1);

    expect(desk.api.calls).toEqual([]);
  });

  it('send nothing when the message is blank', async () => {
    const relay = await desk.start({
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ if eq .data.status "resolved" }}over{{ end }} \n',
    });

    await relay.alert({ alertname: 'Blank' });
    await until(
      async () =>
        (await relay.metric('relay_deliveries_total{sink="webhook",outcome="blank"')) === 1,
    );

    expect(desk.api.calls).toEqual([]);
  });
});

describe('selectors, forward and routes', () => {
  it('post to every URL that the selector names, and to the fixed one if it fails', async () => {
    const relay = await desk.start({
      EVENTS_WEBHOOK_OUT_URL_SELECTOR: `{{ if .data.labels.two }}${desk.api.url}/one\n\n ${desk.api.url}/two{{ else }}{{ index .data.labels 1 }}{{ end }}`,
    });

    await relay.alert({ alertname: 'Both', two: 'yes' });
    await until(() => desk.api.calls.length === 2);
    await relay.alert({ alertname: 'Fallback' });
    await until(() => desk.api.calls.length === 3);

    expect(desk.api.calls.map(({ path }) => path).sort()).toEqual(['/', '/one', '/two']);
  });

  it('forward gives other sinks the answer in via, and never goes in circles', async () => {
    const chat = await stubServer(() => ({ body: { ok: true, channel: 'C1', ts: '171.5' } }));
    const relay = await desk.start({
      EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb',
      EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
      EVENTS_TEAMCHAT_OUT_API_URL: chat.url,
      EVENTS_TEAMCHAT_OUT_FORWARD: 'Webhook|Slack',
      EVENTS_WEBHOOK_OUT_FORWARD: 'Teamchat',
      EVENTS_WEBHOOK_OUT_MESSAGE: '{{ with .via }}{{ .Slack.ts }} {{ .Teamchat.channel }}{{ end }}',
    });

    await relay.alert({ alertname: 'Forwarded' });
    await until(() => desk.api.calls.length === 1);
    await until(async () => (await relay.status()).queues.length === 0);
    await chat.close();

    expect(texts()).toEqual(['171.5 C1']);
    expect(chat.calls).toHaveLength(1);
  });

  it('forward of the webhook gives its answer to the chats', async () => {
    const chat = await stubServer();
    desk.api.answer = () => ({ status: 202, body: 'ticket 42' });
    const relay = await desk.start({
      EVENTS_WEBHOOK_OUT_FORWARD: 'Slack',
      EVENTS_TEAMCHAT_URL: chat.url,
      EVENTS_TEAMCHAT_MESSAGE_TEMPLATE:
        '{{ with .via }}{{ .Webhook.status }} {{ .Webhook.body }}{{ end }}',
    });

    await relay.alert({ alertname: 'Ticket' });
    await until(() => chat.calls.length === 1);
    await chat.close();

    expect(chat.calls[0]?.json['text']).toBe('202 ticket 42');
  });

  it('routes choose the sinks by matchers, as Alertmanager has them', async () => {
    const form = await stubServer();
    const relay = await desk.start({
      EVENTS_WORKPLACECHAT_URL: form.url,
      EVENTS_WORKPLACECHAT_MESSAGE_TEMPLATE: MESSAGE,
      EVENTS_ROUTES: JSON.stringify([
        { match: ['severity="critical"', 'team=~"db|web"'], sinks: ['workplacechat'] },
        { match: ['severity!~"info|debug"'], sinks: ['webhook'], continue: true },
        { match: ['team!=""', 'severity!=info'], sinks: ['workplacechat'] },
        { match: ['severity="info"'], sinks: [] },
      ]),
    });

    await relay.post(
      '/relay/alertmanager',
      notification([
        alert({ alertname: 'one', severity: 'critical', team: 'db' }),
        alert({ alertname: 'two', severity: 'critical', team: 'dbx' }),
        alert({ alertname: 'three', severity: 'warning' }),
        alert({ alertname: 'four', severity: 'info' }),
      ]),
    );
    await until(() => desk.api.calls.length === 2 && form.calls.length === 2);
    await until(async () => (await relay.status()).queues.length === 0);
    await form.close();

    const ofForm = form.calls.map(({ body }) => /\{"text":"(\w+)"\}/.exec(body.toString())?.[1]);
    expect(texts().sort()).toEqual(['three', 'two']);
    expect(ofForm.sort()).toEqual(['one', 'two']);
  });
});
