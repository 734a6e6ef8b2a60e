import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startRelay, until, type RunningRelay } from './running-relay.js';
import { stubServer, type Answer, type Call, type Stub } from './stub-server.js';

let api: Stub;
let running: RunningRelay;
let nextTs: number;

/** The Web API: business errors are 200 with ok false; a message has at most 40,000 characters. */
function webApi({ path, json, headers, body }: Call): Answer {
  if (path === '/upload') return body.length > 0 ? { body: 'OK' } : { status: 400 };
  if (headers['authorization'] !== 'Bearer xoxb-1') return refused('invalid_auth');
  if (((json['text'] ?? '') as string).length > 40_000) return refused('msg_too_long');
  if (path === '/files.getUploadURLExternal') {
    return { body: { ok: true, upload_url: `${api.url}/upload`, file_id: 'F1' } };
  }
  nextTs += 1;
  return {
    body: { ok: true, channel: 'C1', ts: path === '/chat.update' ? json['ts'] : `${nextTs}.1` },
  };
}

const refused = (error: string): Answer => ({ body: { ok: false, error } });

beforeEach(async () => {
  nextTs = 0;
  api = await stubServer(webApi);
});

afterEach(async () => {
  await running.close();
  await api.close();
});

const start = async (env: Record<string, string> = {}) => {
  running = await startRelay({
    EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb-1',
    EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
    EVENTS_TEAMCHAT_OUT_API_URL: api.url,
    EVENTS_TEAMCHAT_MESSAGE_TEMPLATE:
      '{{ .data.status }} {{ mrkdwnEscape .data.labels.alertname }}',
    ...env,
  });
};

describe('the workplace chat', () => {
  it('posts a form with message and notification_type', async () => {
    await start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_WORKPLACECHAT_URL: `${api.url}/me/messages?thread_key=t_1&access_token=secret`,
      EVENTS_WORKPLACECHAT_MESSAGE_TEMPLATE:
        '{{ define "workplacechat-message" }}"{{ .data.labels.alertname }}" {{ getVar "NotificationType" }}{{ end }}',
      EVENTS_WORKPLACECHAT_OUT_NOTIFICATION_TYPE: 'SILENT_PUSH',
    });
    api.answer = () => ({ body: { message_id: 'm1' } });

    await running.alert({ alertname: 'Say "hi"' });
    await until(() => api.calls.length === 1);

    const { path, headers, body } = api.calls[0]!;
    const form = body.toString();
    expect(path).toBe('/me/messages?thread_key=t_1&access_token=secret');
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const message = /name="message"\r\n\r\n(.*)\r\n/.exec(form)?.[1] ?? '';
    expect(JSON.parse(message)).toEqual({ text: '"Say "hi"" SILENT_PUSH' });
    expect(form).toMatch(/name="notification_type"\r\n\r\nSILENT_PUSH\r\n/);
  });
});
