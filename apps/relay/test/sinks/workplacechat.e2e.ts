import { describe, expect, it } from '@jest/globals';
import { until } from '../running-relay.js';
import { teamchatDesk } from '../relay-desk.js';

const desk = teamchatDesk();

describe('the workplace chat', () => {
  it('posts a form with message and notification_type', async () => {
    await desk.start({
      EVENTS_TEAMCHAT_OUT_TOKEN: '',
      EVENTS_WORKPLACECHAT_URL: `${desk.api.url}/me/messages?thread_key=t_1&access_token=secret`,
      EVENTS_WORKPLACECHAT_MESSAGE_TEMPLATE:
        '{{ define "workplacechat-message" }}"{{ .data.labels.alertname }}" {{ getVar "NotificationType" }}{{ end }}',
      EVENTS_WORKPLACECHAT_OUT_NOTIFICATION_TYPE: 'SILENT_PUSH',
    });
    desk.api.answer = () => ({ body: { message_id: 'm1' } });

    await desk.running.alert({ alertname: 'Say "hi"' });
    await until(() => desk.api.calls.length === 1);

    const { path, headers, body } = desk.api.calls[0]!;
    const form = body.toString();
    expect(path).toBe('/me/messages?thread_key=t_1&access_token=secret');
    expect(headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    const message = /name="message"\r\n\r\n(.*)\r\n/.exec(form)?.[1] ?? '';
    expect(JSON.parse(message)).toEqual({ text: '"Say "hi"" SILENT_PUSH' });
    expect(form).toMatch(/name="notification_type"\r\n\r\nSILENT_PUSH\r\n/);
  });
});
