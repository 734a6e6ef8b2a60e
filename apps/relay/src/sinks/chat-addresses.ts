import type { RelayConfig } from '../options/config.js';

export interface BotAddress {
  /** Base address of the Bot API. */
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

/** Slack reports pressed buttons to one of our addresses, or through a socket that we open. */
export const hasSlackActions = ({ slackSigningSecret, slackAppToken }: RelayConfig): boolean =>
  (slackSigningSecret ?? slackAppToken) !== undefined;

export interface TeamAddress {
  readonly apiUrl: string;
  readonly token?: string;
  /** An incoming webhook; without it the bot's token and channels are used. */
  readonly webhookUrl?: string;
  readonly channels: readonly string[];
}

/**
 * Upstream's address was that of files.upload with token and channels in its query. That method was
 * retired in 2025; the same token and channels are used with what replaced it.
 */
export function teamAddress(config: RelayConfig): TeamAddress | undefined {
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
