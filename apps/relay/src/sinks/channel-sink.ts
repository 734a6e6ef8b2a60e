import { systemClock } from '@sextant/platform-runtime/clock';
import { viewOf } from '../events/event-view.js';
import { alertIdentity, type RelayEvent } from '../events/event.js';
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
} from './base/channel.js';
import { channelValue } from '../options/channel-options.js';
import { defaultTemplate } from '../templates/default-templates.js';
import type { Render } from '../templates/message-template.js';
import { chatRules, type SinkUses } from './sink-uses.js';
import { sinkVars } from './sink-vars.js';
import { findEarlier } from './base/earlier.js';
import { call } from './http/http-call.js';
import { selectedTargets, urlLabel } from './base/sink-base.js';

const DEFAULT_CONCURRENCY = 4;

/** Its options, with their templates compiled. */
interface Compiled {
  readonly values: ChannelValues<ChannelOptions>;
  /** Whether the message is one of the operator's own. */
  readonly isOwnMessage: boolean;
  readonly render: Render;
  readonly selector: Render | undefined;
}

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
  readonly #compiled: Compiled;
  readonly #open: OpenChannel;

  constructor(
    private readonly channel: Channel,
    private readonly uses: SinkUses,
  ) {
    const { config } = uses;
    const { isChat, maxText } = channel;
    this.name = channel.name;
    this.titles = channel.titles;
    this.concurrency = isChat ? 1 : (channel.concurrency ?? DEFAULT_CONCURRENCY);
    this.remembers = channel.remembers === true;
    this.needsAlerts = channel.onlyAlerts === true;
    if (isChat) this.chat = chatRules(config);
    const forward = channelValue(config, channel, 'forward') as NamePattern | undefined;
    if (forward !== undefined) this.forward = forward;
    if (maxText !== undefined) this.split = (text) => splitMessage(text, maxText, 'plain');
    const timeoutMs = Number(channelValue(config, channel, 'timeout')) * 1000;
    this.#compiled = compiled(channel, uses);
    this.#open = channel.open(this.#compiled.values, {
      ...{ clock: systemClock, timeoutMs },
      call: (request) => call({ ...request, timeoutMs }),
      earlier: (message) => this.#earlier(message),
    });
  }

  targets(event: RelayEvent): readonly string[] {
    return selectedTargets(event, this.#compiled.selector, this.#open.targets);
  }

  label(target: string): string {
    if (this.#open.label !== undefined) return this.#open.label(target);
    return URL.canParse(target) ? urlLabel(target) : target;
  }

  limits(target: string) {
    return this.#open.limits(target);
  }

  render(event: RelayEvent): string {
    const isWanted = this.#compiled.isOwnMessage || alertIdentity(event) !== undefined;
    if (this.channel.onlyAlerts === true && !isWanted) return '';
    return this.#compiled.render(viewOf(event));
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

const textOf = ({ config }: SinkUses, channel: Channel, option: string) =>
  channelValue(config, channel, option) as string | undefined;

function compiled(channel: Channel, uses: SinkUses): Compiled {
  const { config, templates } = uses;
  const { name, escape, messageNames = [], selectorNames = [] } = channel;
  const vars = sinkVars(config, name.toUpperCase());
  const message = textOf(uses, channel, 'message');
  return {
    values: valuesOf(channel, uses, vars),
    isOwnMessage: message !== undefined,
    render: templates.compile({
      option: `${name}-out-message`,
      names: [`${name}-message`, ...messageNames],
      value: message ?? defaultTemplate(escape),
      vars,
    }),
    selector: templates.optional({
      option: `${name}-out-selector`,
      names: [`${name}-selector`, ...selectorNames],
      value: textOf(uses, channel, 'selector'),
      vars,
    }),
  };
}

function valuesOf(
  channel: Channel,
  uses: SinkUses,
  vars: ReturnType<typeof sinkVars>,
): ChannelValues<ChannelOptions> {
  const values = Object.entries(channel.options).map(([name, { kind }]) => {
    if (kind !== 'template') return [name, channelValue(uses.config, channel, name)] as const;
    const option = `${channel.name}-out-${name.replaceAll('_', '-')}`;
    // `datadog-name`, `grafana-attributes`, as the upstream tool calls them.
    const root = `${channel.name}-${name.replace('_selector', '')}`;
    const value = textOf(uses, channel, name);
    return [name, uses.templates.optional({ option, names: [root], value, vars })] as const;
  });
  return Object.fromEntries(values) as ChannelValues<ChannelOptions>;
}
