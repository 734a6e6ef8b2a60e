import { ChatbotSink } from './chatbot-sink.js';
import { TeamchatSink } from './teamchat-sink.js';
import type { RelayConfig } from '../options/config.js';
import type { Sink } from '../delivery/sink.js';
import { DEFAULT_TEMPLATES } from '../templates/default-templates.js';
import { sinkVars } from './sink-vars.js';
import { chatRules, type SinkUses } from './sink-uses.js';

export interface BotAddress {
  readonly apiUrl: string;
  readonly token: string;
  readonly chatIds: readonly string[];
}

/** From the options, or out of the address that older deployments give. */
export function botAddress(config: RelayConfig): BotAddress | undefined {
  const { chatbotToken, chatbotChatIds, chatbotUrl, chatbotApiUrl } = config;
  if (chatbotToken !== undefined) {
    return { apiUrl: chatbotApiUrl, token: chatbotToken, chatIds: chatbotChatIds ?? [] };
  }
  if (chatbotUrl === undefined) return undefined;
  const url = new URL(chatbotUrl);
  const [, prefix = '', token] = /^(.*)\/bot([^/]+)/.exec(url.pathname) ?? [];
  if (token === undefined) return undefined;
  const chatIds = chatbotChatIds ?? url.searchParams.getAll('chat_id');
  return { apiUrl: url.origin + prefix, token, chatIds };
}

export function chatbotSink({ config, templates, picture, buttons }: SinkUses): Sink | undefined {
  const address = botAddress(config);
  if (address === undefined) return undefined;
  const vars = { ...sinkVars(config, '(?:CHATBOT|TELEGRAM)'), ChatID: address.chatIds.join(',') };
  return new ChatbotSink({
    ...address,
    threadId: config.chatbotThreadId,
    parseMode: config.chatbotParseMode,
    disableNotification: config.chatbotSilent,
    perMinute: config.chatbotPerMinute,
    buttons: config.chatbotActions ? buttons : undefined,
    forward: config.chatbotForward,
    picture,
    chat: chatRules(config),
    timeoutMs: config.chatbotTimeout * 1000,
    render: templates.compile({
      option: 'chatbot-out-message',
      names: ['chatbot-message', 'telegram-message'],
      value: config.chatbotMessage ?? DEFAULT_TEMPLATES.chatbot,
      vars,
    }),
    selector: templates.optional({
      option: 'chatbot-out-bot-selector',
      names: ['chatbot-selector', 'telegram-selector'],
      value: config.chatbotSelector,
      vars,
    }),
  });
}

/** Slack tells of what people press at an address of ours, or through a socket that we open. */
export const hasSlackActions = ({ slackSigningSecret, slackAppToken }: RelayConfig): boolean =>
  (slackSigningSecret ?? slackAppToken) !== undefined;

interface TeamAddress {
  readonly apiUrl: string;
  readonly token?: string;
  readonly webhookUrl?: string;
  readonly channels: readonly string[];
}

/**
 * Upstream's address was that of files.upload with token and channels in its query. That method was
 * retired in 2025; the same token and channels are used with what replaced it.
 */
function teamAddress(config: RelayConfig): TeamAddress | undefined {
  const { teamchatApiUrl: apiUrl, teamchatToken: token, teamchatUrl } = config;
  const channels = config.teamchatChannels ?? [];
  if (token !== undefined) return { apiUrl, token, channels };
  if (teamchatUrl === undefined) return undefined;
  const url = new URL(teamchatUrl);
  const inQuery = url.searchParams.get('token');
  if (inQuery === null) return { apiUrl, webhookUrl: teamchatUrl, channels };
  return {
    apiUrl: url.origin + url.pathname.replace(/\/[^/]*$/, ''),
    token: inQuery,
    channels: (url.searchParams.get('channels') ?? '').split(','),
  };
}

export function teamchatSink(uses: SinkUses): Sink | undefined {
  const { config, templates, picture, replies, logger, buttons } = uses;
  const address = teamAddress(config);
  if (address === undefined) return undefined;
  const vars = { ...sinkVars(config, '(?:TEAMCHAT|SLACK)'), Channel: address.channels.join(',') };
  const options = {
    ...address,
    resolve: config.teamchatResolve,
    buttons: hasSlackActions(config) ? buttons : undefined,
    forward: config.teamchatForward,
    picture,
    chat: chatRules(config),
    timeoutMs: config.teamchatTimeout * 1000,
    render: templates.compile({
      option: 'teamchat-message-template',
      names: ['teamchat-message', 'slack-message'],
      value: config.teamchatMessage ?? DEFAULT_TEMPLATES.teamchat,
      vars,
    }),
    selector: templates.optional({
      option: 'teamchat-out-channel-selector',
      names: ['teamchat-selector', 'slack-selector'],
      value: config.teamchatSelector,
      vars,
    }),
  };
  return new TeamchatSink(options, { replies, logger });
}
