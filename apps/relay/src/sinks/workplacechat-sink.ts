import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { ChatRules, OutgoingMessage, Outcome, NamePattern, Sink } from '../delivery/sink.js';
import { splitMessage } from '../templates/split-message.js';
import { call, outcomeOfStatus } from './http/http-call.js';
import { selectedTargets, urlLabel, webAddress, type ChatSinkOptions } from './base/sink-base.js';

export interface WorkplacechatOptions extends ChatSinkOptions {
  /** With the recipient and the access token in its query. */
  readonly url: string;
  readonly notificationType: string;
}

/** The Send API takes texts of at most 2,000 characters. */
const MAX_TEXT = 2000;

/**
 * A form with `message` (JSON) and `notification_type`, as Workplace Chat took it. The vendor's own
 * service ended in 2025: this is for what speaks the same form.
 */
export class WorkplacechatSink implements Sink {
  readonly name = 'workplacechat';
  readonly titles = ['Workplacechat', 'Workchat'] as const;
  readonly batchSize = 1;
  readonly concurrency = 1;
  readonly chat: ChatRules;
  readonly forward?: NamePattern;

  constructor(private readonly options: WorkplacechatOptions) {
    this.chat = options.chat;
    if (options.forward !== undefined) this.forward = options.forward;
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.options.selector, ['']);
  }

  label(target: string): string {
    return urlLabel(target === '' ? this.options.url : target);
  }

  limits(target: string) {
    return [{ name: `workplacechat ${target}`, capacity: 5, perSecond: 1 }];
  }

  render(event: RelayEvent): string {
    return this.options.render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return Promise.all(messages.map((message) => this.#post(target, message)));
  }

  split(text: string): readonly string[] {
    return splitMessage(text, MAX_TEXT, 'plain');
  }

  async #post(target: string, { text, deliveries, part = 0 }: OutgoingMessage): Promise<Outcome> {
    const picture = part === 0 ? await this.options.picture?.(deliveries[0].event) : undefined;
    const form = this.#form(text);
    if (picture !== undefined) {
      form.append('filedata', new Blob([picture], { type: 'image/png' }), 'alert.png');
    }
    return this.#postForm(target, form);
  }

  #form(text: string): FormData {
    const form = new FormData();
    form.append('message', JSON.stringify({ text }));
    form.append('notification_type', this.options.notificationType);
    return form;
  }

  async #postForm(target: string, body: FormData): Promise<Outcome> {
    const { url, timeoutMs } = this.options;
    const address = webAddress(target === '' ? url : target);
    const answer = await call({ url: address, body, timeoutMs });
    return outcomeOfStatus(answer);
  }
}
