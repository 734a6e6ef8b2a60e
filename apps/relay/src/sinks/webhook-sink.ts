import { createHmac } from 'node:crypto';
import { systemClock } from '@sextant/platform-runtime/clock';
import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { OutgoingMessage, Outcome, NamePattern, Sink } from '../delivery/sink.js';
import type { RelayConfig } from '../options/config.js';
import { sinkVars } from './sink-vars.js';
import type { SinkUses } from './sink-uses.js';
import { defaultTemplate } from '../templates/default-templates.js';
import type { Render } from '../templates/message-template.js';
import { call, outcomeOfStatus } from './http/http-call.js';
import { selectedTargets, urlLabel, webAddress } from './base/sink-base.js';

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

  readonly #config: RelayConfig;
  readonly #render: Render;
  readonly #selector: Render | undefined;

  constructor(
    private readonly url: string,
    { config, templates }: SinkUses,
  ) {
    this.#config = config;
    if (config.webhookForward !== undefined) this.forward = config.webhookForward;
    const vars = sinkVars(config, 'WEBHOOK');
    this.#render = templates.compile({
      option: 'webhook-out-message',
      names: ['webhook-message'],
      value: config.webhookMessage ?? defaultTemplate('json'),
      vars,
    });
    this.#selector = templates.optional({
      option: 'webhook-out-url-selector',
      names: ['webhook-selector'],
      value: config.webhookSelector,
      vars,
    });
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.#selector, ['']);
  }

  label(target: string): string {
    return urlLabel(target === '' ? this.url : target);
  }

  limits() {
    return [];
  }

  render(event: RelayEvent): string {
    return this.#render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return Promise.all(messages.map((message) => this.#post(target, message)));
  }

  async #post(target: string, { text, deliveries }: OutgoingMessage): Promise<Outcome> {
    const { webhookContentType: contentType, formTimeout } = this.#config;
    const address = webAddress(target === '' ? this.url : target);
    const answer = await call({
      url: address,
      headers: { 'content-type': contentType, ...this.#signature(deliveries[0].event.id, text) },
      body: text,
      timeoutMs: formTimeout * 1000,
    });
    const outcome = outcomeOfStatus(answer);
    return outcome.kind === 'delivered'
      ? { kind: 'delivered', reply: { status: answer.status, body: answer.text.slice(0, 2000) } }
      : outcome;
  }

  #signature(id: string, body: string): Record<string, string> {
    const timestamp = String(Math.floor(systemClock.nowMs() / 1000));
    const headers = { 'webhook-id': id, 'webhook-timestamp': timestamp };
    const { webhookSecret: secret } = this.#config;
    if (secret === undefined) return headers;
    const mac = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest('base64');
    return { ...headers, 'webhook-signature': `v1,${mac}` };
  }
}
