import type { Setting } from '@sextant/platform-runtime/config';
import type {
  Channel,
  ChannelOption,
  ChannelOptions,
  ChannelValues,
} from '../sinks/base/channel.js';
import { CHANNELS } from '../sinks/channels/channels.js';
import {
  anAddress,
  addressWith,
  aPattern,
  aText,
  numberWith,
  someTexts,
  textWith,
} from './names.js';

/** Where the value of a channel's option is in the configuration. */
export const channelKey = (channel: string, option: string) =>
  `channel ${channel} ${option}` as const;

type ChannelSettings = Readonly<Record<`channel ${string} ${string}`, Setting<unknown>>>;

function settingOf(upper: string, name: string, option: ChannelOption): Setting<unknown> {
  const { kind, default: value, also, description, example, secret } = option;
  const named = {
    name: `${upper}_OUT_${name.toUpperCase()}`,
    ...(also === undefined ? {} : { also }),
    ...{ description, example },
    ...(secret === undefined ? {} : { secret }),
  };
  if (kind === 'texts') return someTexts(named);
  if (kind === 'address') return value === undefined ? anAddress(named) : addressWith(named, value);
  return value === undefined ? aText(named) : textWith(named, value);
}

/** What all of them have. */
function commonOf({ target, ...channel }: Channel, upper: string) {
  const also = channel.selectorAlso === undefined ? {} : { also: channel.selectorAlso };
  return {
    message: aText({
      name: `${upper}_OUT_MESSAGE`,
      description: 'Template of the message: inline, a file, or the name of a configured template.',
      example: '{{ .type }} {{ .channel }}',
    }),
    selector: aText({
      name: `${upper}_OUT_SELECTOR`,
      ...also,
      description: `Template whose lines name the targets of an event: ${target}.`,
      example: '{{ .data.labels.target }}',
    }),
    timeout: numberWith(
      {
        name: `${upper}_OUT_TIMEOUT`,
        description: 'Seconds that one call may take.',
        example: '30',
      },
      30,
      { min: 1, max: 300 },
    ),
    forward: aPattern({
      name: `${upper}_OUT_FORWARD`,
      description:
        'Regular expression over names of sinks that get the event with this answer in via.',
      example: 'Webhook',
    }),
  };
}

function settingsOf(channel: Channel) {
  const upper = channel.name.toUpperCase();
  const own = Object.entries(channel.options).map(
    ([name, option]) => [name, settingOf(upper, name, option)] as const,
  );
  return [...own, ...Object.entries(commonOf(channel, upper))].map(
    ([name, setting]) => [channelKey(channel.name, name), setting] as const,
  );
}

export const channelOptions: ChannelSettings = Object.fromEntries(
  CHANNELS.flatMap((channel) => settingsOf(channel)),
);

/** The value of a channel's option; templates are texts still. */
export const channelValue = (config: object, channel: Channel, option: string): unknown =>
  (config as Readonly<Record<string, unknown>>)[channelKey(channel.name, option)];

/** Whether it has all that it needs. */
export const isConfigured = (config: object, channel: Channel): boolean =>
  channel.needs.every((name) => channelValue(config, channel, name) !== undefined);

/** What is given in part, and what a channel itself finds wrong. */
export const channelComplaints = (config: object): readonly string[] =>
  CHANNELS.flatMap((channel) => {
    const { name, needs } = channel;
    const flag = (option: string) => `--${name}-out-${option.replaceAll('_', '-')}`;
    const missing = needs.filter((option) => channelValue(config, channel, option) === undefined);
    if (missing.length === 0) {
      const complaint = channel.complaint?.(plainValues(config, channel));
      return complaint === undefined ? [] : [complaint];
    }
    const given = needs.find((option) => channelValue(config, channel, option) !== undefined);
    return given === undefined ? [] : [`${flag(given)} needs ${missing.map(flag).join(', ')}`];
  });

const plainValues = (config: object, channel: Channel) =>
  Object.fromEntries(
    Object.keys(channel.options).map((name) => [name, channelValue(config, channel, name)]),
  ) as ChannelValues<ChannelOptions>;
