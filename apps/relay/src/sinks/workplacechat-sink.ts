import { viewOf } from '../events/event-view.js';
import type { RelayEvent } from '../events/event.js';
import type { ChatRules, OutgoingMessage, Outcome, Sink } from '../delivery/sink.js';
import { splitMessage } from '../templates/split-message.js';
import type { RelayConfig } from '../options/config.js';
import { sinkVars } from './sink-vars.js';
import { chatRules, type SinkUses } from './sink-uses.js';
import { DEFAULT_TEMPLATES } from '../templates/default-templates.js';
import type { Render } from '../templates/message-template.js';
import { call, outcomeOfStatus } from './http/http-call.js';
import { selectedTargets, urlLabel, webAddress } from './base/sink-base.js';

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
  readonly #config: RelayConfig;
  readonly #render: Render;
  readonly #selector: Render | undefined;

  /** @param url with the recipient and the access token in its query */
  constructor(
    private readonly url: string,
    private readonly uses: SinkUses,
  ) {
    const { config, templates } = uses;
    this.#config = config;
    this.chat = chatRules(config);
    const vars = sinkVars(config, '(?:WORKPLACECHAT|WORKCHAT)');
    this.#render = templates.compile({
      option: 'workplacechat-message-template',
      names: ['workplacechat-message', 'workchat-message'],
      value: config.workplacechatMessage ?? DEFAULT_TEMPLATES.workplacechat,
      vars,
    });
    this.#selector = templates.optional({
      option: 'workplacechat-out-url-selector',
      names: ['workplacechat-selector', 'workchat-selector'],
      value: config.workplacechatSelector,
      vars,
    });
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.#selector, ['']);
  }

  label(target: string): string {
    return urlLabel(target === '' ? this.url : target);
  }

  limits(target: string) {
    return [{ name: `workplacechat ${target}`, capacity: 5, perSecond: 1 }];
  }

  render(event: RelayEvent): string {
    return this.#render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return Promise.all(messages.map((message) => this.#post(target, message)));
  }

  split(text: string): readonly string[] {
    return splitMessage(text, MAX_TEXT, 'plain');
  }

  async #post(target: string, { text, deliveries, part = 0 }: OutgoingMessage): Promise<Outcome> {
    const picture = part === 0 ? await this.uses.picture?.(deliveries[0].event) : undefined;
    const form = this.#form(text);
    if (picture !== undefined) {
      form.append('filedata', new Blob([picture], { type: 'image/png' }), 'alert.png');
    }
    return this.#postForm(target, form);
  }

  #form(text: string): FormData {
    const form = new FormData();
    form.append('message', JSON.stringify({ text }));
    form.append('notification_type', this.#config.workplacechatNotificationType);
    return form;
  }

  async #postForm(target: string, body: FormData): Promise<Outcome> {
    const url = webAddress(target === '' ? this.url : target);
    const answer = await call({ url, body, timeoutMs: this.#config.formTimeout * 1000 });
    return outcomeOfStatus(answer);
  }
}
