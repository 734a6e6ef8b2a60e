import type { Kind } from '@sextant/platform-runtime/config';
import { aKind, anAddress, aText, kindWith, someTexts, toggleWith } from './names.js';

const users: Kind<Readonly<Record<string, string>>> = {
  expected: 'a JSON object of names by telegram:<id> or slack:<id>',
  parse: (text) => {
    try {
      const value: unknown = JSON.parse(text);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
      const isRight = Object.entries(value).every(
        ([id, name]) => /^(telegram|slack):\w+$/.test(id) && typeof name === 'string',
      );
      return isRight ? (value as Record<string, string>) : undefined;
    } catch {
      return undefined;
    }
  },
};

export const timeOfDay: Kind<string> = {
  expected: 'a time such as 08:00',
  parse: (text) => (/^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : undefined),
};

export const zone: Kind<string> = {
  expected: 'a zone such as Europe/Berlin',
  parse: (text) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: text });
      return text;
    } catch {
      return undefined;
    }
  },
};

export const actionOptions = {
  chatbotActions: toggleWith(
    {
      name: 'CHATBOT_ACTIONS',
      description: 'Put buttons under alerts, and ask the Bot API for what people press.',
      example: 'true',
    },
    false,
  ),
  slackActionPaths: someTexts({
    name: 'HTTP_SLACK_ACTIONS_URL',
    description: "Comma-separated paths that take Slack's interactions.",
    example: '/relay/slack-actions',
  }),
  slackSigningSecret: aText({
    name: 'TEAMCHAT_SIGNING_SECRET',
    description: "The app's signing secret: buttons under alerts, pressed over HTTP.",
    example: '8f742231b10e8888abcd99yyyzzz85a5',
    secret: true,
  }),
  slackAppToken: aText({
    name: 'TEAMCHAT_APP_TOKEN',
    description: "The app's token for Socket Mode: buttons without an address for Slack to reach.",
    example: 'xapp-1-xxx',
    secret: true,
  }),
  actionUsers: aKind(
    {
      name: 'ACTIONS_USERS',
      description: 'Who may press, as JSON: names by telegram:<id> or slack:<id>.',
      example: '{"telegram:1234": "Anna", "slack:U0123456789": "Anna"}',
    },
    users,
  ),
  actionMorning: kindWith(
    {
      name: 'ACTIONS_MORNING',
      description: 'When silences until morning end.',
      example: '08:00',
    },
    timeOfDay,
    '08:00',
  ),
  actionZone: kindWith(
    {
      name: 'ACTIONS_TIMEZONE',
      description: 'Zone of that time, and of times in messages.',
      example: 'Europe/Berlin',
    },
    zone,
    'UTC',
  ),
  silencesUrl: anAddress({
    name: 'ALERTMANAGER_API_URL',
    description: 'Alertmanager in which alerts are silenced; they are only acknowledged if absent.',
    example: 'http://alertmanager:9093',
  }),
  silencesKey: aText({
    name: 'ALERTMANAGER_API_KEY',
    description: 'Bearer token for it, or user:password.',
    example: 'relay:xxx',
    secret: true,
  }),
};
