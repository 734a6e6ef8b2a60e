import type { Outcome } from '../delivery/sink.js';
import { call, jsonOf, outcomeOfStatus, type HttpAnswer } from './http/http-call.js';

export interface TeamchatApiOptions {
  /** Base address of the Web API. */
  readonly apiUrl: string;
  readonly token: string;
  readonly timeoutMs: number;
}

/** A posted message: what edits, threads and files refer to. */
export interface PostedMessage {
  readonly channel: string;
  readonly ts: string;
}

export type ApiResult =
  | { readonly ok: true; readonly body: Readonly<Record<string, unknown>> }
  | { readonly ok: false; readonly error: string; readonly outcome: Outcome };

/** Errors of the API that pass: its pages of methods, "Common errors". */
const TEMPORARY = new Set([
  'ratelimited',
  'rate_limited',
  'internal_error',
  'fatal_error',
  'service_unavailable',
  'request_timeout',
  'team_added_to_org',
]);

/** Slack's Web API as far as messages and pictures need it. */
export class TeamchatApi {
  constructor(private readonly options: TeamchatApiOptions) {}

  /** Business errors come with status 200 and `ok: false`. */
  async call(method: string, body: Readonly<Record<string, unknown>>): Promise<ApiResult> {
    const { apiUrl, token, timeoutMs } = this.options;
    const answer = await call({
      url: `${apiUrl}/${method}`,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json; charset=utf-8',
      },
      body: JSON.stringify(body),
      timeoutMs,
    });
    return resultOf(answer);
  }

  /** files.getUploadURLExternal takes a form only. */
  async upload(picture: Uint8Array<ArrayBuffer>, message: PostedMessage): Promise<void> {
    const { apiUrl, token, timeoutMs } = this.options;
    const form = new URLSearchParams({ filename: 'alert.png', length: String(picture.length) });
    const slot = resultOf(
      await call({
        url: `${apiUrl}/files.getUploadURLExternal`,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: form.toString(),
        timeoutMs,
      }),
    );
    if (!slot.ok) throw new Error(slot.error);
    const { upload_url: url, file_id: id } = slot.body;
    if (typeof url !== 'string') throw new Error('no upload_url');
    const stored = await call({ url, body: picture, timeoutMs });
    if (stored.status !== 200) throw new Error(`upload answered ${stored.status}`);
    const done = await this.call('files.completeUploadExternal', {
      files: [{ id, title: 'alert' }],
      channel_id: message.channel,
      thread_ts: message.ts,
    });
    if (!done.ok) throw new Error(done.error);
  }
}

function resultOf(answer: HttpAnswer): ApiResult {
  const body = jsonOf(answer);
  if (body['ok'] === true) return { ok: true, body };
  const error = typeof body['error'] === 'string' ? body['error'] : `HTTP ${answer.status}`;
  const status = outcomeOfStatus(answer);
  // 200 and no answer of the API: somebody else answered.
  if (status.kind === 'delivered' && body['error'] === undefined) {
    return { ok: false, error, outcome: { kind: 'retry', reason: "not the API's answer" } };
  }
  if (status.kind === 'retry') return { ok: false, error, outcome: status };
  const kind = TEMPORARY.has(error) ? 'retry' : 'dead';
  return { ok: false, error, outcome: { kind, reason: error } };
}
