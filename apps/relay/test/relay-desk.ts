import { afterEach, beforeEach } from '@jest/globals';
import { startRelay, type RunningRelay } from './running-relay.js';
import { stubServer, type Answer, type Call, type Stub } from './stub-server.js';

type Env = Readonly<Record<string, string>>;

/** A relay and the server that it tells, both anew for each test of a file. */
export interface RelayDesk {
  api: Stub;
  running: RunningRelay;
  /** How the server answers where a test does not say otherwise. */
  usual: (call: Call) => Answer;
  start(env?: Env): Promise<RunningRelay>;
}

export interface DeskRules {
  /** What the relay is told about the server. */
  readonly envOf: (url: string) => Env;
  /** How the server answers; it is made for each test. */
  readonly answers?: (desk: RelayDesk) => (call: Call) => Answer;
}

export function relayDesk({ envOf, answers }: DeskRules): RelayDesk {
  let running: RunningRelay | undefined;
  const desk = {
    start: async (env = {}) => {
      running = await startRelay({ ...envOf(desk.api.url), ...env });
      desk.running = running;
      return running;
    },
  } as RelayDesk;

  beforeEach(async () => {
    desk.usual = answers?.(desk) ?? (() => ({}));
    desk.api = await stubServer(desk.usual);
  });

  afterEach(async () => {
    await running?.close();
    running = undefined;
    await desk.api.close();
  });
  return desk;
}

export const MESSAGE = '{{ .data.labels.alertname }}';

/** A webhook that takes everything. */
export const webhookDesk = (): RelayDesk =>
  relayDesk({
    envOf: (url) => ({ EVENTS_WEBHOOK_OUT_URL: url, EVENTS_WEBHOOK_OUT_MESSAGE: MESSAGE }),
  });

/** Checks what the Bot API documents: text of 1 to 4096 characters, captions of 1024. */
export const chatbotDesk = (): RelayDesk =>
  relayDesk({
    envOf: (url) => ({
      EVENTS_CHATBOT_OUT_ID_TOKEN: '123:ABC',
      EVENTS_CHATBOT_OUT_CHAT_ID: '-1001',
      EVENTS_CHATBOT_OUT_API_URL: url,
      EVENTS_CHATBOT_OUT_MESSAGE: '<b>{{ html .data.labels.alertname }}</b>',
    }),
    answers: () => botApi,
  });

function botApi(call: Call): Answer {
  const { text, caption } = call.json as { text?: string; caption?: string };
  const visible = (text ?? '').replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, '.');
  if (call.path.endsWith('/sendMessage') && (visible.length < 1 || visible.length > 4096)) {
    return botRefusal(400, 'Bad Request: message is too long');
  }
  if ((caption ?? '').length > 1024) return botRefusal(400, 'Bad Request: caption is too long');
  return { body: { ok: true, result: { message_id: 7, chat: { id: 42 } } } };
}

export const botRefusal = (
  status: number,
  description: string,
  parameters: object = {},
): Answer => ({ status, body: { ok: false, error_code: status, description, parameters } });

/** The Web API: business errors are 200 with ok false; a message has at most 40,000 characters. */
export const teamchatDesk = (): RelayDesk =>
  relayDesk({
    envOf: (url) => ({
      EVENTS_TEAMCHAT_OUT_TOKEN: 'xoxb-1',
      EVENTS_TEAMCHAT_OUT_CHANNEL: 'alerts',
      EVENTS_TEAMCHAT_OUT_API_URL: url,
      EVENTS_TEAMCHAT_MESSAGE_TEMPLATE:
        '{{ .data.status }} {{ mrkdwnEscape .data.labels.alertname }}',
    }),
    answers: webApi,
  });

function webApi(desk: RelayDesk): (call: Call) => Answer {
  let nextTs = 0;
  return ({ path, json, headers, body }) => {
    if (path === '/upload') return body.length > 0 ? { body: 'OK' } : { status: 400 };
    if (headers['authorization'] !== 'Bearer xoxb-1') return webRefusal('invalid_auth');
    if (((json['text'] ?? '') as string).length > 40_000) return webRefusal('msg_too_long');
    if (path === '/files.getUploadURLExternal') {
      return { body: { ok: true, upload_url: `${desk.api.url}/upload`, file_id: 'F1' } };
    }
    nextTs += 1;
    const ts = path === '/chat.update' ? json['ts'] : `${nextTs}.1`;
    return { body: { ok: true, channel: 'C1', ts } };
  };
}

export const webRefusal = (error: string): Answer => ({ body: { ok: false, error } });
