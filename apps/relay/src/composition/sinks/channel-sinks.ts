import { systemClock } from '@sextant/platform-runtime/clock';
import type { Channel, ChannelOptions, ChannelValues } from '../../sinks/channel.js';
import { ChannelSink } from '../../sinks/channel-sink.js';
import { CHANNELS } from '../../sinks/channels/channels.js';
import type { RelayConfig } from '../../options/config.js';
import type { NamePattern, Sink } from '../../delivery/sink.js';
import { defaultTemplate } from '../../templates/default-templates.js';
import { channelKey } from '../../options/channel-options.js';
import { sinkVars } from './sink-vars.js';
import { chatRules, type SinkUses } from './sink-uses.js';

const valueOf = (config: RelayConfig, channel: Channel, option: string): unknown =>
  (config as Readonly<Record<string, unknown>>)[channelKey(channel.name, option)];

const textOf = (config: RelayConfig, channel: Channel, option: string) =>
  valueOf(config, channel, option) as string | undefined;

const isThere = (config: RelayConfig, channel: Channel): boolean =>
  channel.needs.every((name) => valueOf(config, channel, name) !== undefined);

/** Those that have all that they need. */
export const channelSinks = (uses: SinkUses): readonly Sink[] =>
  CHANNELS.filter((channel) => isThere(uses.config, channel)).map((channel) =>
    channelSink(channel, uses),
  );

export const hasChannels = (config: RelayConfig): boolean =>
  CHANNELS.some((channel) => isThere(config, channel));

/** What is given in part, and what a channel itself finds wrong. */
export const channelComplaints = (config: RelayConfig): readonly string[] =>
  CHANNELS.flatMap((channel) => {
    const { name, needs } = channel;
    const flag = (option: string) => `--${name}-out-${option.replaceAll('_', '-')}`;
    const missing = needs.filter((option) => valueOf(config, channel, option) === undefined);
    if (missing.length === 0) {
      const complaint = channel.complaint?.(plainValues(config, channel));
      return complaint === undefined ? [] : [complaint];
    }
    const given = needs.find((option) => valueOf(config, channel, option) !== undefined);
    return given === undefined ? [] : [`${flag(given)} needs ${missing.map(flag).join(', ')}`];
  });

/** As the options have them; templates are texts still. */
const plainValues = (config: RelayConfig, channel: Channel) =>
  Object.fromEntries(
    Object.keys(channel.options).map((name) => [name, valueOf(config, channel, name)]),
  ) as ChannelValues<ChannelOptions>;

function channelSink(channel: Channel, uses: SinkUses): Sink {
  const { config, templates, replies } = uses;
  const { name, escape, messageNames = [], selectorNames = [] } = channel;
  const vars = sinkVars(config, name.toUpperCase());
  const message = textOf(config, channel, 'message');
  const options = {
    values: valuesOf(channel, uses, vars),
    chat: chatRules(config),
    timeoutMs: Number(valueOf(config, channel, 'timeout')) * 1000,
    forward: valueOf(config, channel, 'forward') as NamePattern | undefined,
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
      value: textOf(config, channel, 'selector'),
      vars,
    }),
  };
  return new ChannelSink(channel, options, { replies, clock: systemClock });
}

function valuesOf(
  channel: Channel,
  { config, templates }: SinkUses,
  vars: ReturnType<typeof sinkVars>,
): ChannelValues<ChannelOptions> {
  const values = Object.entries(channel.options).map(([name, { kind }]) => {
    if (kind !== 'template') return [name, valueOf(config, channel, name)] as const;
    const option = `${channel.name}-out-${name.replaceAll('_', '-')}`;
    // `datadog-name`, `grafana-attributes`, as the upstream tool calls them.
    const root = `${channel.name}-${name.replace('_selector', '')}`;
    const value = textOf(config, channel, name);
    return [name, templates.optional({ option, names: [root], value, vars })] as const;
  });
  return Object.fromEntries(values) as ChannelValues<ChannelOptions>;
}
