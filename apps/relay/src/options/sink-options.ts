import { PARSE_MODES, RESOLVE_MODES } from '../routing/chat-modes.js';
import {
  aNumber,
  aPattern,
  aText,
  addressWith,
  anAddress,
  numberWith,
  someTexts,
  textWith,
  toggleWith,
  wordWith,
} from './names.js';

const message = 'Template of the message: inline, a file, or the name of a configured template.';
const selector = 'Template whose lines name the targets of an event:';
const forwards =
  'Regular expression over names of sinks that get the event with this answer in via.';
const timeout = 'Seconds that one call may take.';

export const chatbotOptions = {
  chatbotToken: aText({
    name: 'CHATBOT_OUT_ID_TOKEN',
    also: ['TELEGRAM_OUT_ID_TOKEN'],
    description: "The chat-bot's token.",
    example: '123456:ABC-DEF',
    secret: true,
  }),
  chatbotChatIds: someTexts({
    name: 'CHATBOT_OUT_CHAT_ID',
    also: ['TELEGRAM_OUT_CHAT_ID'],
    description: 'Chats that get messages, each with /topic if it has topics.',
    example: '-1001234567890/42',
  }),
  chatbotMessage: aText({
    name: 'CHATBOT_OUT_MESSAGE',
    also: ['CHATBOT_MESSAGE_TEMPLATE', 'TELEGRAM_OUT_MESSAGE', 'TELEGRAM_MESSAGE_TEMPLATE'],
    description: message,
    example: '<b>{{ html .data.labels.alertname }}</b>',
  }),
  chatbotUrl: anAddress({
    name: 'CHATBOT_URL',
    also: ['TELEGRAM_URL'],
    description:
      'The older way: the address of sendMessage with token and chat_id, instead of those two options.',
    example: 'https://api.telegram.org/bot123456:ABC/sendMessage?chat_id=42',
    secret: true,
  }),
  chatbotApiUrl: addressWith(
    {
      name: 'CHATBOT_OUT_API_URL',
      description: 'Base address of the Bot API.',
      example: 'http://bot-api:8081',
    },
    'https://api.telegram.org',
  ),
  chatbotSelector: aText({
    name: 'CHATBOT_OUT_BOT_SELECTOR',
    also: ['TELEGRAM_OUT_BOT_SELECTOR'],
    description: `${selector} token=chat or =chat, with /topic if there is one.`,
    example: '={{ .data.labels.chat }}',
  }),
  chatbotParseMode: wordWith(
    {
      name: 'CHATBOT_OUT_PARSE_MODE',
      also: ['TELEGRAM_OUT_PARSE_MODE'],
      description: 'What messages are written in.',
      example: 'MarkdownV2',
    },
    PARSE_MODES,
    'HTML',
  ),
  chatbotSilent: toggleWith(
    {
      name: 'CHATBOT_OUT_DISABLE_NOTIFICATION',
      also: ['TELEGRAM_OUT_DISABLE_NOTIFICATION'],
      description: 'Send without a sound.',
      example: 'true',
    },
    false,
  ),
  chatbotThreadId: aNumber({
    name: 'CHATBOT_OUT_THREAD_ID',
    description: 'Topic of the chats that name none.',
    example: '42',
  }),
  chatbotPerMinute: numberWith(
    {
      name: 'CHATBOT_OUT_RATE_LIMIT',
      also: ['TELEGRAM_RATE_LIMIT', 'TELEGRAM_OUT_RATE_LIMIT'],
      description: 'Messages a minute to one chat.',
      example: '18',
    },
    18,
    { min: 1, max: 100_000 },
  ),
  chatbotTimeout: numberWith(
    {
      name: 'CHATBOT_OUT_TIMEOUT',
      also: ['TELEGRAM_OUT_TIMEOUT'],
      description: timeout,
      example: '30',
    },
    30,
    { min: 1, max: 300 },
  ),
  chatbotForward: aPattern({
    name: 'CHATBOT_OUT_FORWARD',
    also: ['TELEGRAM_OUT_FORWARD'],
    description: forwards,
    example: 'Webhook|Kafka',
  }),
};

export const teamchatOptions = {
  teamchatUrl: anAddress({
    name: 'TEAMCHAT_URL',
    also: ['SLACK_URL'],
    description: 'Incoming webhook of the team chat.',
    example: 'https://hooks.slack.com/services/T0/B0/XXX',
    secret: true,
  }),
  teamchatToken: aText({
    name: 'TEAMCHAT_OUT_TOKEN',
    also: ['SLACK_OUT_TOKEN'],
    description: "The bot's token, for threads, edits and pictures.",
    example: 'xoxb-1234',
    secret: true,
  }),
  teamchatChannels: someTexts({
    name: 'TEAMCHAT_OUT_CHANNEL',
    also: ['SLACK_OUT_CHANNEL'],
    description: 'Channels that get messages from the bot.',
    example: 'C0123456789',
  }),
  teamchatMessage: aText({
    name: 'TEAMCHAT_MESSAGE_TEMPLATE',
    also: ['TEAMCHAT_OUT_MESSAGE', 'SLACK_OUT_MESSAGE', 'SLACK_MESSAGE_TEMPLATE'],
    description: message,
    example: '*{{ mrkdwnEscape .data.labels.alertname }}*',
  }),
  teamchatSelector: aText({
    name: 'TEAMCHAT_OUT_CHANNEL_SELECTOR',
    also: ['SLACK_OUT_CHANNEL_SELECTOR'],
    description: `${selector} channels or webhooks.`,
    example: '{{ .data.labels.channel }}',
  }),
  teamchatApiUrl: addressWith(
    {
      name: 'TEAMCHAT_OUT_API_URL',
      description: 'Base address of the Web API.',
      example: 'http://slack-proxy/api',
    },
    'https://slack.com/api',
  ),
  teamchatResolve: wordWith(
    {
      name: 'TEAMCHAT_OUT_RESOLVE',
      description:
        "A resolved alert edits its message, answers in the message's thread, or is new.",
      example: 'thread',
    },
    RESOLVE_MODES,
    'update',
  ),
  teamchatTimeout: numberWith(
    {
      name: 'TEAMCHAT_OUT_TIMEOUT',
      also: ['SLACK_OUT_TIMEOUT'],
      description: timeout,
      example: '30',
    },
    30,
    { min: 1, max: 300 },
  ),
  teamchatForward: aPattern({
    name: 'TEAMCHAT_OUT_FORWARD',
    also: ['SLACK_OUT_FORWARD'],
    description: forwards,
    example: 'Webhook',
  }),
};

export const formOptions = {
  workplacechatUrl: anAddress({
    name: 'WORKPLACECHAT_URL',
    also: ['WORKPLACECHAT_OUT_URL', 'WORKCHAT_OUT_URL', 'WORKCHAT_URL'],
    description:
      'Where the form of the workplace chat is posted, recipient and token in its query.',
    example: 'https://chat.example/me/messages?thread_key=t_1',
    secret: true,
  }),
  workplacechatMessage: aText({
    name: 'WORKPLACECHAT_MESSAGE_TEMPLATE',
    also: ['WORKPLACECHAT_OUT_MESSAGE', 'WORKCHAT_OUT_MESSAGE', 'WORKCHAT_MESSAGE_TEMPLATE'],
    description: message,
    example: '{{ .data.labels.alertname }}',
  }),
  workplacechatSelector: aText({
    name: 'WORKPLACECHAT_OUT_URL_SELECTOR',
    also: ['WORKCHAT_OUT_URL_SELECTOR'],
    description: `${selector} URLs.`,
    example: '{{ .data.labels.url }}',
  }),
  workplacechatNotificationType: textWith(
    {
      name: 'WORKPLACECHAT_OUT_NOTIFICATION_TYPE',
      also: ['WORKCHAT_OUT_NOTIFICATION_TYPE'],
      description: 'The member notification_type of the form.',
      example: 'SILENT_PUSH',
    },
    'REGULAR',
  ),
  webhookUrl: anAddress({
    name: 'WEBHOOK_OUT_URL',
    description: 'Where events are posted.',
    example: 'https://hooks.example/events',
    secret: true,
  }),
  webhookMessage: aText({
    name: 'WEBHOOK_OUT_MESSAGE',
    description: `The body; the event as JSON if absent. ${message}`,
    example: '{{ toJSON .data }}',
  }),
  webhookSelector: aText({
    name: 'WEBHOOK_OUT_URL_SELECTOR',
    description: `${selector} URLs.`,
    example: '{{ .data.annotations.webhook }}',
  }),
  webhookSecret: aText({
    name: 'WEBHOOK_OUT_SECRET',
    description: 'Signs bodies (Standard Webhooks, HMAC-SHA-256).',
    example: 'a-long-random-text',
    secret: true,
  }),
  webhookContentType: textWith(
    { name: 'WEBHOOK_OUT_CONTENT_TYPE', description: 'Type of the body.', example: 'text/plain' },
    'application/json',
  ),
  webhookForward: aPattern({
    name: 'WEBHOOK_OUT_FORWARD',
    description: forwards,
    example: 'Teamchat',
  }),
  formTimeout: numberWith(
    {
      name: 'WEBHOOK_OUT_TIMEOUT',
      also: ['WORKCHAT_OUT_TIMEOUT'],
      description: 'Seconds that one call of the webhook or the workplace chat may take.',
      example: '30',
    },
    30,
    { min: 1, max: 300 },
  ),
};
