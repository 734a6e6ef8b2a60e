import { createHmac } from 'node:crypto';
import type { Clock } from '@sextant/platform-runtime/clock';
import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { OutgoingMessage, Outcome, NamePattern, Sink } from '../delivery/sink.js';
import { call, outcomeOfStatus } from './http/http-call.js';
import { selectedTargets, urlLabel, webAddress, type SinkOptions } from './sink-base.js';

export interface WebhookOptions extends SinkOptions {
  readonly url: string;
  readonly contentType: string;
  /** Signs bodies when it is given. */
  readonly secret?: string | undefined;
}

/**
 * Posts the rendered message to any URL, signed as the Standard Webhooks specification (1.0) has it:
 * `webhook-signature: v1,base64(HMAC-SHA-256(secret, id.timestamp.body))`.
 */
export class WebhookSink implements Sink {
  readonly name = 'webhook';
  readonly titles = ['Webhook'] as const;
  readonly batchSize = 1;
  readonly concurrency = 8;
  readonly forward?: NamePattern;

  constructor(
    private readonly options: WebhookOptions,
    private readonly clock: Clock,
  ) {
    if (options.forward !== undefined) this.forward = options.forward;
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.options.selector, ['']);
  }

  label(target: string): string {
    return urlLabel(target === '' ? this.options.url : target);
  }

  limits() {
    return [];
  }

  render(event: RelayEvent): string {
    return this.options.render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return Promise.all(messages.map((message) => this.#post(target, message)));
  }

  async #post(target: string, { text, deliveries }: OutgoingMessage): Promise<Outcome> {
    const { url, contentType, timeoutMs } = this.options;
    const address = webAddress(target === '' ? url : target);
    const answer = await call({
      url: address,
      headers: { 'content-type': contentType, ...this.#signature(deliveries[0].event.id, text) },
      body: text,
      timeoutMs,
    });
    const outcome = outcomeOfStatus(answer);
    return outcome.kind === 'delivered'
      ? { kind: 'delivered', reply: { status: answer.status, body: answer.text.slice(0, 2000) } }
      : outcome;
  }

  #signature(id: string, body: string): Record<string, string> {
    const timestamp = String(Math.floor(this.clock.nowMs() / 1000));
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
    const { secret } = this.options;
    if (secret === undefined) return headers;
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { ...headers, 'webhook-signature': `v1,${mac}` };
  }
}
