import { loadKafka } from '@sextant/platform-events/kafka';
import { KafkajsProducer } from './kafka-producer.js';
import { KafkaSink } from './kafka-sink.js';
import { StdoutSink } from './stdout-sink.js';
import { WebhookSink } from './webhook-sink.js';
import { WorkplacechatSink } from './workplacechat-sink.js';
import type { RelayConfig } from '../options/config.js';
import { quietUntilMs } from '../routing/quiet-hours.js';
import type { Sink } from '../delivery/sink.js';
import { DEFAULT_TEMPLATES } from '../templates/default-templates.js';
import { kafkaAccess } from '../sources/streams/kafka-access.js';
import { isConfigured } from '../options/channel-options.js';
import { ChannelSink } from './channel-sink.js';
import { CHANNELS } from './channels/channels.js';
import { botAddress, teamAddress } from './chat-addresses.js';
import { ChatbotSink } from './chatbot-sink.js';
import { TeamchatSink } from './teamchat-sink.js';
import { sinkVars } from './sink-vars.js';
import type { SinkUses } from './sink-uses.js';

/**
 * The sinks that the options name. A sink is there when its address is: a token, a URL, brokers.
 *
 * @throws {ConfigError} for a template that cannot be parsed
 */
export function buildSinks(uses: SinkUses): ReadonlyMap<string, Sink> {
  const builtIn = builtInSinks(uses).filter((sink) => sink !== undefined);
  const channels = CHANNELS.filter((channel) => isConfigured(uses.config, channel));
  const all: readonly Sink[] = [
    ...builtIn,
    ...channels.map((channel) => new ChannelSink(channel, uses)),
  ];
  const { quietHours = [] } = uses.config;
  for (const sink of all) {
    sink.quietUntilMs = (event, atMs) => quietUntilMs(quietHours, sink.name, { event, atMs });
  }
  return new Map(all.map((sink) => [sink.name, sink] as const));
}

function builtInSinks(uses: SinkUses): readonly (Sink | undefined)[] {
  const { kafkaBrokers, workplacechatUrl, webhookUrl } = uses.config;
  const bot = botAddress(uses.config);
  const team = teamAddress(uses.config);
  return [
    stdoutSink(uses),
    kafkaBrokers === undefined ? undefined : kafkaSink(kafkaBrokers, uses),
    bot === undefined ? undefined : new ChatbotSink(bot, uses),
    team === undefined ? undefined : new TeamchatSink(team, uses),
    workplacechatUrl === undefined ? undefined : new WorkplacechatSink(workplacechatUrl, uses),
    webhookUrl === undefined ? undefined : new WebhookSink(webhookUrl, uses),
  ];
}

function stdoutSink({ config, templates }: SinkUses): Sink | undefined {
  const value =
    config.stdoutMessage ?? (hasOtherSinks(config) ? undefined : DEFAULT_TEMPLATES.stdout);
  if (value === undefined) return undefined;
  const names = ['stdout-message'] as const;
  const vars = sinkVars(config, 'STDOUT');
  return new StdoutSink(templates.compile({ option: 'stdout-out-message', names, value, vars }));
}

/** With no sink at all events are written to standard output, so that nothing vanishes. */
const hasOtherSinks = (config: RelayConfig): boolean =>
  [
    config.kafkaBrokers,
    config.chatbotToken,
    config.chatbotUrl,
    config.teamchatUrl,
    config.teamchatToken,
    config.workplacechatUrl,
    config.webhookUrl,
  ].some((value) => value !== undefined) ||
  CHANNELS.some((channel) => isConfigured(config, channel));

/** kafkajs gives up after some seconds; then the relay's own breaker and retries go on. */
const KAFKA_RETRIES = 5;

function kafkaSink(brokers: readonly string[], uses: SinkUses): Sink {
  const { config, logger } = uses;
  const options = { brokers, ...kafkaAccess(config), retries: KAFKA_RETRIES };
  const open = async () => (await loadKafka()).kafkaClient(options, logger);
  return new KafkaSink(uses, new KafkajsProducer(open));
}
