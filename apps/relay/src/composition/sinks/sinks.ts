import { systemClock } from '@sextant/platform-runtime/clock';
import { kafkaClient, type KafkaTls } from '@sextant/platform-events/kafka';
import { KafkajsProducer } from '../../sinks/kafka-producer.js';
import { KafkaSink } from '../../sinks/kafka-sink.js';
import { StdoutSink } from '../../sinks/stdout-sink.js';
import { WebhookSink } from '../../sinks/webhook-sink.js';
import { WorkplacechatSink } from '../../sinks/workplacechat-sink.js';
import type { RelayConfig } from '../../options/config.js';
import { quietUntilMs } from '../../routing/quiet-hours.js';
import type { Sink } from '../../delivery/sink.js';
import { DEFAULT_TEMPLATES, defaultTemplate } from '../../templates/default-templates.js';
import { readablePem } from './pem.js';
import { channelSinks, hasChannels } from './channel-sinks.js';
import { chatbotSink, teamchatSink } from './chat-sinks.js';
import { sinkVars } from './sink-vars.js';
import { chatRules, type SinkUses } from './sink-uses.js';

/**
 * The sinks that the options name. A sink is there when its address is: a token, a URL, brokers.
 *
 * @throws {TemplateProblem} for a template that cannot be parsed
 */
export function buildSinks(uses: SinkUses): ReadonlyMap<string, Sink> {
  const makers = [stdoutSink, kafkaSink, chatbotSink, teamchatSink, workplacechatSink, webhookSink];
  const sinks = makers.map((make) => make(uses)).filter((sink) => sink !== undefined);
  const all = [...sinks, ...channelSinks(uses)];
  const { quietHours = [] } = uses.config;
  for (const sink of all) {
    sink.quietUntilMs = (event, atMs) => quietUntilMs(quietHours, sink.name, { event, atMs });
  }
  return new Map(all.map((sink) => [sink.name, sink] as const));
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
  ].some((value) => value !== undefined) || hasChannels(config);

/** kafkajs gives up after some seconds; then the relay's own breaker and retries go on. */
const KAFKA_RETRIES = 5;

function kafkaSink({ config, templates, logger }: SinkUses): Sink | undefined {
  const { kafkaBrokers: brokers, kafkaTopic: topic, kafkaMessage: message } = config;
  if (brokers === undefined) return undefined;
  const mode = config.kafkaMode ?? (message === undefined ? 'binary' : 'plain');
  const render = templates.optional({
    option: 'kafka-out-message',
    names: ['kafka-message'],
    value: message ?? (mode === 'plain' ? '{{ toJSON . }}' : undefined),
    vars: sinkVars(config, 'KAFKA'),
  });
  const client = kafkaClient({ brokers, ...kafkaAccess(config), retries: KAFKA_RETRIES }, logger);
  const batchSize = config.kafkaFlushMessages;
  return new KafkaSink({ topic, mode, render, batchSize }, new KafkajsProducer(client));
}

/** What producer and consumer share. */
export function kafkaAccess(config: RelayConfig) {
  const { kafkaSaslUser: username, kafkaSaslPassword: password } = config;
  const mechanism = config.kafkaSaslMechanism;
  return {
    clientId: config.kafkaClientId,
    ssl: kafkaTls(config),
    connectSeconds: config.kafkaDialSeconds,
    ...(username === undefined || password === undefined
      ? {}
      : { sasl: { username, password, mechanism } }),
  };
}

/** Files are read at the start, and again on SIGHUP. */
function kafkaTls({ kafkaTls: isOn, kafkaCa, kafkaCert, kafkaKey }: RelayConfig) {
  const given: KafkaTls = {
    ...(kafkaCa === undefined ? {} : { ca: readablePem(kafkaCa) }),
    ...(kafkaCert === undefined ? {} : { cert: readablePem(kafkaCert) }),
    ...(kafkaKey === undefined ? {} : { key: readablePem(kafkaKey) }),
  };
  return Object.keys(given).length === 0 ? isOn : given;
}

function workplacechatSink({ config, templates, picture }: SinkUses): Sink | undefined {
  const { workplacechatUrl: url, workplacechatNotificationType: notificationType } = config;
  if (url === undefined) return undefined;
  const vars = sinkVars(config, '(?:WORKPLACECHAT|WORKCHAT)');
  return new WorkplacechatSink({
    url,
    notificationType,
    picture,
    chat: chatRules(config),
    timeoutMs: config.formTimeout * 1000,
    render: templates.compile({
      option: 'workplacechat-message-template',
      names: ['workplacechat-message', 'workchat-message'],
      value: config.workplacechatMessage ?? DEFAULT_TEMPLATES.workplacechat,
      vars,
    }),
    selector: templates.optional({
      option: 'workplacechat-out-url-selector',
      names: ['workplacechat-selector', 'workchat-selector'],
      value: config.workplacechatSelector,
      vars,
    }),
  });
}

function webhookSink({ config, templates }: SinkUses): Sink | undefined {
  const { webhookUrl: url, webhookContentType: contentType } = config;
  if (url === undefined) return undefined;
  const vars = sinkVars(config, 'WEBHOOK');
  const options = {
    url,
    contentType,
    secret: config.webhookSecret,
    forward: config.webhookForward,
    timeoutMs: config.formTimeout * 1000,
    render: templates.compile({
      option: 'webhook-out-message',
      names: ['webhook-message'],
      value: config.webhookMessage ?? defaultTemplate('json'),
      vars,
    }),
    selector: templates.optional({
      option: 'webhook-out-url-selector',
      names: ['webhook-selector'],
      value: config.webhookSelector,
      vars,
    }),
  };
  return new WebhookSink(options, systemClock);
}
