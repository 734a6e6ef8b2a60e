import type { Clock } from '@sextant/platform-runtime/clock';
import { viewOf } from '../events/event-view.js';
import { alertIdentity, type RelayEvent } from '../events/event.js';
import type { Replies } from '../delivery/replies.js';
import {
  composed,
  type ChatRules,
  type NamePattern,
  type OutgoingMessage,
  type Outcome,
  type Sink,
} from '../delivery/sink.js';
import { splitMessage } from '../templates/split-message.js';
import type {
  Channel,
  ChannelMessage,
  ChannelValues,
  ChannelOptions,
  OpenChannel,
} from './channel.js';
import { findEarlier } from './earlier.js';
import { call } from './http/http-call.js';
import { selectedTargets, urlLabel, type SinkOptions } from './sink-base.js';

export interface ChannelSinkOptions extends SinkOptions {
  readonly values: ChannelValues<ChannelOptions>;
  readonly chat: ChatRules;
  /** Whether the message is one of the operator's own. */
  readonly isOwnMessage: boolean;
}

export interface ChannelSinkUses {
  readonly replies: Pick<Replies, 'find'>;
  readonly clock: Clock;
}

const DEFAULT_CONCURRENCY = 4;

/** A channel as the dispatcher drives it. */
export class ChannelSink implements Sink {
  readonly name: string;
  readonly titles: readonly [string, ...string[]];
  readonly batchSize = 1;
  readonly concurrency: number;
  readonly remembers: boolean;
  readonly needsAlerts: boolean;
  readonly chat?: ChatRules;
  readonly forward?: NamePattern;
  readonly split?: NonNullable<Sink['split']>;
  readonly #open: OpenChannel;

  constructor(
    private readonly channel: Channel,
    private readonly options: ChannelSinkOptions,
    private readonly uses: ChannelSinkUses,
  ) {
    const { isChat, maxText } = channel;
    this.name = channel.name;
    this.titles = channel.titles;
    this.concurrency = isChat ? 1 : (channel.concurrency ?? DEFAULT_CONCURRENCY);
    this.remembers = channel.remembers === true;
    this.needsAlerts = channel.onlyAlerts === true;
    if (isChat) this.chat = options.chat;
    if (options.forward !== undefined) this.forward = options.forward;
    if (maxText !== undefined) this.split = (text) => splitMessage(text, maxText, 'plain');
    this.#open = channel.open(options.values, {
      clock: uses.clock,
      timeoutMs: options.timeoutMs,
      call: (request) => call({ ...request, timeoutMs: options.timeoutMs }),
      earlier: (message) => this.#earlier(message),
    });
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.options.selector, this.#open.targets);
  }

  label(target: string): string {
    if (this.#open.label !== undefined) return this.#open.label(target);
    return URL.canParse(target) ? urlLabel(target) : target;
  }

  limits(target: string) {
    return this.#open.limits(target);
  }

  render(event: RelayEvent): string {
    const isWanted = this.options.isOwnMessage || alertIdentity(event) !== undefined;
    if (this.channel.onlyAlerts === true && !isWanted) return '';
    return this.options.render(viewOf(event));
  }

  async send(target: string, messages: readonly OutgoingMessage[]): Promise<readonly Outcome[]> {
    return Promise.all(messages.map((message) => this.#send(target, message)));
  }

  async close(): Promise<void> {
    await this.#open.close?.();
  }

  async #send(target: string, message: OutgoingMessage): Promise<Outcome> {
    const [{ event }] = message.deliveries;
    const whole = { ...message, target, event, alert: alertIdentity(event) };
    const send = composed(() => this.#open.compose(whole));
    return send();
  }

  async #earlier({ target, deliveries, part = 0 }: ChannelMessage) {
    if (!this.remembers || part > 0) return undefined;
    const place = { sink: this.name, target };
    return findEarlier(this.uses.replies, place, deliveries, (reply) => reply['id']);
  }
}
