import { describe, expect, it } from '@jest/globals';
import { until } from '../running-relay.js';
import { stubServer } from '../stub-server.js';
import { botRefusal, chatbotDesk } from '../relay-desk.js';

const desk = chatbotDesk();

describe('the chat bot', () => {
  it('sends a message with token, chat and parse mode', async () => {
    await desk.start({ EVENTS_CHATBOT_OUT_DISABLE_NOTIFICATION: 'true' });

    await desk.running.alert({ alertname: 'A <&> B' });
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]?.path).toBe('/bot123:ABC/sendMessage');
    expect(desk.api.calls[0]?.json).toEqual({
      chat_id: '-1001',
      text: '<b>A &lt;&amp;&gt; B</b>',
      parse_mode: 'HTML',
      disable_notification: true,
      link_preview_options: { is_disabled: true },
    });
  });

  it('has a message of its own when it is given no template', async () => {
    await desk.start({ EVENTS_CHATBOT_OUT_MESSAGE: '' });

    await desk.running.alert(
      { alertname: 'A<B', instance: 'web-1' },
      { annotations: { summary: 'x & y' } },
    );
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]?.json['text']).toBe('[FIRING] A&lt;B on web-1: x &amp; y');
  });

  it.each([
    ['plain text', '{{ repeat 1000 "word & " }}', 'none'],
    ['HTML', '<b>{{ repeat 1000 "word &amp; <i>x</i> " }}</b>', 'HTML'],
    ['one long word', '{{ repeat 9000 "é" }}', 'HTML'],
  ])('splits a long message of %s into parts that the API takes', async (_name, template, mode) => {
    await desk.start({ EVENTS_CHATBOT_OUT_MESSAGE: template, EVENTS_CHATBOT_OUT_PARSE_MODE: mode });

    await desk.running.alert({ alertname: 'Long' });
    await until(
      async () =>
        (await desk.running.metric('relay_deliveries_total{sink="chatbot",outcome="delivered"')) ===
        1,
    );

    const texts = desk.api.calls.map(({ json }) => String(json['text']));
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) {
      const tags = [...text.matchAll(/<(\/?)([bi])>/g)].map(([, slash, name]) => `${slash}${name}`);
      const open: string[] = [];
      for (const tag of tags) {
        if (tag.startsWith('/')) expect(open.pop()).toBe(tag.slice(1));
        else open.push(tag);
      }
      expect(open).toEqual([]);
    }
  });

  it('goes on with the part that was refused', async () => {
    let refusals = 1;
    desk.api.answer = (call) =>
      desk.api.calls.length === 2 && refusals-- > 0
        ? botRefusal(500, 'Internal')
        : desk.usual(call);
    await desk.start({ EVENTS_CHATBOT_OUT_MESSAGE: '{{ repeat 5000 "1" }}{{ repeat 100 "2" }}' });

    await desk.running.alert({ alertname: 'Parts' });
    await until(() => desk.api.calls.length === 3);

    const starts = desk.api.calls.map(({ json }) => String(json['text']).slice(0, 1));
    expect(starts).toEqual(['1', '1', '1']);
    expect(desk.api.calls[1]?.json['text']).toBe(desk.api.calls[2]?.json['text']);
  });

  it('sends what cannot be parsed as plain text', async () => {
    desk.api.answer = (call) =>
      call.json['parse_mode'] === undefined
        ? desk.usual(call)
        : botRefusal(400, "Bad Request: can't parse entities: unsupported start tag");
    await desk.start({ EVENTS_CHATBOT_OUT_MESSAGE: '<x>{{ .data.labels.alertname }}' });

    await desk.running.alert({ alertname: 'Tag' });
    await until(() => desk.api.calls.length === 2);

    expect(desk.api.calls[1]?.json).toMatchObject({ text: '<x>Tag' });
    expect((await desk.running.status()).dead_letters).toBe(0);
  });

  it('waits as long as retry_after says', async () => {
    desk.api.answer = (call) =>
      desk.api.calls.length === 1
        ? botRefusal(429, 'Too Many Requests: retry after 1', { retry_after: 1 })
        : desk.usual(call);
    await desk.start();

    await desk.running.alert({ alertname: 'Slow' });
    await until(() => desk.api.calls.length === 2);

    expect((desk.api.calls[1]?.atMs ?? 0) - (desk.api.calls[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(
      1000,
    );
  });

  it('follows a group that became a supergroup', async () => {
    desk.api.answer = (call) =>
      call.json['chat_id'] === '-1001'
        ? botRefusal(400, 'Bad Request: group chat was upgraded', { migrate_to_chat_id: -100500 })
        : desk.usual(call);
    await desk.start();

    await desk.running.alert({ alertname: 'One' });
    await until(() => desk.api.calls.length === 2);
    await desk.running.alert({ alertname: 'Two' });
    await until(() => desk.api.calls.length === 3);

    expect(desk.api.calls.map(({ json }) => json['chat_id'])).toEqual([
      '-1001',
      '-100500',
      '-100500',
    ]);
  });

  it.each([
    [400, 'Bad Request: chat not found'],
    [401, 'Unauthorized'],
    [403, 'Forbidden: bot was blocked by the user'],
    [404, 'Not Found'],
  ])('takes %i for an end, and says why without the token', async (status, description) => {
    desk.api.answer = () => botRefusal(status, description);
    await desk.start();

    await desk.running.alert({ alertname: 'Refused' });
    await until(async () => (await desk.running.status()).dead_letters === 1);

    const page = await (await desk.running.admin('/relay/dead-letters')).text();
    const metrics = await (await fetch(`${desk.running.url}/metrics`)).text();
    expect(page).toContain(description);
    expect(page + metrics + JSON.stringify(desk.running.logs)).not.toContain('123:ABC');
    expect(desk.api.calls).toHaveLength(1);
  });

  it('does not take a page of a proxy for success', async () => {
    desk.api.answer = (call) =>
      desk.api.calls.length === 1 ? { body: '<html>ok</html>' } : desk.usual(call);
    await desk.start();

    await desk.running.alert({ alertname: 'Proxy' });

    await until(() => desk.api.calls.length === 2);
  });

  it('writes to topics, several chats and other bots as options and selector say', async () => {
    await desk.start({ EVENTS_CHATBOT_OUT_CHAT_ID: '1/5,2', EVENTS_CHATBOT_OUT_THREAD_ID: '9' });
    await desk.running.alert({ alertname: 'Chats' });
    await until(() => desk.api.calls.length === 2);
    const byOption = desk.api.calls.map(({ json }) => [json['chat_id'], json['message_thread_id']]);
    await desk.running.close();

    await desk.start({ EVENTS_CHATBOT_OUT_BOT_SELECTOR: '9:X=77/3\n=88' });
    await desk.running.alert({ alertname: 'Selected' });
    await until(() => desk.api.calls.length === 4);

    expect(byOption.sort()).toEqual([
      ['1', 5],
      ['2', 9],
    ]);
    const selected = desk.api.calls
      .slice(2)
      .map(({ path, json }) => [path, json['chat_id'], json['message_thread_id']]);
    expect(selected.sort()).toEqual([
      ['/bot123:ABC/sendMessage', '88', undefined],
      ['/bot9:X/sendMessage', '77', 3],
    ]);
  });

  it('reads the older address with token and chat', async () => {
    await desk.start({
      EVENTS_CHATBOT_OUT_ID_TOKEN: '',
      EVENTS_CHATBOT_OUT_CHAT_ID: '',
      EVENTS_CHATBOT_URL: `${desk.api.url}/bot55:OLD/sendMessage?chat_id=66`,
      EVENTS_CHATBOT_OUT_MESSAGE: '',
      EVENTS_CHATBOT_MESSAGE_TEMPLATE:
        '{{ define "telegram-message" }}old {{ .data.labels.alertname }}{{ end }}',
    });

    await desk.running.alert({ alertname: 'Way' });
    await until(() => desk.api.calls.length === 1);

    expect(desk.api.calls[0]).toMatchObject({
      path: '/bot55:OLD/sendMessage',
      json: { chat_id: '66', text: 'old Way' },
    });
  });

  it('keeps to the messages a minute that one chat takes', async () => {
    await desk.start({ EVENTS_CHATBOT_OUT_RATE_LIMIT: '1', EVENTS_CHAT_COALESCE_ABOVE: '0' });

    for (const alertname of ['1', '2', '3', '4', '5', '6']) await desk.running.alert({ alertname });
    await until(() => desk.api.calls.length === 2);
    await until(async () => (await desk.running.status()).queues[0]?.waiting === 4);

    expect(desk.api.calls).toHaveLength(2);
  });
});

describe('what the bot was answered', () => {
  it('is in via for the sinks that it forwards to, by both of its names', async () => {
    const hook = await stubServer();
    await desk.start({
      EVENTS_CHATBOT_OUT_FORWARD: 'Webhook',
      EVENTS_WEBHOOK_OUT_URL: hook.url,
      EVENTS_WEBHOOK_OUT_MESSAGE:
        '{{ with .via }}{{ .Chatbot.message_id }} {{ .Telegram.chat.id }}{{ end }}',
    });

    await desk.running.alert({ alertname: 'Forwarded' });
    await until(() => hook.calls.length === 1);
    await hook.close();

    expect(hook.calls[0]?.body.toString()).toBe('7 42');
  });
});
