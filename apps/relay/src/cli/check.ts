import { ConfigError } from '@sextant/platform-config';
import { silentLogger } from '@sextant/platform-logging';
import { readConfig } from '../composition/read-config.js';
import { buildSinks } from '../composition/sinks.js';
import { buildSources } from '../composition/sources.js';
import { TemplateProblem, Templates } from '../composition/templates.js';
import type { RelayConfig } from '../config.js';
import type { Terminal } from './run-command.js';

/**
 * `relay check [options]`: reads the configuration as the service would, compiles every template, and
 * says what is wrong.
 */
export function check(words: readonly string[], { env, out, err }: Terminal): number {
  try {
    const config = readConfig(words, env);
    const complaints = complaintsOf(config, env);
    for (const complaint of complaints) err(complaint);
    if (complaints.length > 0) return 1;
    out(
      `Valid. Sinks: ${sinkNames(config, env).join(', ')}. Routes: ${config.routes?.length ?? 0}.`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof ConfigError) && !(error instanceof TemplateProblem)) throw error;
    err(error.message);
    return 1;
  }
}

const sinksOf = (config: RelayConfig, env: Terminal['env']) =>
  buildSinks({
    config,
    templates: new Templates(config, env),
    logger: silentLogger,
    replies: { find: () => Promise.resolve(undefined) },
    picture: undefined,
  });

const sinkNames = (config: RelayConfig, env: Terminal['env']) => [...sinksOf(config, env).keys()];

/** What is valid alone and wrong together. */
function complaintsOf(config: RelayConfig, env: Terminal['env']): string[] {
  const sinks = sinksOf(config, env);
  buildSources(config, new Templates(config, env));
  const unknown = (config.routes ?? []).flatMap((route, index) =>
    route.sinks
      .filter((name) => !sinks.has(name))
      .map((name) => `routes[${index}]: the sink ${name} has no address`),
  );
  return [...unknown, ...lonely(config)];
}

function lonely(config: RelayConfig): string[] {
  const { chatbotToken, chatbotChatIds, chatbotSelector, kafkaInBrokers, kafkaInTopics } = config;
  const { teamchatToken, teamchatChannels, teamchatSelector, httpsListen, httpsCert } = config;
  const rules: readonly (readonly [boolean, string])[] = [
    [
      chatbotToken !== undefined && (chatbotChatIds ?? chatbotSelector) === undefined,
      '--chatbot-out-id-token needs --chatbot-out-chat-id or --chatbot-out-bot-selector',
    ],
    [
      teamchatToken !== undefined && (teamchatChannels ?? teamchatSelector) === undefined,
      '--teamchat-out-token needs --teamchat-out-channel or --teamchat-out-channel-selector',
    ],
    [
      (kafkaInBrokers === undefined) !== (kafkaInTopics === undefined),
      '--kafka-in-brokers and --kafka-in-topics need each other',
    ],
    [
      httpsListen !== undefined && httpsCert === undefined,
      '--https-listen needs --https-cert and --https-key',
    ],
  ];
  return rules.filter(([isWrong]) => isWrong).map(([, complaint]) => complaint);
}
